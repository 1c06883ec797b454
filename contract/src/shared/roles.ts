/** The roles in a workspace, highest first. */
export const roles = ['owner', 'editor', 'approver', 'viewer'] as const;
export type Role = (typeof roles)[number];

export const invitedRoles = ['editor', 'approver', 'viewer'] as const;

export const roleNames: Record<Role, string> = {
  owner: 'Responsável',
  editor: 'Pode editar',
  approver: 'Pode aprovar',
  viewer: 'Só vê',
};

/**
 * `self`: only the user; `view`: read; `approve`: decide on others' posts; `edit`: change posts and content;
 * `own`: manage connection, billing, members and API access.
 */
export type Permission = 'self' | 'view' | 'approve' | 'edit' | 'own';

const minimumRole: Record<Permission, Role> = {
  self: 'viewer',
  view: 'viewer',
  approve: 'approver',
  edit: 'editor',
  own: 'owner',
};

export const hasPermission = (role: Role, permission: Permission): boolean =>
  roles.indexOf(role) <= roles.indexOf(minimumRole[permission]);

/** Names the page's workspace; the default is the one that the user selected last. */
export const WORKSPACE_HEADER = 'x-workspace';
