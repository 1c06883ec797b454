import { randomBytes } from 'node:crypto';
import type { deleteAccount } from '@pontual/contract/account.ts';
import type { DataOf, RequestOf } from '@pontual/contract/endpoint.ts';
import { sql } from 'kysely';
import { createAccountRepository } from '../account/account.repository.ts';
import { proveOwner } from '../account/prove-owner.ts';
import type { AuthenticatedSession } from '../auth/auth.service.ts';
import { endPendingAccess } from '../auth/pending-access.ts';
import type { Database, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Nudges } from '../nudges.ts';
import { endPublishing } from '../publishing/stopping.ts';
import { createDeletionRepository } from './deletion.repository.ts';

/** 128 random bits: nobody guesses it, and it fits into a line of a mail. */
const newCode = () => randomBytes(16).toString('base64url');

/** Ends every way in, and what would bring a mail; the address is free for another account. */
async function closeDoors(tx: Tx, userId: string): Promise<void> {
  await createAccountRepository(tx).endSessions(userId, { except: undefined });
  await endPendingAccess(tx, userId);
  await sql`delete from identities where user_id = ${userId}`.execute(tx);
  await sql`delete from account_mails where user_id = ${userId}`.execute(tx);
  await sql`
    update users set email = id || '@excluida.invalid', password_hash = null, email_verified_at = null,
      notify_failed = false, notify_at_risk = false, notify_weekly = false
    where id = ${userId}`.execute(tx);
}

/**
 * The user leaves: whoever is a member of nothing reads, changes and is told nothing more, whatever
 * had begun before.
 * @returns the workspace in which nobody is left.
 */
async function leave(tx: Tx, userId: string): Promise<string | null> {
  // Two who leave one workspace at once must not each see the other stay. As below: no more than that.
  await sql`select from workspaces
    where id in (select workspace_id from workspace_members where user_id = ${userId})
    order by id for no key update`.execute(tx);
  const left = await sql<{ workspace_id: string; is_empty: boolean }>`
    delete from workspace_members m where user_id = ${userId}
    returning workspace_id, not exists (
      select from workspace_members o
      where o.workspace_id = m.workspace_id and o.user_id <> m.user_id) as is_empty`.execute(tx);
  return left.rows.find(({ is_empty: isEmpty }) => isEmpty)?.workspace_id ?? null;
}

/** The step that is taken first; what holds at once is done by then. */
export const FIRST_STEP = 'stop-posts';

/** Answers the code by which whoever asked follows it. */
export async function beginDeletion(
  tx: Tx,
  jobs: Pick<Jobs, 'send'>,
  { userId, email }: { userId: string; email: string },
): Promise<string> {
  const [id, code] = [newId(), newCode()];
  await closeDoors(tx, userId);
  const workspaceId = await leave(tx, userId);
  const deletion = { id, code, userId, workspaceId, email, step: FIRST_STEP };
  await createDeletionRepository(tx).insert(deletion);
  await jobs.send(tx, 'account-deletion', [{ data: { deletionId: id }, key: id }]);
  // Last, since everybody's claims wait for it.
  if (workspaceId !== null) await endPublishing(tx, workspaceId);
  return code;
}

export type AskDeletion = ReturnType<typeof createAskDeletion>;

/** Asking for the deletion of an account: what holds at once. The rest is deletion.saga.ts. */
export function createAskDeletion(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  nudges: Pick<Nudges, 'send'>;
}) {
  const { database, jobs, nudges } = deps;

  async function write(
    tx: Tx,
    { userId, sessionId }: AuthenticatedSession,
    provedHash: string | null,
  ): Promise<string> {
    // Sign-ins wait for it (`for share`). Less than `for update`: whoever writes a post holds its
    // workspace and then names the user, and would wait for this while this waits for the workspace.
    await sql`select from users where id = ${userId} for no key update`.execute(tx);
    const found = await createAccountRepository(tx).credentials({ userId, sessionId });
    // Asked twice at once: the first has ended this session.
    if (found === undefined) throw new AppError('UNAUTHENTICATED');
    // The password proved is none any more.
    if (found.password_hash !== provedHash) throw new AppError('WRONG_PASSWORD');
    return beginDeletion(tx, jobs, { userId, email: found.email });
  }

  /** @throws AppError WRONG_PASSWORD or SIGN_IN_AGAIN */
  return async (
    caller: AuthenticatedSession,
    { password }: RequestOf<typeof deleteAccount>['body'],
  ): Promise<DataOf<typeof deleteAccount>> => {
    const found = await createAccountRepository(database.db).credentials(caller);
    const { passwordHash } = await proveOwner(found, password, 'password');
    const code = await database.inTransaction((tx) => write(tx, caller, passwordHash));
    // The other tabs find out that they are logged out.
    nudges.send([{ topic: 'account', workspaceId: caller.workspaceId }, { topic: 'work' }]);
    return { code };
  };
}
