import type { changeEmail } from '@pontual/contract/identity/user.ts';
import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import { enqueueBillingEmailSync } from '../../billing/sync/email-sync.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { endPendingAccess } from '../sign-in/pending-access.repository.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { notify } from '../../notifications/notify.ts';
import { createUserRepository } from './user.repository.ts';
import type { SendConfirmationLink } from './confirmation-link.ts';
import { createEmailChangeRepository } from './email-change.repository.ts';
import { reauthenticate } from './reauthenticate.ts';

export type EmailChangeService = ReturnType<typeof createEmailChangeService>;

/** The new address takes effect once the link sent to it has been opened. */
export function createEmailChangeService(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  sendLink: SendConfirmationLink;
  wakeUps: Pick<WakeUps, 'send'>;
  log: Log;
}) {
  const { database, jobs, sendLink, wakeUps, log } = deps;
  const users = createUserRepository(database.db);
  const changes = createEmailChangeRepository(database.db);

  return {
    /**
     * @throws AppError WRONG_PASSWORD, SIGN_IN_AGAIN, NO_PASSWORD, EMAIL_UNCHANGED, EMAIL_TAKEN or
     * MAIL_UNAVAILABLE
     */
    async requestChange(
      caller: AuthenticatedSession,
      input: RequestOf<typeof changeEmail>['body'],
    ): Promise<DataOf<typeof changeEmail>> {
      // The password comes first: another person must not learn which addresses have accounts.
      const { userId } = caller;
      const found = await users.credentials(caller);
      const { email: oldEmail, passwordHash } = await reauthenticate(
        found,
        input.password,
        'password',
      );
      // The change removes the Google identity, and the user would have no other way to sign in.
      if (passwordHash === null) throw new AppError('NO_PASSWORD');
      if (input.email.toLowerCase() === oldEmail.toLowerCase())
        throw emailFieldError('EMAIL_UNCHANGED');
      if (await changes.hasUser(input.email)) throw emailFieldError('EMAIL_TAKEN', TAKEN);
      const token = newToken();
      // When sending fails, an earlier request stays valid and no notification goes out.
      try {
        await sendLink(input.email, token);
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
        const addresses = { address: oldEmail, newEmail: input.email };
        await notify(tx, { kind: 'email-change-requested', userId, ...addresses });
        return until;
      });
      return { pendingEmail: { email: input.email, expiresAt: expiresAt.toISOString() } };
    },

    forgetExpired: () => changes.forgetExpired(),

    cancel: ({ userId }: AuthenticatedSession) => changes.forget(userId),

    /**
     * Works in any browser and ends all other sessions. Outside the account's own session it verifies
     * nothing: another person may have entered the address (email-verification.ts).
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
          // A concurrent request consumed the link while this one waited for the lock on the user.
          if (!(await changes.forget(userId, tokenHash))) {
            throw new AppError('EMAIL_LINK_INVALID');
          }
          await changes.setEmail(userId, newEmail, caller?.userId === userId);
          await endPendingAccess(tx, userId);
          await users.endSessions(userId, { except: caller?.sessionId });
          const addresses = { address: change.old_email, newEmail };
          // An address that was never verified may belong to a person who knows nothing of the account.
          if (change.was_verified) {
            await notify(tx, { kind: 'email-changed', userId, ...addresses });
          }
          const workspaceIds = await users.workspacesOf(userId);
          await enqueueBillingEmailSync(tx, jobs, await users.workspacesOwnedBy(userId));
          return { newEmail, workspaceIds };
        })
        .catch((error: unknown) => {
          if (isUniqueViolation(error)) throw new AppError('EMAIL_TAKEN', { message: TAKEN });
          throw error;
        });
      const { newEmail, workspaceIds } = confirmed;
      wakeUps.send(workspaceIds.map((workspaceId) => ({ topic: 'account', workspaceId })));
      return newEmail;
    },
  };
}

/** The default message of EMAIL_TAKEN invites to log in, but this caller is logged in. */
const TAKEN = 'Este e-mail já tem uma conta. Use outro e-mail.';

function emailFieldError(code: 'EMAIL_UNCHANGED' | 'EMAIL_TAKEN', message?: string): AppError {
  const fieldMessage = new AppError(code, message === undefined ? {} : { message }).message;
  return new AppError(code, { message: fieldMessage, fields: { email: fieldMessage } });
}

const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23505';
