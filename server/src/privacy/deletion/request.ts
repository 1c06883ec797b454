import { randomBytes } from 'node:crypto';
import type { deleteUser } from '@pontual/contract/identity/user.ts';
import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import { notify } from '../../notifications/notify.ts';
import { createUserRepository } from '../../identity/users/user.repository.ts';
import { reauthenticate } from '../../identity/users/reauthenticate.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import { endPendingAccess } from '../../identity/sign-in/pending-access.repository.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { endPublishing } from '../../publishing/changes/stop-publishing.ts';
import { deleteWaitingMessages } from '../../platform/outbox/outbox.repository.ts';
import { leaveWorkspaces } from './workspaces.repository.ts';
import { createDeletionRepository } from './deletion.repository.ts';

/** Not guessable, and short enough for one line of an email. */
const newDeletionCode = () => randomBytes(16).toString('base64url');

/** Frees the email for another account. Returns whether the email was verified. */
async function revokeAccessAndAnonymize(tx: Tx, userId: string): Promise<boolean> {
  await createUserRepository(tx).endSessions(userId, { except: undefined });
  await endPendingAccess(tx, userId);
  return createDeletionRepository(tx).anonymizeUser(userId);
}

export const FIRST_STEP = 'stop-posts';

export async function startDeletion(
  tx: Tx,
  jobs: Pick<Jobs, 'send'>,
  { userId, email, isRestored = false }: { userId: string; email: string; isRestored?: boolean },
): Promise<string> {
  const code = newDeletionCode();
  const emailProven = await revokeAccessAndAnonymize(tx, userId);
  const { deletedWorkspaceIds, formerMembers } = await leaveWorkspaces(tx, userId);
  // Only now, under the locks of the workspaces: an email that was stored before is seen.
  await deleteWaitingMessages(tx, 'email', userId);
  // Before the restore they were notified.
  const membersToNotify = isRestored ? [] : formerMembers;
  await notify(
    tx,
    ...membersToNotify.map(
      ({ userId: memberId, team }) =>
        ({ kind: 'team-ended', userId: memberId, team: team ?? email }) as const,
    ),
  );
  const createDeletion = async (
    workspaceId: string | null,
    recipient: { code: string; email: string | null },
  ) => {
    const id = newId();
    const deletion = { id, userId, workspaceId, emailProven, step: FIRST_STEP, ...recipient };
    await createDeletionRepository(tx).insert(deletion);
    await jobs.send(tx, 'account-deletion', [{ data: { deletionId: id }, key: id }]);
  };
  // Each workspace has its own deletion; the last one also deletes the user and waits for the others.
  const [last = null, ...others] = deletedWorkspaceIds;
  for (const workspaceId of others)
    await createDeletion(workspaceId, { code: newDeletionCode(), email: null });
  await createDeletion(last, { code, email });
  // Comes last, because claims skip these accounts from now on.
  for (const workspaceId of deletedWorkspaceIds) await endPublishing(tx, workspaceId);
  return code;
}

export type RequestDeletion = ReturnType<typeof createRequestDeletion>;

export function createRequestDeletion(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  wakeUps: Pick<WakeUps, 'send'>;
}) {
  const { database, jobs, wakeUps } = deps;

  async function recordDeletion(
    tx: Tx,
    { userId, sessionId }: AuthenticatedSession,
    verifiedHash: string | null,
  ): Promise<string> {
    await createDeletionRepository(tx).lockUser(userId);
    const found = await createUserRepository(tx).credentials({ userId, sessionId });
    // A parallel request has already ended this session.
    if (found === undefined) throw new AppError('UNAUTHENTICATED');
    // The password was changed after it was checked.
    if (found.password_hash !== verifiedHash) throw new AppError('WRONG_PASSWORD');
    return startDeletion(tx, jobs, { userId, email: found.email });
  }

  /** @throws AppError WRONG_PASSWORD or SIGN_IN_AGAIN */
  return async (
    caller: AuthenticatedSession,
    { password }: RequestOf<typeof deleteUser>['body'],
  ): Promise<DataOf<typeof deleteUser>> => {
    const users = createUserRepository(database.db);
    const found = await users.credentials(caller);
    const { passwordHash } = await reauthenticate(found, password, 'password');
    const workspaces = await users.workspacesOf(caller.userId);
    const code = await database.inTransaction((tx) => recordDeletion(tx, caller, passwordHash));
    const accountWakeUps = workspaces.map(
      (workspaceId) => ({ topic: 'account', workspaceId }) as const,
    );
    wakeUps.send([...accountWakeUps, { topic: 'work' }]);
    return { code };
  };
}
