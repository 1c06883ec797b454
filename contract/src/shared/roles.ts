/** What somebody is in a workspace, from the one who answers for it downwards. */
export const roles = ['owner', 'editor', 'approver', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What others can be invited as; who answers for a workspace is one person. */
export const invitedRoles = ['editor', 'approver', 'viewer'] as const;

/** A role as people read it. */
export const roleNames: Record<Role, string> = {
  owner: 'Responsável',
  editor: 'Pode editar',
  approver: 'Pode aprovar',
  viewer: 'Só vê',
};

/**
 * What an endpoint does, by which its callers' roles are told: `self` is of the person alone and
 * of no workspace; `view` reads what is the workspace's; `approve` decides on posts of others; `edit`
 * makes and changes posts and what they are made of; `own` is for whoever answers for the workspace: its
 * connection, its money, its people, its programs.
 */
export type Permission = 'self' | 'view' | 'approve' | 'edit' | 'own';

/** Who may do it; each role may do what those below it may. */
const minimumRole: Record<Permission, Role> = {
  self: 'viewer',
  view: 'viewer',
  approve: 'approver',
  edit: 'editor',
  own: 'owner',
};

export const hasPermission = (role: Role, permission: Permission): boolean =>
  roles.indexOf(role) <= roles.indexOf(minimumRole[permission]);

/** By which a page says of which workspace it is; without it, the one that its user chose last. */
export const WORKSPACE_HEADER = 'x-workspace';
