import type { User } from '@pontual/contract/auth.ts';
import type { AccountNews } from '../account/account-news.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Visitor } from '../http/origin.ts';
import { hashToken, newId, newToken } from '../ids.ts';
import type { Nudges } from '../nudges.ts';
import { firstPasswordLetter } from './account-mails.letters.ts';
import type { AccountMails } from './account-mails.ts';
import type { ProveAddress } from './first-proof.ts';
import { clearedSentence } from './first-proof.words.ts';
import { openSession } from './open-session.ts';
import { hashPassword } from './passwords.ts';
import { endPendingAccess } from './pending-access.ts';
import { createRecoveryRepository } from './recovery.repository.ts';

export type Recovery = ReturnType<typeof createRecovery>;

/** Whoever resets: the link's token, and the browser with what it was given when it asked. */
interface Holder {
  token: string;
  browser: string | undefined;
  visitor: Visitor;
}

/** Forgotten passwords. */
export function createRecovery(deps: {
  database: Database;
  accountMails: AccountMails;
  accountNews: Pick<AccountNews, 'tell'>;
  nudges: Pick<Nudges, 'send'>;
  auth: { userById(userId: string): Promise<User> };
  proveAddress: ProveAddress;
  publicUrl: string;
  clock: Pick<Clock, 'now'>;
}) {
  const { database, accountMails, accountNews, nudges, auth, proveAddress } = deps;
  const { publicUrl, clock } = deps;
  const repository = createRecoveryRepository(database.db);

  return {
    /**
     * Has a link mailed to whoever has an account there. Answers what the browser that asked proves
     * itself with later; nothing in it, nor in the time it takes, tells whether there is an account.
     * @throws AppError GOOGLE_ACCOUNT
     */
    async ask(email: string): Promise<{ browser: string }> {
      const browser = newToken();
      const mailId = newId();
      await database.inTransaction(async (tx) => {
        const asked = { email, mailId, browserHash: hashToken(browser) };
        const account = await createRecoveryRepository(tx).ask(asked);
        if (account?.has_password === false) {
          throw new AppError('GOOGLE_ACCOUNT', { accountType: 'google' });
        }
        await accountMails.sendIfAny(tx, mailId);
      });
      // Somebody sits there and waits for the mail.
      nudges.send([{ topic: 'work' }]);
      return { browser };
    },

    /**
     * Sets the password of the link's user and ends all their sessions. The browser that asked for
     * the link gets a new one. Where the link proved the address for the first time, `cleared` says what
     * a stranger could have prepared and is gone.
     * @throws AppError RESET_TOKEN_INVALID
     */
    async reset(
      holder: Holder,
      password: string,
    ): Promise<{ user?: User; token?: string; cleared?: string }> {
      const tokenHash = hashToken(holder.token);
      // Hashing is dear: nobody gets it for a made-up token.
      if (!(await repository.isLive(tokenHash))) throw new AppError('RESET_TOKEN_INVALID');
      const passwordHash = await hashPassword(password);
      const { userId, token, proof } = await database.inTransaction(async (tx) => {
        const resets = createRecoveryRepository(tx);
        await resets.lockUserOf(tokenHash);
        const used = await resets.use(tokenHash);
        if (used === undefined) throw new AppError('RESET_TOKEN_INVALID');
        const { user_id: userId, browser_hash: browserHash } = used;
        const proof = await proveAddress(tx, userId);
        const email = await resets.setPasswordAndEndSessions(userId, passwordHash);
        if (proof === undefined) {
          await endPendingAccess(tx, userId);
          await accountMails.add(tx, userId, 'password-changed');
        } else {
          const said = { at: clock.now(), recoverUrl: `${publicUrl}/forgot-password` };
          const letter = firstPasswordLetter(said, proof.cleared);
          await accountNews.tell(tx, email, { kind: 'letter', letter });
        }
        const isSameBrowser =
          holder.browser !== undefined && hashToken(holder.browser).equals(browserHash);
        if (!isSameBrowser) return { userId, proof };
        const { visitor } = holder;
        return { userId, proof, token: await openSession(tx, { userId, passwordHash, visitor }) };
      });
      // Open windows of members who are out find out.
      nudges.send((proof?.workspaceIds ?? []).map((id) => ({ topic: 'account', workspaceId: id })));
      const cleared = proof && clearedSentence(proof.cleared);
      return {
        ...(token === undefined ? {} : { user: await auth.userById(userId), token }),
        ...(cleared === undefined ? {} : { cleared }),
      };
    },

    async forgetExpired(): Promise<void> {
      await accountMails.forgetUnawaited();
      await repository.forgetExpired();
    },
  };
}
