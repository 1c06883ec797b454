import { createAuthRepository } from '../auth/auth.repository.ts';
import { endPendingAccess } from '../auth/pending-access.ts';
import type { Database, Tx } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Notices } from '../notices/notices.ts';
import { linkedNotice, takenOverNotice } from './google.notices.ts';
import { GoogleSignInError } from './google.provider.ts';
import { createGoogleRepository } from './google.repository.ts';
import { decide, isAuthoritative, type GoogleClaims } from './google.rules.ts';

export type GoogleAccounts = ReturnType<typeof createGoogleAccounts>;

/** Which account somebody enters whom Google has named. */
export function createGoogleAccounts(deps: {
  database: Database;
  notices: Pick<Notices, 'add'>;
  /** Ends the workspace's connection to Instagram, in the same transaction. */
  disconnect(tx: Tx, workspaceId: string): Promise<void>;
}) {
  const { database, notices, disconnect } = deps;

  /**
   * The account of whoever has signed in.
   * @throws GoogleSignInError when it may not be entered; Overtaken
   */
  async function enter(tx: Tx, claims: GoogleClaims): Promise<string> {
    const accounts = createGoogleRepository(tx);
    const { issuer, subject, email } = claims;
    const known = await accounts.userOf(issuer, subject);
    if (known !== undefined) return known;
    const account = await accounts.holdAccount(email, issuer);
    // Another of their sign-ins has made it since.
    const meanwhile = account && (await accounts.userOf(issuer, subject));
    if (meanwhile !== undefined) return meanwhile;
    const decision = decide(claims, account);
    if (decision.kind === 'refuse') throw new GoogleSignInError(decision.error);
    const userId = account?.userId ?? (await create(tx, email));
    if (account !== undefined && decision.kind === 'takeOver') {
      await accounts.shutEverybodyOut(userId);
      await endPendingAccess(tx, userId);
      await disconnect(tx, account.workspaceId);
    }
    if (isAuthoritative(claims)) await accounts.markVerified(userId);
    if (!(await accounts.insertIdentity(issuer, subject, userId))) throw new Overtaken();
    if (account !== undefined) {
      const notice = decision.kind === 'takeOver' ? takenOverNotice : linkedNotice;
      await notices.add(tx, [notice(account.workspaceId, claims)]);
    }
    return userId;
  }

  /** Without a password. */
  async function create(tx: Tx, email: string): Promise<string> {
    const [userId, accounts] = [newId(), createAuthRepository(tx)];
    if (!(await accounts.insertUser({ id: userId, email, passwordHash: null }))) {
      throw new Overtaken();
    }
    await accounts.insertWorkspace(newId(), userId);
    return userId;
  }

  return {
    /**
     * The user, who may be new.
     * @throws GoogleSignInError
     */
    enter(claims: GoogleClaims): Promise<string> {
      const attempt = () => database.inTransaction((tx) => enter(tx, claims));
      // Whoever was overtaken finds what the other has made.
      return attempt().catch((error: unknown) => {
        if (error instanceof Overtaken) return attempt();
        throw error;
      });
    },
  };
}

/** Undoes a transaction of which somebody else was faster. */
class Overtaken extends Error {}
