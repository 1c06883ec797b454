import { monthOf } from '@pontual/contract/shared/brasilia-time.ts';
import type { PlanId } from '@pontual/contract/billing/plans.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { connectionOrder } from '../../platform/database/fragments/connection-order.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { countedStatuses, planRefusal } from '../listing/posts.rules.ts';

export interface SchedulingFacts {
  /** The time of the database decides what is due; the clock of the process may be wrong. */
  now: Date;
  plan: PlanId;
  /** In the month of the due time, without the post itself. */
  postsInMonth: number;
  /** Ids of the connected Instagram accounts, the default one first. */
  accounts: string[];
}

/** Reliable only while the workspace is locked: otherwise two requests can take the last post of a month. */
export async function loadSchedulingFacts(
  db: Db | Tx,
  workspaceId: string,
  request: { scheduledTime: Date; postId?: string },
): Promise<SchedulingFacts> {
  const { scheduledTime, postId = null } = request;
  const month = monthOf(scheduledTime);
  const found = await sql<SchedulingFacts>`
    select app_now() as now, w.plan,
      array(select k.ig_user_id from instagram_connections k
            where k.workspace_id = w.id and k.ended_at is null
            order by ${connectionOrder}) as accounts,
      (select count(*)::int from posts_with_publication p
       where p.workspace_id = w.id and p.status = any(${[...countedStatuses]})
         and p.scheduled_time >= ${month.from} and p.scheduled_time < ${month.to}
         and p.id is distinct from ${postId}::uuid) as "postsInMonth"
    from workspaces w where w.id = ${workspaceId}`.execute(db);
  const [facts] = found.rows;
  if (facts === undefined) throw new Error('a session without its workspace');
  return facts;
}

/** @throws AppError LIMIT_EXCEEDED */
export function checkPlan(facts: SchedulingFacts, scheduledTime: Date): void {
  const refusal = planRefusal({ ...facts, scheduledTime });
  if (refusal !== undefined) throw new AppError('LIMIT_EXCEEDED', { message: refusal });
}
