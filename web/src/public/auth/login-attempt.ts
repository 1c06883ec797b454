import { credentials, login, type User } from '@pontual/contract/identity/auth.ts';
import { call } from '../../api/client.ts';
import { createValidator } from '../../ui/create-validator.ts';
import type { FormFailure } from '../../ui/use-form.ts';
import { toAuthFailure } from './auth-errors.ts';

export const validateCredentials = createValidator(credentials);

/** Time in ms for which the form stays disabled after a failed attempt (specification, section 9). */
const FAILED_WAIT_MS = 1000;

export const attemptLogin = (body: {
  email: string;
  password: string;
}): Promise<{ user: User; token: string }> => call(login, { body });

export const toLoginFailure = (error: unknown): FormFailure => ({
  ...toAuthFailure(error),
  focus: 'password',
  waitMs: FAILED_WAIT_MS,
});
