import { passwordMatches } from '../sign-in/passwords.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** What a user can prove their identity with: the password hash, and whether this session began recently. */
export interface UserCredentials {
  email: string;
  password_hash: string | null;
  began_lately: boolean;
}

/**
 * Requires a fresh proof of identity in an open session: the password or, for a user without one, a sign-in
 * with Google within the last ten minutes. `field` is the form field of the password.
 * @throws AppError WRONG_PASSWORD or SIGN_IN_AGAIN
 */
export async function reauthenticate(
  credentials: UserCredentials | undefined,
  password: string | undefined,
  field: string,
): Promise<{ email: string; passwordHash: string | null }> {
  if (credentials === undefined) throw new AppError('UNAUTHENTICATED');
  const { email, password_hash: passwordHash } = credentials;
  if (passwordHash === null) {
    if (credentials.began_lately) return { email, passwordHash };
    throw new AppError('SIGN_IN_AGAIN');
  }
  if (await passwordMatches(passwordHash, password ?? '')) return { email, passwordHash };
  const error = new AppError('WRONG_PASSWORD');
  throw new AppError('WRONG_PASSWORD', { fields: { [field]: error.message } });
}
