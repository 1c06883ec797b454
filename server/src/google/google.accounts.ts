import { createAccessLog } from '../auth/access-log.ts';
import { createAuthRepository } from '../auth/auth.repository.ts';
import type { ProveAddress } from '../auth/first-proof.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Origin } from '../http/origin.ts';
import { newId } from '../ids.ts';
import type { Notices } from '../notices/notices.ts';
import type { Nudges } from '../nudges.ts';
import { linkedNotice, takenOverNotice } from './google.notices.ts';
import { GoogleSignInError } from './google.provider.ts';
import { createGoogleRepository } from './google.repository.ts';
import { decide, isAuthoritative, type GoogleClaims } from './google.rules.ts';

export type GoogleAccounts = ReturnType<typeof createGoogleAccounts>;

/** Which account somebody enters whom Google has named. */
export function createGoogleAccounts(deps: {
  database: Database;
  notices: Pick<Notices, 'add'>;
  nudges: Pick<Nudges, 'send'>;
  proveAddress: ProveAddress;
}) {
  const { database, notices, nudges, proveAddress } = deps;

  /**
   * The account of whoever has signed in, and the workspaces in which others have lost their place.
   * @throws GoogleSignInError when it may not be entered; Overtaken
   */
  async function enter(tx: Tx, claims: GoogleClaims, from: Origin): Promise<Entered> {
    const accounts = createGoogleRepository(tx);
    const { issuer, subject, email } = claims;
    const held = await accounts.holdUserOf(issuer, subject);
    // Asked again: while it waited for the user's row, this way in may have been taken away.
    const known = await accounts.userOf(issuer, subject);
    if (known !== held) throw new Overtaken();
    if (known !== undefined) return { userId: known, cleared: [] };
    const account = await accounts.holdAccount(email, issuer);
    // Another of their sign-ins has made it since.
    if (account && (await accounts.userOf(issuer, subject))) throw new Overtaken();
    const decision = decide(claims, account);
    if (decision.kind === 'refuse') throw new GoogleSignInError(decision.error);
    const userId = account?.userId ?? (await create(tx, email, from));
    const proof = isAuthoritative(claims) ? await proveAddress(tx, userId) : undefined;
    if (!(await accounts.insertIdentity(issuer, subject, userId))) throw new Overtaken();
    if (account !== undefined) {
      const [own] = account.workspaceIds;
      const notice = (workspaceId: string) =>
        proof === undefined
          ? linkedNotice(workspaceId, claims)
          : takenOverNotice(workspaceId, claims, proof.cleared);
      if (own !== undefined) await notices.add(tx, [notice(own)]);
    }
    return { userId, cleared: proof?.workspaceIds ?? [] };
  }

  /** Without a password. */
  async function create(tx: Tx, email: string, from: Origin): Promise<string> {
    const [userId, accounts] = [newId(), createAuthRepository(tx)];
    if (!(await accounts.insertUser({ id: userId, email, passwordHash: null }))) {
      throw new Overtaken();
    }
    await accounts.insertWorkspace(newId(), userId);
    await createAccessLog(tx).write('registered', userId, from);
    return userId;
  }

  return {
    /**
     * Lets the user in, who may be new. What `letIn` leaves for them belongs to the same
     * transaction: whoever shuts them out meanwhile finds it, or is seen here.
     * @throws GoogleSignInError
     */
    async enter(
      claims: GoogleClaims,
      from: Origin,
      letIn: (tx: Tx, userId: string) => Promise<void>,
    ): Promise<void> {
      const attempt = () =>
        database.inTransaction(async (tx) => {
          const { userId, cleared } = await enter(tx, claims, from);
          await letIn(tx, userId);
          return cleared;
        });
      // Whoever was overtaken finds what the other has made.
      const cleared = await attempt().catch((error: unknown) => {
        if (error instanceof Overtaken) return attempt();
        throw error;
      });
      // Open windows of whoever is out find out.
      nudges.send(cleared.map((workspaceId) => ({ topic: 'account', workspaceId }) as const));
    },
  };
}

interface Entered {
  userId: string;
  cleared: readonly string[];
}

/** Undoes a transaction of which somebody else was faster. */
class Overtaken extends Error {}
