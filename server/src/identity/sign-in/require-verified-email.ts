import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { createEmailVerificationRepository } from './email-verification.repository.ts';

/**
 * For what gives access to others or mails them: the address may belong to another person, who recovers the
 * account later (decision 043). @throws AppError EMAIL_NOT_VERIFIED
 */
export async function requireVerifiedEmail(db: Db, userId: string): Promise<void> {
  if (await createEmailVerificationRepository(db).isVerified(userId)) return;
  throw new AppError('EMAIL_NOT_VERIFIED');
}
