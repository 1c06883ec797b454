import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { planIds } from '../billing/plans.ts';
import { roles } from '../shared/roles.ts';
import { text } from '../shared/text-fields.ts';

const PASSWORD_MIN = 6;
/** Longer passwords are refused so that hashing cannot be used to exhaust the server. */
const PASSWORD_MAX = 128;

const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/** The email rule of the specification: the text must look like x@y.z and contain no invisible character. */
export const email = z.string('E-mail é obrigatório').check(
  z.trim(),
  z.minLength(1, 'E-mail é obrigatório'),
  // Validation stops here for longer texts: the pattern below takes quadratic time.
  z.maxLength(254, { error: 'E-mail inválido', abort: true }),
  z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'E-mail inválido'),
  z.refine((address) => !INVISIBLE_CHARACTERS.test(address), 'E-mail inválido'),
);

const loginPassword = text('Senha é obrigatória').check(
  z.minLength(1, 'Senha é obrigatória'),
  z.minLength(PASSWORD_MIN, 'Senha deve ter no mínimo 6 caracteres'),
  z.maxLength(PASSWORD_MAX, 'Senha deve ter no máximo 128 caracteres'),
);

export const passwordRules = [
  { label: `${PASSWORD_MIN} caracteres`, isMet: (text: string) => text.length >= PASSWORD_MIN },
  { label: '1 maiúscula', isMet: (text: string) => /[A-Z]/.test(text) },
  { label: '1 minúscula', isMet: (text: string) => /[a-z]/.test(text) },
  { label: '1 número', isMet: (text: string) => /\d/.test(text) },
] as const;

export const newPassword = loginPassword.check(
  z.refine(
    (text) => passwordRules.every((rule) => rule.isMet(text)),
    'Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula e 1 número',
  ),
);

export const credentials = z.strictObject({ email, password: loginPassword });
export const registration = z.strictObject({ email, password: newPassword });

const confirmPassword = text().check(z.minLength(1, 'Confirme sua senha'));

const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  {
    path: ['confirmPassword'],
    message: 'Senhas não coincidem',
    // The check runs even while other fields have errors, so that all errors appear together.
    when: () => true,
  },
);

export const registrationForm = z
  .strictObject({ email, password: newPassword, confirmPassword })
  .check(passwordsMatch);

export const passwordRecoveryRequest = z.strictObject({ email });

const NO_TOKEN = 'Token de recuperação não encontrado na URL';
const passwordResetRequest = z.strictObject({
  token: text(NO_TOKEN).check(z.minLength(1, NO_TOKEN), z.maxLength(200, 'Token inválido')),
  password: newPassword,
});

export const newPasswordForm = z
  .strictObject({ password: newPassword, confirmPassword })
  .check(passwordsMatch);

const membership = z.object({
  _id: z.string(),
  /** The name of the workspace, or the email address of its owner where it has none. */
  name: z.string(),
  role: z.enum(roles),
});

/** A user in one workspace: plan and Instagram account are those of the workspace. */
export const user = z.object({
  _id: z.string(),
  email: z.string(),
  /** False until the owner of the mailbox has shown that it is theirs. */
  isEmailVerified: z.boolean(),
  plan: z.enum(planIds),
  subscriptionStatus: z.enum(['none', 'active', 'past_due', 'canceled']),
  instagramAccountId: z.nullable(z.string()),
  instagramUsername: z.nullable(z.string()),
  instagramConnectedAt: z.nullable(z.iso.datetime()),
  profilePicture: z.nullable(z.string()),
  /** The effective role in this workspace, as limited by its plan. */
  role: z.enum(roles),
  workspace: z.string(),
  /** All workspaces of the user, the own one first. */
  workspaces: z.array(membership),
  memberCount: z.int(),
  /** Number of Instagram accounts connected in this workspace; the first one is the account above. */
  accounts: z.int(),
});
export type User = z.output<typeof user>;

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  summary:
    'Creates a user and returns it. 409 EMAIL_TAKEN when the email address belongs to a user.',
  status: 201,
  body: registration,
  data: z.object({ user }),
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Opens a session and returns its token with the user. 401 INVALID_CREDENTIALS.',
  body: credentials,
  data: z.object({ user, token: z.string() }),
});

export const openSession = endpoint({
  method: 'POST',
  path: '/auth/session',
  access: 'public',
  summary:
    'Opens a session with the one-time token of a sign-in redirect. The token is valid once, for 60 s, in the browser that started the sign-in. 401 HANDOFF_INVALID.',
  body: z.strictObject({ token: text().check(z.minLength(1), z.maxLength(200)) }),
  data: z.object({ user, token: z.string() }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  role: 'self',
  summary: 'Ends the session of the token in the request.',
  data: z.null(),
});

export const me = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  role: 'view',
  summary: 'Returns the user of the session.',
  data: z.object({ user }),
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  summary:
    'Emails a password reset link; the response is the same for an unknown address. 409 GOOGLE_ACCOUNT, with accountType, when the user signs in with Google.',
  body: passwordRecoveryRequest,
  message:
    'Se este e-mail tiver uma conta, o link para criar uma nova senha chega em instantes. Ele vale por 30 minutos. Confira também a caixa de spam: enviamos um link a cada 15 minutos, no máximo.',
  data: z.null(),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  summary:
    'Sets a new password with the token of a reset link and ends every session. In the browser that requested the link it opens a new one. When this verifies the email address for the first time, it also removes what another person could have set up in the user account, and returns what it removed. 400 RESET_TOKEN_INVALID.',
  body: passwordResetRequest,
  data: z.object({
    token: z.optional(z.string()),
    user: z.optional(user),
    /** One sentence that names what was removed when the email address was verified for the first time. */
    cleared: z.optional(z.string()),
  }),
});
