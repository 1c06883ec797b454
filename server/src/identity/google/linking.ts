import { createAccessLog } from '../sign-in/access-log.repository.ts';
import { createAuthRepository } from '../sign-in/auth.repository.ts';
import type { VerifyEmail } from '../sign-in/email-verification.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Origin } from '../../platform/http/origin.ts';
import { newId } from '../../platform/ids.ts';
import { notify } from '../../notifications/notify.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { GoogleSignInError } from './provider.ts';
import { createGoogleRepository } from './google.repository.ts';
import { decideLinking, isAuthoritative, type GoogleClaims } from './google.rules.ts';

export type GoogleLinking = ReturnType<typeof createGoogleLinking>;

export function createGoogleLinking(deps: {
  database: Database;
  wakeUps: Pick<WakeUps, 'send'>;
  verifyEmail: VerifyEmail;
}) {
  const { database, wakeUps, verifyEmail } = deps;

  /** @throws GoogleSignInError; ConcurrentSignInError when a concurrent sign-in was faster */
  async function resolveUser(tx: Tx, claims: GoogleClaims, from: Origin): Promise<ResolvedUser> {
    const repository = createGoogleRepository(tx);
    const { issuer, subject, email } = claims;
    const lockedUserId = await repository.lockUserByIdentity(issuer, subject);
    // The identity may have been removed while this transaction waited for the lock on the user.
    const knownUserId = await repository.findUserId(issuer, subject);
    if (knownUserId !== lockedUserId) throw new ConcurrentSignInError();
    if (knownUserId !== undefined) return { userId: knownUserId, affectedWorkspaceIds: [] };
    const existing = await repository.lockUserByEmail(email, issuer);
    if (existing && (await repository.findUserId(issuer, subject)))
      throw new ConcurrentSignInError();
    const decision = decideLinking(claims, existing);
    if (decision.kind === 'refuse') throw new GoogleSignInError(decision.error);
    const userId = existing?.userId ?? (await createUser(tx, email, from));
    const verification = isAuthoritative(claims) ? await verifyEmail(tx, userId) : undefined;
    if (!(await repository.insertIdentity(issuer, subject, userId)))
      throw new ConcurrentSignInError();
    if (existing !== undefined) {
      const [ownWorkspaceId] = existing.workspaceIds;
      if (ownWorkspaceId !== undefined) {
        const entry = { workspaceId: ownWorkspaceId, identity: `${issuer}/${subject}` };
        await notify(
          tx,
          verification === undefined
            ? { kind: 'google-linked', ...entry }
            : { kind: 'google-taken-over', ...entry, removed: verification.removed },
        );
      }
    }
    return { userId, affectedWorkspaceIds: verification?.workspaceIds ?? [] };
  }

  async function createUser(tx: Tx, email: string, from: Origin): Promise<string> {
    const [userId, accounts] = [newId(), createAuthRepository(tx)];
    if (!(await accounts.insertUser({ id: userId, email, passwordHash: null }))) {
      throw new ConcurrentSignInError();
    }
    await accounts.insertWorkspace(newId(), userId);
    await createAccessLog(tx).write('registered', userId, from);
    return userId;
  }

  return {
    /**
     * `onSignedIn` runs in the same transaction: a concurrent revocation of access either removes what it
     * writes, or has taken effect before. @throws GoogleSignInError
     */
    async signIn(
      claims: GoogleClaims,
      from: Origin,
      onSignedIn: (tx: Tx, userId: string) => Promise<void>,
    ): Promise<void> {
      const attempt = () =>
        database.inTransaction(async (tx) => {
          const { userId, affectedWorkspaceIds } = await resolveUser(tx, claims, from);
          await onSignedIn(tx, userId);
          return affectedWorkspaceIds;
        });
      const affectedWorkspaceIds = await attempt().catch((error: unknown) => {
        if (error instanceof ConcurrentSignInError) return attempt();
        throw error;
      });
      // Open tabs of members who lost access must reload.
      wakeUps.send(
        affectedWorkspaceIds.map((workspaceId) => ({ topic: 'account', workspaceId }) as const),
      );
    },
  };
}

interface ResolvedUser {
  userId: string;
  affectedWorkspaceIds: readonly string[];
}

class ConcurrentSignInError extends Error {}
