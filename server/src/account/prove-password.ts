import type { changePassword, changeEmail } from '@pontual/contract/account.ts';
import type { RequestOf } from '@pontual/contract/endpoint.ts';
import { passwordMatches } from '../auth/passwords.ts';
import { AppError } from '../http/app-error.ts';

/** The field of a form in which the password was given. */
type PasswordField =
  | keyof RequestOf<typeof changePassword>['body']
  | keyof RequestOf<typeof changeEmail>['body'];

/**
 * Whoever sits at an open session must show to be its owner.
 * @throws AppError WRONG_PASSWORD or NO_PASSWORD
 */
export async function provePassword(
  found: { email: string; password_hash: string | null } | undefined,
  password: string,
  field: PasswordField,
): Promise<{ email: string; passwordHash: string }> {
  if (found === undefined) throw new AppError('UNAUTHENTICATED');
  const { email, password_hash: passwordHash } = found;
  if (passwordHash === null) throw new AppError('NO_PASSWORD');
  if (await passwordMatches(passwordHash, password)) return { email, passwordHash };
  const error = new AppError('WRONG_PASSWORD');
  throw new AppError('WRONG_PASSWORD', { fields: { [field]: error.message } });
}
