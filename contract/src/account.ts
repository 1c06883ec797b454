import * as z from 'zod/mini';
import { email, newPassword } from './auth.ts';
import { endpoint } from './endpoint.ts';

/** Minutes for which the link that confirms a new address holds. */
export const EMAIL_LINK_MINUTES = 60;

/** Which mails a user gets beside those that the account's safety demands. */
const notifications = z.object({
  postFailed: z.boolean(),
  postAtRisk: z.boolean(),
  weeklySummary: z.boolean(),
});
export type Notifications = z.output<typeof notifications>;

/** An address that holds once the link sent to it has been opened. */
const pendingEmail = z.object({ email: z.string(), expiresAt: z.iso.datetime() });

const account = z.object({
  /** False for whoever only ever signed in with Google. */
  hasPassword: z.boolean(),
  notifications,
  pendingEmail: z.nullable(pendingEmail),
});

const session = z.object({
  _id: z.string(),
  /** In words: `Chrome no Windows`. */
  device: z.string(),
  /** To within a few minutes. */
  lastUsedAt: z.iso.datetime(),
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type DeviceSession = z.output<typeof session>;

/** The password that is in use; only its holder knows by which rules it was made. */
const ownPassword = z
  .string('Senha é obrigatória')
  .check(
    z.minLength(1, 'Senha é obrigatória'),
    z.maxLength(128, 'Senha deve ter no máximo 128 caracteres'),
  );

export const passwordChange = z.strictObject({ currentPassword: ownPassword, newPassword });
export const emailChange = z.strictObject({ email, password: ownPassword });

export const getAccount = endpoint({
  method: 'GET',
  path: '/account',
  access: 'user',
  summary: 'What the account page shows beside the user.',
  data: account,
});

export const setNotifications = endpoint({
  method: 'PUT',
  path: '/account/notifications',
  access: 'user',
  summary: 'Turns mails on or off; what is not named stays.',
  body: z.strictObject({
    postFailed: z.optional(z.boolean()),
    postAtRisk: z.optional(z.boolean()),
    weeklySummary: z.optional(z.boolean()),
  }),
  data: z.object({ notifications }),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/account/sessions',
  access: 'user',
  summary: 'The live sessions of the caller, the one that asks first.',
  data: z.object({ sessions: z.array(session) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/account/sessions/:id',
  access: 'user',
  summary: 'Logs one device out; 404 NOT_FOUND when it has no live session of the caller.',
  params: z.object({ id: z.uuid('Dados inválidos') }),
  data: z.null(),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/account/sessions',
  access: 'user',
  summary: 'Logs every device out but the one that asks.',
  data: z.object({ ended: z.int() }),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/account/password',
  access: 'user',
  summary: 'Sets a new password and ends the other sessions; 403 WRONG_PASSWORD, 409 NO_PASSWORD.',
  body: passwordChange,
  data: z.null(),
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/account/email',
  access: 'user',
  summary:
    'Sends a link to a new address, which holds once it is opened; 403 WRONG_PASSWORD, 409 NO_PASSWORD, 409 EMAIL_TAKEN, 400 EMAIL_UNCHANGED.',
  status: 202,
  body: emailChange,
  data: z.object({ pendingEmail }),
});

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/account/email',
  access: 'user',
  summary: 'Takes the change of address back; its link holds no more.',
  data: z.null(),
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/account/email/confirm',
  access: 'public',
  summary:
    'Changes the address by the link that was sent to it, and ends every other session; 400 EMAIL_LINK_INVALID, 409 EMAIL_TAKEN.',
  body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  data: z.object({ email: z.string() }),
});
