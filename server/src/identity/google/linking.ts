import { createAccessLog } from '../sign-in/access-log.ts';
import { createAuthRepository } from '../sign-in/auth.repository.ts';
import type { VerifyEmail } from '../sign-in/email-verification.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Origin } from '../../platform/http/origin.ts';
import { newId } from '../../platform/ids.ts';
import type { Notifications } from '../../notifications/notifications.service.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { googleLinkedNotification, passwordRemovedNotification } from './notifications.ts';
import { GoogleSignInError } from './provider.ts';
import { createGoogleRepository } from './google.repository.ts';
import { decideLinking, isAuthoritative, type GoogleClaims } from './google.rules.ts';

export type GoogleLinking = ReturnType<typeof createGoogleLinking>;

/** Which account somebody enters whom Google has named. */
export function createGoogleLinking(deps: {
  database: Database;
  notifications: Pick<Notifications, 'add'>;
  wakeUps: Pick<WakeUps, 'send'>;
  verifyEmail: VerifyEmail;
}) {
  const { database, notifications, wakeUps, verifyEmail } = deps;

  /**
   * The account of whoever has signed in, and the workspaces in which others have lost their place.
   * @throws GoogleSignInError when it may not be entered; Overtaken
   */
  async function resolveUser(tx: Tx, claims: GoogleClaims, from: Origin): Promise<ResolvedUser> {
    const repository = createGoogleRepository(tx);
    const { issuer, subject, email } = claims;
    const lockedUserId = await repository.lockUserByIdentity(issuer, subject);
    // Asked again: while it waited for the user's row, this way in may have been taken away.
    const knownUserId = await repository.findUserId(issuer, subject);
    if (knownUserId !== lockedUserId) throw new ConcurrentSignInError();
    if (knownUserId !== undefined) return { userId: knownUserId, affectedWorkspaceIds: [] };
    const existing = await repository.lockUserByEmail(email, issuer);
    // Another of their sign-ins has made it since.
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
      const buildNotification = (workspaceId: string) =>
        verification === undefined
          ? googleLinkedNotification(workspaceId, claims)
          : passwordRemovedNotification(workspaceId, claims, verification.removed);
      if (ownWorkspaceId !== undefined)
        await notifications.add(tx, [buildNotification(ownWorkspaceId)]);
    }
    return { userId, affectedWorkspaceIds: verification?.workspaceIds ?? [] };
  }

  /** Without a password. */
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
     * Lets the user in, who may be new. What `letIn` leaves for them belongs to the same
     * transaction: whoever shuts them out meanwhile finds it, or is seen here.
     * @throws GoogleSignInError
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
      // Whoever was overtaken finds what the other has made.
      const affectedWorkspaceIds = await attempt().catch((error: unknown) => {
        if (error instanceof ConcurrentSignInError) return attempt();
        throw error;
      });
      // Open windows of whoever is out find out.
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

/** Undoes a transaction of which somebody else was faster. */
class ConcurrentSignInError extends Error {}
