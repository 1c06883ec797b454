import { monthOf } from '@pontual/contract/brasilia-time.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { planRefusal } from './posts.rules.ts';

/** Until the transaction ends, nobody else writes a post of this workspace. */
export async function holdWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    // Less than `for update`: who writes a row that names the workspace need not wait.
    .forNoKeyUpdate()
    .execute();
}

/**
 * Whether the plan allows one more post at this time, besides the one that is given this hour. Final
 * only while the workspace is held: otherwise two requests can both take the last post of the month.
 * @throws AppError LIMIT_EXCEEDED
 */
export async function checkPlan(
  db: Db | Tx,
  workspaceId: string,
  asked: { scheduledTime: Date; now: Date; postId?: string },
): Promise<void> {
  const { scheduledTime, now, postId = null } = asked;
  const { plan } = await db
    .selectFrom('workspaces')
    .select('plan')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const month = monthOf(scheduledTime);
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from posts
    where workspace_id = ${workspaceId} and status in ('scheduled', 'pending', 'published')
      and scheduled_time >= ${month.from} and scheduled_time < ${month.to}
      and id is distinct from ${postId}::uuid`.execute(db);
  const postsInMonth = counted.rows[0]?.n ?? 0;
  const refusal = planRefusal({ plan, scheduledTime, now, postsInMonth });
  if (refusal !== undefined) throw new AppError('LIMIT_EXCEEDED', { message: refusal });
}

/** What time it is for the database, which decides what is due; a process's own clock may be off. */
export async function databaseNow(tx: Tx): Promise<Date> {
  const read = await sql<{ now: Date }>`select app_now() as now`.execute(tx);
  const [row] = read.rows;
  if (row === undefined) throw new Error('a select without a table returned no row');
  return row.now;
}

export async function isConnected(db: Db | Tx, workspaceId: string): Promise<boolean> {
  const connection = await db
    .selectFrom('instagram_connections')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return connection !== undefined;
}

/** @throws AppError INSTAGRAM_NOT_CONNECTED */
export async function checkConnected(db: Db | Tx, workspaceId: string): Promise<void> {
  if (!(await isConnected(db, workspaceId))) throw new AppError('INSTAGRAM_NOT_CONNECTED');
}
