import { passwordMatches } from '../sign-in/passwords.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** What an account has to prove itself by, and whether this session began just now. */
export interface UserCredentials {
  email: string;
  password_hash: string | null;
  began_lately: boolean;
}

/**
 * Whoever sits at an open session must show to be its owner: by the password or, of an account that
 * has none, by having signed in with Google within the last ten minutes. `field` is that of the
 * form in which the password was given.
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
