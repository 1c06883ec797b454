import { credentials, login, type User } from '@pontual/contract/identity/auth.ts';
import { call } from '../../api/client.ts';
import { createValidator } from '../../ui/create-validator.ts';
import type { FormFailure } from '../../ui/use-form.ts';
import { toAuthFailure } from './auth-errors.ts';

export const validateCredentials = createValidator(credentials);

export type LoginOutcome = { user: User; token: string } | { failure: FormFailure };

export async function attemptLogin(body: {
  email: string;
  password: string;
}): Promise<LoginOutcome> {
  try {
    return await call(login, { body });
  } catch (error) {
    return { failure: { ...toAuthFailure(error), focus: 'password' } };
  }
}
