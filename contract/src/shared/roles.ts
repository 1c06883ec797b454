/** The roles in a workspace, highest first. */
export const roles = ['owner', 'editor', 'approver', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The roles of an invitation; a workspace has exactly one owner. */
export const invitedRoles = ['editor', 'approver', 'viewer'] as const;

export const roleNames: Record<Role, string> = {
  owner: 'Responsável',
  editor: 'Pode editar',
  approver: 'Pode aprovar',
  viewer: 'Só vê',
};

/**
 * The permission that an endpoint requires. `self`: concerns only the user and no workspace. `view`: reads
 * workspace data. `approve`: decides on posts of others. `edit`: creates and changes posts and their content.
 * `own`: manages connection, billing, members and API access.
 */
export type Permission = 'self' | 'view' | 'approve' | 'edit' | 'own';

/** Each role includes the permissions of the lower ones. */
const minimumRole: Record<Permission, Role> = {
  self: 'viewer',
  view: 'viewer',
  approve: 'approver',
  edit: 'editor',
  own: 'owner',
};

export const hasPermission = (role: Role, permission: Permission): boolean =>
  roles.indexOf(role) <= roles.indexOf(minimumRole[permission]);

/**
 * The header in which a page names its workspace; the default is the workspace that the user selected last.
 */
export const WORKSPACE_HEADER = 'x-workspace';
