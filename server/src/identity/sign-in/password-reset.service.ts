import type { User } from '@pontual/contract/identity/auth.ts';
import { notify } from '../../notifications/notify.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Visitor } from '../../platform/http/origin.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import type { VerifyEmail } from './email-verification.ts';
import { removedAccessSentence } from '../../notifications/removed-access.presenter.ts';
import { startSession } from './start-session.ts';
import { hashPassword } from './passwords.ts';
import { endPendingAccess } from './pending-access.repository.ts';
import { createPasswordResetRepository } from './password-reset.repository.ts';

export type PasswordReset = ReturnType<typeof createPasswordReset>;

interface ResetAttempt {
  token: string;
  browser: string | undefined;
  visitor: Visitor;
}

export function createPasswordReset(deps: {
  database: Database;
  wakeUps: Pick<WakeUps, 'send'>;
  auth: { userById(userId: string): Promise<User> };
  verifyEmail: VerifyEmail;
}) {
  const { database, wakeUps, auth, verifyEmail } = deps;
  const repository = createPasswordResetRepository(database.db);

  return {
    /**
     * `browser` identifies the requesting browser later; it keeps the value of an earlier request. Neither the response nor its duration reveals
     * whether a user exists, except a user without a password. @throws AppError GOOGLE_ACCOUNT
     */
    async requestReset(email: string, browser = newToken()): Promise<{ browser: string }> {
      const resetId = newId();
      await database.inTransaction(async (tx) => {
        const resetRequest = { email, resetId, browserHash: hashToken(browser) };
        const account = await createPasswordResetRepository(tx).createRequest(resetRequest);
        if (account?.has_password === false) {
          throw new AppError('GOOGLE_ACCOUNT', { accountType: 'google' });
        }
        // For an unknown address, too, so that both requests take equally long.
        await notify(tx, { kind: 'password-reset-requested', resetId });
      });
      // The user waits for the email.
      wakeUps.send([{ topic: 'work' }]);
      return { browser };
    },

    /**
     * Ends all sessions; the browser that requested the link gets a new one. `cleared` lists the access that
     * the first verification of the address removed. @throws AppError RESET_TOKEN_INVALID
     */
    async reset(
      attempt: ResetAttempt,
      password: string,
    ): Promise<{ user?: User; token?: string; cleared?: string }> {
      const tokenHash = hashToken(attempt.token);
      // Hashing is expensive, so an invalid token is refused first.
      if (!(await repository.isLive(tokenHash))) throw new AppError('RESET_TOKEN_INVALID');
      const passwordHash = await hashPassword(password);
      const { userId, token, verification } = await database.inTransaction(async (tx) => {
        const resets = createPasswordResetRepository(tx);
        await resets.lockUserOf(tokenHash);
        const consumed = await resets.consume(tokenHash);
        if (consumed === undefined) throw new AppError('RESET_TOKEN_INVALID');
        const { user_id: userId, browser_hash: browserHash } = consumed;
        const verification = await verifyEmail(tx, userId);
        await resets.setPasswordAndEndSessions(userId, passwordHash);
        if (verification === undefined) await endPendingAccess(tx, userId);
        const { removed } = verification ?? {};
        await notify(tx, { kind: 'password-changed-by-link', userId, removed });
        const isSameBrowser =
          attempt.browser !== undefined && hashToken(attempt.browser).equals(browserHash);
        if (!isSameBrowser) return { userId, verification };
        const { visitor } = attempt;
        return {
          userId,
          verification,
          token: await startSession(tx, { userId, passwordHash, visitor }),
        };
      });
      wakeUps.send(
        (verification?.workspaceIds ?? []).map((id) => ({ topic: 'account', workspaceId: id })),
      );
      const cleared = verification && removedAccessSentence(verification.removed);
      return {
        ...(token === undefined ? {} : { user: await auth.userById(userId), token }),
        ...(cleared === undefined ? {} : { cleared }),
      };
    },

    forgetExpired: () => repository.forgetExpired(),
  };
}
