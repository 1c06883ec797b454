import { notify } from '../../notifications/notify.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import { hashToken, newId } from '../../platform/ids.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { createUserRepository } from '../users/user.repository.ts';
import { createEmailVerificationRepository } from './email-verification.repository.ts';
import { createVerificationLinksRepository } from './verification-links.repository.ts';

export type VerificationLinks = ReturnType<typeof createVerificationLinks>;

/** Stores the request of an email with a link. Returns false when the last one is less than 15 minutes old. */
export async function requestVerificationLink(tx: Tx, userId: string): Promise<boolean> {
  const verificationId = newId();
  const links = createVerificationLinksRepository(tx);
  if (!(await links.insertRequest(userId, verificationId))) return false;
  await notify(tx, { kind: 'email-verification-requested', verificationId });
  return true;
}

export function createVerificationLinks(deps: {
  database: Database;
  wakeUps: Pick<WakeUps, 'send'>;
}) {
  const { database, wakeUps } = deps;

  return {
    /** @throws AppError EMAIL_VERIFIED or VERIFICATION_SENT */
    async request({ userId }: AuthenticatedSession): Promise<void> {
      await database.inTransaction(async (tx) => {
        if (await createEmailVerificationRepository(tx).isVerified(userId)) {
          throw new AppError('EMAIL_VERIFIED');
        }
        if (!(await requestVerificationLink(tx, userId))) throw new AppError('VERIFICATION_SENT');
      });
      // The user waits for the email.
      wakeUps.send([{ topic: 'work' }]);
    },

    /**
     * Verifies the address and removes nothing: mailbox and session of the account belong to one person.
     * Without the session the mailbox alone changes nothing here (decision 043).
     * @throws AppError VERIFICATION_LINK_INVALID or VERIFICATION_ELSEWHERE
     */
    async verify(token: string, caller: AuthenticatedSession | undefined): Promise<string> {
      const verified = await database.inTransaction(async (tx) => {
        const found = await createVerificationLinksRepository(tx).findUser(hashToken(token));
        if (found === undefined) throw new AppError('VERIFICATION_LINK_INVALID');
        const { userId, email } = found;
        if (caller?.userId !== userId) throw new AppError('VERIFICATION_ELSEWHERE');
        await createEmailVerificationRepository(tx).markVerified(userId);
        return { email, workspaceIds: await createUserRepository(tx).workspacesOf(userId) };
      });
      const { email, workspaceIds } = verified;
      wakeUps.send(workspaceIds.map((workspaceId) => ({ topic: 'account', workspaceId })));
      return email;
    },

    forgetExpired: () => createVerificationLinksRepository(database.db).forgetExpired(),
  };
}
