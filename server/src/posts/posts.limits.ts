import { monthOf } from '@pontual/contract/brasilia-time.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { planRefusal } from './posts.rules.ts';

/**
 * Whether the plan allows one more post at this time. `hold` it in the transaction that writes the
 * post, so that two requests cannot both take the last one of the month.
 * @throws AppError LIMIT_EXCEEDED
 */
export async function checkPlan(
  db: Db | Tx,
  workspaceId: string,
  asked: { scheduledTime: Date; now: Date; hold: boolean },
): Promise<void> {
  const { scheduledTime, now, hold } = asked;
  const workspace = db.selectFrom('workspaces').select('plan').where('id', '=', workspaceId);
  const { plan } = await (hold ? workspace.forUpdate() : workspace).executeTakeFirstOrThrow();
  const month = monthOf(scheduledTime);
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from posts
    where workspace_id = ${workspaceId} and status in ('scheduled', 'pending', 'published')
      and scheduled_time >= ${month.from} and scheduled_time < ${month.to}`.execute(db);
  const postsInMonth = counted.rows[0]?.n ?? 0;
  const refusal = planRefusal({ plan, scheduledTime, now, postsInMonth });
  if (refusal !== undefined) throw new AppError('LIMIT_EXCEEDED', { message: refusal });
}
