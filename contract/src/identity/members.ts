import * as z from 'zod/mini';
import { reauthentication } from './user.ts';
import { email, user } from './auth.ts';
import { endpoint } from '../shared/endpoint.ts';
import { invitedRoles, roles } from '../shared/roles.ts';
import { text } from '../shared/text-fields.ts';

/** Per workspace, pending invitations included. */
export const MAX_MEMBERS = 20;
export const INVITATION_DAYS = 7;
/** Days after a declined invitation in which the same workspace cannot invite this address again. */
export const DECLINE_COOLDOWN_DAYS = 7;
const MAX_NAME = 60;

const idParams = z.object({ id: z.uuid() });
const instant = z.iso.datetime();

const teamMember = z.object({
  _id: z.string(),
  email: z.string(),
  /** The assigned role; on the free plan, every member except the owner can only view. */
  role: z.enum(roles),
  joinedAt: instant,
  isYou: z.boolean(),
});
export type TeamMember = z.output<typeof teamMember>;

const invitation = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.enum(invitedRoles),
  sentAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
});
export type Invitation = z.output<typeof invitation>;

const invitedRole = z.enum(invitedRoles, 'Escolha o acesso');
const invitationRequest = z.strictObject({ email, role: invitedRole });

const teamName = z.strictObject({
  name: text('Dê um nome à equipe').check(
    z.trim(),
    z.minLength(1, 'Dê um nome à equipe'),
    z.maxLength(MAX_NAME, `O nome deve ter no máximo ${MAX_NAME} caracteres`),
    // Not a pattern: some programs that read the OpenAPI document refuse its classes of characters.
    z.refine((name) => !/\p{Cc}/u.test(name), 'Use só letras, números e sinais'),
    // Email clients turn addresses into links, which would appear under our name.
    z.refine((name) => !/:\/\/|www\./i.test(name), 'Use um nome sem endereço de site'),
  ),
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/members',
  access: 'user',
  role: 'view',
  summary: 'Returns the members of the workspace; only its owner also gets the open invitations.',
  data: z.object({
    /** Null until the owner sets a name. */
    name: z.nullable(z.string()),
    members: z.array(teamMember),
    invitations: z.array(invitation),
  }),
});

export const nameTeam = endpoint({
  method: 'PUT',
  path: '/members/name',
  access: 'user',
  role: 'own',
  summary: 'Sets the name of the workspace, which is shown to users with more than one workspace.',
  body: teamName,
  data: z.object({ name: z.string() }),
});

export const inviteMember = endpoint({
  method: 'POST',
  path: '/members/invitations',
  access: 'user',
  role: 'own',
  summary:
    'Emails an invitation link that is valid for 7 days and returns the invitation. 403 PLAN_REQUIRED or EMAIL_NOT_VERIFIED, 409 MEMBER_ALREADY, INVITED_ALREADY, INVITATION_DECLINED or TEAM_FULL, 429 RATE_LIMITED from the fourth invitation to one address within a day, 503 MAIL_UNAVAILABLE.',
  status: 201,
  body: invitationRequest,
  data: z.object({ invitation }),
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/members/invitations/:id/resend',
  access: 'user',
  role: 'own',
  summary:
    'Emails a new link that is valid for 7 days and invalidates the previous one. 403 EMAIL_NOT_VERIFIED, 404 NOT_FOUND, 409 TEAM_FULL, 429 RATE_LIMITED.',
  params: idParams,
  data: z.object({ invitation }),
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/members/invitations/:id',
  access: 'user',
  role: 'own',
  summary: 'Revokes an open invitation. 404 NOT_FOUND.',
  params: idParams,
  data: z.null(),
});

export const changeRole = endpoint({
  method: 'PUT',
  path: '/members/:id',
  access: 'user',
  role: 'own',
  summary: 'Changes the role of a member. 404 NOT_FOUND, 409 OWNER_CANNOT_LEAVE.',
  params: idParams,
  body: z.strictObject({ role: invitedRole }),
  data: z.null(),
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/members/:id',
  access: 'user',
  role: 'own',
  summary:
    'Removes a member at once and revokes the API tokens of that member for this workspace. 404 NOT_FOUND, 409 OWNER_CANNOT_LEAVE.',
  params: idParams,
  data: z.null(),
});

export const transferOwnership = endpoint({
  method: 'POST',
  path: '/members/:id/owner',
  access: 'user',
  role: 'own',
  summary:
    'Transfers the workspace and its subscription to another member; the caller becomes an editor. The card on file is charged until the new owner changes it. 403 WRONG_PASSWORD or SIGN_IN_AGAIN, 404 NOT_FOUND.',
  params: idParams,
  body: reauthentication,
  data: z.object({ user }),
});

export const leaveTeam = endpoint({
  method: 'POST',
  path: '/members/leave',
  access: 'user',
  role: 'view',
  summary:
    'Ends the membership of the caller and returns the user in another workspace. 409 OWNER_CANNOT_LEAVE.',
  data: z.object({ user }),
});

export const chooseWorkspace = endpoint({
  method: 'POST',
  path: '/workspaces/:id/choose',
  access: 'user',
  role: 'self',
  summary:
    'Switches the caller to another workspace and returns the user. 404 NOT_FOUND when the caller is not a member of it.',
  params: idParams,
  data: z.object({ user }),
});

const auditEntry = z.object({
  _id: z.string(),
  at: instant,
  /** An email address, or a description of the actor where there is none. */
  who: z.string(),
  byProgram: z.boolean(),
  /** The predicate of a sentence whose subject is the actor. */
  text: z.string(),
  /** Null where the entry concerns no post, or a deleted one. */
  postId: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const readAudit = endpoint({
  method: 'GET',
  path: '/members/audit',
  access: 'user',
  role: 'own',
  summary:
    'Returns the audit log of the workspace for the last 12 months, newest first, 30 entries per page.',
  query: z.strictObject({
    before: z.optional(text().check(z.regex(/^\d{1,18}$/, 'Página desconhecida'))),
  }),
  data: z.object({ entries: z.array(auditEntry), hasMore: z.boolean() }),
});

const invitationToken = z.strictObject({
  token: text().check(z.minLength(1), z.maxLength(200)),
});

export const readInvitation = endpoint({
  method: 'POST',
  path: '/invitations/read',
  access: 'public',
  summary:
    'Returns the workspace, the role and the email address of an invitation link. 404 INVITATION_INVALID, 409 INVITATION_ENDED.',
  body: invitationToken,
  data: z.object({
    /** The invited address: only its user can accept. */
    email: z.string(),
    role: z.enum(invitedRoles),
    team: z.string(),
    invitedBy: z.nullable(z.string()),
    hasAccount: z.boolean(),
  }),
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/accept',
  access: 'user',
  role: 'self',
  summary:
    'Accepts an invitation and returns the user as a member of its workspace. 403 INVITATION_OTHER_ADDRESS, 404 INVITATION_INVALID, 409 INVITATION_ENDED, MEMBER_ALREADY or TEAM_FULL.',
  body: invitationToken,
  data: z.object({ user }),
});

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/invitations/decline',
  access: 'public',
  summary: 'Declines an invitation. 404 INVITATION_INVALID, 409 INVITATION_ENDED.',
  body: invitationToken,
  data: z.null(),
});
