import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { planIds } from './plans.ts';

const PASSWORD_MIN = 6;
/** Longer passwords are refused so that hashing cannot be used to exhaust the server. */
const PASSWORD_MAX = 128;

/** The specification's e-mail rule: it must look like x@y.z. */
export const email = z
  .string('E-mail é obrigatório')
  .check(
    z.trim(),
    z.minLength(1, 'E-mail é obrigatório'),
    z.maxLength(254, 'E-mail inválido'),
    z.regex(/^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/, 'E-mail inválido'),
  );

const loginPassword = z
  .string('Senha é obrigatória')
  .check(
    z.minLength(1, 'Senha é obrigatória'),
    z.minLength(PASSWORD_MIN, 'Senha deve ter no mínimo 6 caracteres'),
    z.maxLength(PASSWORD_MAX, 'Senha deve ter no máximo 128 caracteres'),
  );

/** What the checklist under the password shows, in the order shown. */
export const passwordRules = [
  { label: `${PASSWORD_MIN} caracteres`, holds: (text: string) => text.length >= PASSWORD_MIN },
  { label: '1 maiúscula', holds: (text: string) => /[A-Z]/.test(text) },
  { label: '1 minúscula', holds: (text: string) => /[a-z]/.test(text) },
  { label: '1 número', holds: (text: string) => /\d/.test(text) },
] as const;

export const newPassword = loginPassword.check(
  z.refine(
    (text) => passwordRules.every((rule) => rule.holds(text)),
    'Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula e 1 número',
  ),
);

export const credentials = z.strictObject({ email, password: loginPassword });
export const registration = z.strictObject({ email, password: newPassword });

/** The form's own rule set: the API takes no confirmation. */
export const registrationForm = z
  .strictObject({
    email,
    password: newPassword,
    confirmPassword: z.string().check(z.minLength(1, 'Confirme sua senha')),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      path: ['confirmPassword'],
      message: 'Senhas não coincidem',
      // Shown together with the other fields' faults, not only once they are gone.
      when: () => true,
    }),
  );

export const user = z.object({
  _id: z.string(),
  email: z.string(),
  plan: z.enum(planIds),
  subscriptionStatus: z.enum(['none', 'active', 'past_due', 'canceled']),
  instagramAccountId: z.nullable(z.string()),
  instagramUsername: z.nullable(z.string()),
  instagramConnectedAt: z.nullable(z.iso.datetime()),
  profilePicture: z.nullable(z.string()),
});
export type User = z.output<typeof user>;

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  summary: 'Creates an account; 409 EMAIL_TAKEN when the address has one.',
  status: 201,
  body: registration,
  data: z.object({ user }),
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Opens a session; 401 INVALID_CREDENTIALS.',
  body: credentials,
  data: z.object({ user, token: z.string() }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  summary: 'Ends the session whose token is sent.',
  data: z.null(),
});

export const me = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  summary: 'The user of the session.',
  data: z.object({ user }),
});
