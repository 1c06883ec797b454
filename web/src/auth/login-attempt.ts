import { credentials, login, type User } from '@pontual/contract/auth.ts';
import { call } from '../api/client.ts';
import { checkBy } from '../ui/check-by.ts';
import { authFailure, type AuthFailure } from './auth-errors.ts';

export const check = checkBy(credentials);

export type LoginOutcome = { user: User; token: string } | { failure: AuthFailure };

export async function attemptLogin(body: {
  email: string;
  password: string;
}): Promise<LoginOutcome> {
  try {
    return await call(login, { body });
  } catch (error) {
    return { failure: authFailure(error) };
  }
}
