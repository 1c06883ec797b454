import * as z from 'zod/mini';
import { email, newPassword } from './auth.ts';
import { endpoint } from '../shared/endpoint.ts';
import { text } from '../shared/text-fields.ts';

export const EMAIL_LINK_MINUTES = 60;
export const VERIFICATION_LINK_DAYS = 7;
export const VERIFICATION_INTERVAL_MINUTES = 15;
export const EXPORT_LINK_MINUTES = 10;

const notificationPreferences = z.object({
  postFailed: z.boolean(),
  postAtRisk: z.boolean(),
  weeklySummary: z.boolean(),
});
export type NotificationPreferences = z.output<typeof notificationPreferences>;

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

/** The password; a user without one has signed in within the last 10 minutes (403 SIGN_IN_AGAIN). */
const reauthPassword = z.optional(ownPassword);

export const passwordChange = z.strictObject({ currentPassword: reauthPassword, newPassword });
export const emailChange = z.strictObject({ email, password: ownPassword });
export const reauthentication = z.strictObject({ password: reauthPassword });

export const getUserSettings = endpoint({
  method: 'GET',
  path: '/account',
  access: 'user',
  role: 'self',
  summary:
    'Returns the settings of the user: password state, email preferences and a pending email change.',
  data: userSettings,
});

export const setNotifications = endpoint({
  method: 'PUT',
  path: '/account/notifications',
  access: 'user',
  role: 'self',
  summary:
    'Turns email notifications on or off and returns the preferences; omitted fields stay unchanged.',
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
  summary: 'Returns the active sessions of the caller, the current one first.',
  data: z.object({ sessions: z.array(session) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/account/sessions/:id',
  access: 'user',
  role: 'self',
  summary:
    'Ends one session of the caller. 404 NOT_FOUND when the caller has no active session with this id.',
  params: z.object({ id: z.uuid('Dados inválidos') }),
  data: z.null(),
});

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/account/sessions',
  access: 'user',
  role: 'self',
  summary:
    'Ends all other sessions of the caller, with includeCurrent also the current one, and returns their number.',
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
    'Sets a new or a first password and ends the other sessions. 403 WRONG_PASSWORD or SIGN_IN_AGAIN.',
  body: passwordChange,
  data: z.null(),
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/account/email',
  access: 'user',
  role: 'self',
  summary:
    'Emails a confirmation link to a new address; the change takes effect when the link is opened. 403 WRONG_PASSWORD, 409 NO_PASSWORD, 409 EMAIL_TAKEN, 400 EMAIL_UNCHANGED.',
  status: 202,
  body: emailChange,
  data: z.object({ pendingEmail }),
});

export const getDeletionImpact = endpoint({
  method: 'GET',
  path: '/account/deletion',
  access: 'user',
  role: 'self',
  summary: 'Returns what a deletion of the user would end in every workspace that the caller owns.',
  data: z.object({
    /** Number of posts that would not be published. */
    scheduled: z.int(),
    isPaying: z.boolean(),
    /** The workspaces that have other members. */
    teams: z.array(
      z.object({
        _id: z.string(),
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
    'Requests the deletion of the user and of the workspaces that the caller owns, and returns a code that shows its progress. All sessions end, no more posts are published, and the other members are notified by email. 403 WRONG_PASSWORD or SIGN_IN_AGAIN.',
  status: 202,
  body: reauthentication,
  data: z.object({ code: z.string() }),
});

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/account/email',
  access: 'user',
  role: 'self',
  summary: 'Cancels a pending email change and invalidates its link.',
  data: z.null(),
});

export const requestVerification = endpoint({
  method: 'POST',
  path: '/account/email/verification',
  access: 'user',
  role: 'self',
  summary:
    'Emails a link that verifies the address of the caller; at most one in 15 minutes. 409 EMAIL_VERIFIED, 429 VERIFICATION_SENT.',
  status: 202,
  data: z.null(),
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/account/email/verify',
  access: 'public',
  summary:
    'Verifies the address of a user with the token of an emailed link, in a session of that user. 400 VERIFICATION_LINK_INVALID, 403 VERIFICATION_ELSEWHERE without such a session.',
  body: z.strictObject({ token: text().check(z.maxLength(200)) }),
  data: z.object({ email: z.string() }),
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/account/email/confirm',
  access: 'public',
  summary:
    'Changes the email address with the token of a confirmation link and ends every other session. 400 EMAIL_LINK_INVALID, 409 EMAIL_TAKEN.',
  body: z.strictObject({ token: text().check(z.maxLength(200)) }),
  data: z.object({ email: z.string() }),
});

export const exportData = endpoint({
  method: 'POST',
  path: '/account/export',
  access: 'user',
  role: 'self',
  summary:
    'Returns a link that downloads all data of the caller as a ZIP file. 403 WRONG_PASSWORD or SIGN_IN_AGAIN, 429 EXPORT_RUNNING, 503 EXPORT_BUSY.',
  body: reauthentication,
  data: z.object({
    /** The link becomes invalid with the session that requested it, and when the password changes. */
    url: z.string(),
    expiresAt: z.iso.datetime(),
  }),
});
