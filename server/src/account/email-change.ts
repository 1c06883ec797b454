import type { changeEmail } from '@pontual/contract/account.ts';
import type { DataOf, RequestOf } from '@pontual/contract/endpoint.ts';
import type { AuthenticatedSession } from '../auth/auth.service.ts';
import { sendAddress } from '../billing/billing.address.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { endPendingAccess } from '../auth/pending-access.ts';
import { hashToken, newToken } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Nudges } from '../nudges.ts';
import type { AccountNews } from './account-news.ts';
import { createAccountRepository } from './account.repository.ts';
import { createEmailChangeRepository } from './email-change.repository.ts';
import { proveOwner } from './prove-owner.ts';

export type EmailChange = ReturnType<typeof createEmailChange>;

/** An account's new address: it holds once the link that was sent to it has been opened. */
export function createEmailChange(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  mail: AccountNews;
  nudges: Pick<Nudges, 'send'>;
  log: Log;
}) {
  const { database, jobs, mail, nudges, log } = deps;
  const accounts = createAccountRepository(database.db);
  const changes = createEmailChangeRepository(database.db);

  return {
    /** @throws AppError WRONG_PASSWORD, NO_PASSWORD, EMAIL_UNCHANGED, EMAIL_TAKEN, MAIL_UNAVAILABLE */
    async ask(
      caller: AuthenticatedSession,
      wanted: RequestOf<typeof changeEmail>['body'],
    ): Promise<DataOf<typeof changeEmail>> {
      // First the password: nobody else learns which addresses have accounts.
      const { userId } = caller;
      const found = await accounts.credentials(caller);
      const { email: oldEmail, passwordHash } = await proveOwner(
        found,
        wanted.password,
        'password',
      );
      // The new address ends the way in at Google, and there would be no other.
      if (passwordHash === null) throw new AppError('NO_PASSWORD');
      if (wanted.email.toLowerCase() === oldEmail.toLowerCase()) throw ofEmail('EMAIL_UNCHANGED');
      if (await changes.hasUser(wanted.email)) throw ofEmail('EMAIL_TAKEN', TAKEN);
      const token = newToken();
      // Before anything changes: without a link an earlier change goes on, and nobody is told.
      try {
        await mail.sendLink(wanted.email, token);
      } catch (error) {
        log.error({ error }, 'the link that confirms an address was not sent');
        throw new AppError('MAIL_UNAVAILABLE');
      }
      const expiresAt = await database.inTransaction(async (tx) => {
        const change = {
          userId,
          newEmail: wanted.email,
          tokenHash: hashToken(token),
          passwordHash,
        };
        const until = await createEmailChangeRepository(tx).keep(change);
        await mail.tell(tx, oldEmail, { kind: 'email-asked', newEmail: wanted.email });
        return until;
      });
      return { pendingEmail: { email: wanted.email, expiresAt: expiresAt.toISOString() } };
    },

    forgetExpired: () => changes.forgetExpired(),

    cancel: ({ userId }: AuthenticatedSession) => changes.forget(userId),

    /**
     * By the link's token, whoever opens it; of the sessions only that in which it was opened stays. A
     * stranger may have asked for somebody else's address, so that opened outside the account's own
     * session it proves nothing: its owner's first way in clears out (first-proof.ts).
     * @throws AppError EMAIL_LINK_INVALID or EMAIL_TAKEN
     */
    async confirm(token: string, caller: AuthenticatedSession | undefined): Promise<string> {
      const confirmed = await database
        .inTransaction(async (tx) => {
          const accounts = createAccountRepository(tx);
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
          await accounts.endSessions(userId, { except: caller?.sessionId });
          await mail.tell(tx, change.old_email, { kind: 'email-changed', newEmail });
          const workspaceIds = await accounts.workspacesOf(userId);
          await sendAddress(tx, jobs, await accounts.workspacesOwnedBy(userId));
          return { newEmail, workspaceIds };
        })
        .catch((error: unknown) => {
          // Registered by somebody since the link was sent.
          if (isTaken(error)) throw new AppError('EMAIL_TAKEN', { message: TAKEN });
          throw error;
        });
      const { newEmail, workspaceIds } = confirmed;
      nudges.send(workspaceIds.map((workspaceId) => ({ topic: 'account', workspaceId })));
      return newEmail;
    },
  };
}

/** The catalogue's sentence invites to log in, which whoever asks here has done. */
const TAKEN = 'Este e-mail já tem uma conta. Use outro e-mail.';

function ofEmail(code: 'EMAIL_UNCHANGED' | 'EMAIL_TAKEN', message?: string): AppError {
  const said = new AppError(code, message === undefined ? {} : { message }).message;
  return new AppError(code, { message: said, fields: { email: said } });
}

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23505';
