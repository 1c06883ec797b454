import { passwordMatches } from '../sign-in/passwords.ts';
import { AppError } from '../../platform/http/app-error.ts';

export interface UserCredentials {
  email: string;
  password_hash: string | null;
  began_lately: boolean;
}

/**
 * Without a password, a sign-in with Google within the last ten minutes is the proof. `field`: of the
 * password.
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
