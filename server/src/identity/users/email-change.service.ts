import type { changeEmail } from '@pontual/contract/identity/user.ts';
import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import { enqueueBillingEmailSync } from '../../billing/sync/email-sync.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { endPendingAccess } from '../sign-in/pending-access.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import type { UserEmails } from '../../notifications/user-emails.ts';
import { createUserRepository } from './user.repository.ts';
import { createEmailChangeRepository } from './email-change.repository.ts';
import { reauthenticate } from './reauthenticate.ts';

export type EmailChangeService = ReturnType<typeof createEmailChangeService>;

/** An account's new address: it holds once the link that was sent to it has been opened. */
export function createEmailChangeService(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  mail: UserEmails;
  wakeUps: Pick<WakeUps, 'send'>;
  log: Log;
}) {
  const { database, jobs, mail, wakeUps, log } = deps;
  const users = createUserRepository(database.db);
  const changes = createEmailChangeRepository(database.db);

  return {
    /** @throws AppError WRONG_PASSWORD, NO_PASSWORD, EMAIL_UNCHANGED, EMAIL_TAKEN, MAIL_UNAVAILABLE */
    async requestChange(
      caller: AuthenticatedSession,
      input: RequestOf<typeof changeEmail>['body'],
    ): Promise<DataOf<typeof changeEmail>> {
      // First the password: nobody else learns which addresses have accounts.
      const { userId } = caller;
      const found = await users.credentials(caller);
      const { email: oldEmail, passwordHash } = await reauthenticate(
        found,
        input.password,
        'password',
      );
      // The new address ends the way in at Google, and there would be no other.
      if (passwordHash === null) throw new AppError('NO_PASSWORD');
      if (input.email.toLowerCase() === oldEmail.toLowerCase())
        throw emailFieldError('EMAIL_UNCHANGED');
      if (await changes.hasUser(input.email)) throw emailFieldError('EMAIL_TAKEN', TAKEN);
      const token = newToken();
      // Before anything changes: without a link an earlier change goes on, and nobody is told.
      try {
        await mail.sendLink(input.email, token);
      } catch (error) {
        log.error({ error }, 'the link that confirms an address was not sent');
        throw new AppError('MAIL_UNAVAILABLE');
      }
      const expiresAt = await database.inTransaction(async (tx) => {
        const change = {
          userId,
          newEmail: input.email,
          tokenHash: hashToken(token),
          passwordHash,
        };
        const until = await createEmailChangeRepository(tx).save(change);
        await mail.enqueue(tx, oldEmail, { kind: 'email-asked', newEmail: input.email });
        return until;
      });
      return { pendingEmail: { email: input.email, expiresAt: expiresAt.toISOString() } };
    },

    forgetExpired: () => changes.forgetExpired(),

    cancel: ({ userId }: AuthenticatedSession) => changes.forget(userId),

    /**
     * By the link's token, whoever opens it; of the sessions only that in which it was opened stays. A
     * stranger may have asked for somebody else's address, so that opened outside the account's own
     * session it proves nothing: its owner's first way in clears out (email-verification.ts).
     * @throws AppError EMAIL_LINK_INVALID or EMAIL_TAKEN
     */
    async confirm(token: string, caller: AuthenticatedSession | undefined): Promise<string> {
      const confirmed = await database
        .inTransaction(async (tx) => {
          const users = createUserRepository(tx);
          const changes = createEmailChangeRepository(tx);
          const tokenHash = hashToken(token);
          const change = await changes.find(tokenHash);
          if (change === undefined) throw new AppError('EMAIL_LINK_INVALID');
          const { user_id: userId, new_email: newEmail } = change;
          // Used by another while this one waited for the user's row.
          if (!(await changes.forget(userId, tokenHash))) {
            throw new AppError('EMAIL_LINK_INVALID');
          }
          await changes.setEmail(userId, newEmail, caller?.userId === userId);
          await endPendingAccess(tx, userId);
          await users.endSessions(userId, { except: caller?.sessionId });
          await mail.enqueue(tx, change.old_email, { kind: 'email-changed', newEmail });
          const workspaceIds = await users.workspacesOf(userId);
          await enqueueBillingEmailSync(tx, jobs, await users.workspacesOwnedBy(userId));
          return { newEmail, workspaceIds };
        })
        .catch((error: unknown) => {
          // Registered by somebody since the link was sent.
          if (isUniqueViolation(error)) throw new AppError('EMAIL_TAKEN', { message: TAKEN });
          throw error;
        });
      const { newEmail, workspaceIds } = confirmed;
      wakeUps.send(workspaceIds.map((workspaceId) => ({ topic: 'account', workspaceId })));
      return newEmail;
    },
  };
}

/** The catalogue's sentence invites to log in, which whoever asks here has done. */
const TAKEN = 'Este e-mail já tem uma conta. Use outro e-mail.';

function emailFieldError(code: 'EMAIL_UNCHANGED' | 'EMAIL_TAKEN', message?: string): AppError {
  const fieldMessage = new AppError(code, message === undefined ? {} : { message }).message;
  return new AppError(code, { message: fieldMessage, fields: { email: fieldMessage } });
}

const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23505';
