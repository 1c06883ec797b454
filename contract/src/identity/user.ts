import * as z from 'zod/mini';
import { email, newPassword } from './auth.ts';
import { endpoint } from '../shared/endpoint.ts';
import { text } from '../shared/text-fields.ts';

/** Minutes for which the link that confirms a new email address is valid. */
export const EMAIL_LINK_MINUTES = 60;
/** Minutes within which a data export can be started through its link. */
export const EXPORT_LINK_MINUTES = 10;

const notificationPreferences = z.object({
  postFailed: z.boolean(),
  postAtRisk: z.boolean(),
  weeklySummary: z.boolean(),
});
export type NotificationPreferences = z.output<typeof notificationPreferences>;

/** A new email address that takes effect when its confirmation link is opened. */
const pendingEmail = z.object({ email: z.string(), expiresAt: z.iso.datetime() });

const userSettings = z.object({
  /** False for users who have only signed in with Google. */
  hasPassword: z.boolean(),
  notifications: notificationPreferences,
  pendingEmail: z.nullable(pendingEmail),
});

const session = z.object({
  _id: z.string(),
  /** A readable description: `Chrome no Windows`. */
  device: z.string(),
  /** Accurate to a few minutes. */
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type DeviceSession = z.output<typeof session>;

/** The current password; the rules of its time apply, so only its presence is checked. */
const ownPassword = text('Senha é obrigatória').check(
  z.minLength(1, 'Senha é obrigatória'),
  z.maxLength(128, 'Senha deve ter no máximo 128 caracteres'),
);

/**
 * Proof of identity: the password, or for a user without one a sign-in with Google
 * within the last ten minutes (403 SIGN_IN_AGAIN).
 */
const reauthPassword = z.optional(ownPassword);

export const passwordChange = z.strictObject({ currentPassword: reauthPassword, newPassword });
export const emailChange = z.strictObject({ email, password: ownPassword });
/** The body of requests that need only a proof of identity. */
export const reauthentication = z.strictObject({ password: reauthPassword });

export const getUserSettings = endpoint({
  method: 'GET',
  path: '/account',
  access: 'user',
  role: 'self',
  summary: 'What the account page shows beside the user.',
  data: userSettings,
});

export const setNotifications = endpoint({
  method: 'PUT',
  path: '/account/notifications',
  access: 'user',
  role: 'self',
  summary: 'Turns mails on or off; what is not named stays.',
  body: z.strictObject({
    postFailed: z.optional(z.boolean()),
    postAtRisk: z.optional(z.boolean()),
    weeklySummary: z.optional(z.boolean()),
  }),
  data: z.object({ notifications: notificationPreferences }),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/account/sessions',
  access: 'user',
  role: 'self',
  summary: 'The live sessions of the caller, the one that asks first.',
  data: z.object({ sessions: z.array(session) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/account/sessions/:id',
  access: 'user',
  role: 'self',
  summary: 'Logs one device out; 404 NOT_FOUND when it has no live session of the caller.',
  params: z.object({ id: z.uuid('Dados inválidos') }),
  data: z.null(),
});

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/account/sessions',
  access: 'user',
  role: 'self',
  summary: 'Logs every device out but the one that asks; with includeCurrent that one too.',
  query: z.strictObject({
    includeCurrent: z._default(z.enum(['true', 'false'], 'Dados inválidos'), 'false'),
  }),
  data: z.object({ ended: z.int() }),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/account/password',
  access: 'user',
  role: 'self',
  summary:
    'Sets a new password, or a first one, and ends the other sessions; 403 WRONG_PASSWORD or SIGN_IN_AGAIN.',
  body: passwordChange,
  data: z.null(),
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/account/email',
  access: 'user',
  role: 'self',
  summary:
    'Sends a link to a new address, which holds once it is opened; 403 WRONG_PASSWORD, 409 NO_PASSWORD, 409 EMAIL_TAKEN, 400 EMAIL_UNCHANGED.',
  status: 202,
  body: emailChange,
  data: z.object({ pendingEmail }),
});

export const getDeletionImpact = endpoint({
  method: 'GET',
  path: '/account/deletion',
  access: 'user',
  role: 'self',
  summary:
    'What would end with the account: of every workspace that the caller answers for, and of no other.',
  data: z.object({
    /** Number of posts that would not be published. */
    scheduled: z.int(),
    isPaying: z.boolean(),
    /** The workspaces that have other members. */
    teams: z.array(
      z.object({
        _id: z.string(),
        /** Null until the owner sets a name. */
        name: z.nullable(z.string()),
        /** Number of members besides the caller who would lose access. */
        others: z.int(),
      }),
    ),
  }),
});

export const deleteUser = endpoint({
  method: 'POST',
  path: '/account/deletion',
  access: 'user',
  role: 'self',
  summary:
    'Asks for the deletion of the account, and of the workspaces that the caller answers for: nobody is logged in any more, nothing more goes out, and their people are told by mail; 403 WRONG_PASSWORD or SIGN_IN_AGAIN. Whoever has the code sees how far it is.',
  status: 202,
  body: reauthentication,
  data: z.object({ code: z.string() }),
});

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/account/email',
  access: 'user',
  role: 'self',
  summary: 'Takes the change of address back; its link holds no more.',
  data: z.null(),
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/account/email/confirm',
  access: 'public',
  summary:
    'Changes the address by the link that was sent to it, and ends every other session; 400 EMAIL_LINK_INVALID, 409 EMAIL_TAKEN.',
  body: z.strictObject({ token: text().check(z.maxLength(200)) }),
  data: z.object({ email: z.string() }),
});

export const exportData = endpoint({
  method: 'POST',
  path: '/account/export',
  access: 'user',
  role: 'self',
  summary:
    'A link by which the browser downloads everything of the caller as a ZIP; 403 WRONG_PASSWORD or SIGN_IN_AGAIN, 429 EXPORT_RUNNING, 503 EXPORT_BUSY.',
  body: reauthentication,
  data: z.object({
    /** The link becomes invalid with the session that requested it, and when the password changes. */
    url: z.string(),
    expiresAt: z.iso.datetime(),
  }),
});
