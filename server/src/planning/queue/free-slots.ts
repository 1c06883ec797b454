import { horizonEnd, limitsByPlan } from '@pontual/contract/billing/plans.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { RESCHEDULE_LEAD_MS } from '../pause/pause.rules.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import { loadSchedulingFacts } from '../../posts/scheduling/limits.ts';
import { databaseNow } from '../../platform/database/database-now.ts';
import { createQueueRepository } from './queue.repository.ts';
import { slotTimesBetween, minuteOf } from './queue.rules.ts';

/** The first step usually finds a slot. */
const SEARCH_WINDOW_MS = 28 * 86_400_000;

/** In order, up to the horizon of the plan; final only while the workspace is locked. */
async function* freeSlotTimes(db: Db | Tx, workspaceId: string): AsyncGenerator<Date, void> {
  const repository = createQueueRepository(db);
  const slots = await repository.slots(workspaceId);
  if (slots.length === 0) return;
  const now = await databaseNow(db);
  const { plan } = await loadSchedulingFacts(db, workspaceId, { scheduledTime: now });
  const last = horizonEnd(now, limitsByPlan[plan].maxScheduleDays);
  let from = await repository.earliest(workspaceId, new Date(now.getTime() + RESCHEDULE_LEAD_MS));
  while (from <= last) {
    const to = new Date(Math.min(from.getTime() + SEARCH_WINDOW_MS, last.getTime()));
    // A post takes the whole minute of a slot.
    const posts = await repository.postsBetween(
      workspaceId,
      new Date(minuteOf(from) * 60_000),
      new Date(to.getTime() + 60_000),
    );
    const takenMinutes = new Set(posts.map(({ at }) => minuteOf(at)));
    for (const at of slotTimesBetween(slots, from, to))
      if (!takenMinutes.has(minuteOf(at))) yield at;
    from = new Date(to.getTime() + 1);
  }
}

export async function findNextFreeSlot(db: Db | Tx, workspaceId: string): Promise<Date | null> {
  for await (const at of freeSlotTimes(db, workspaceId)) return at;
  return null;
}

/**
 * The preferred slot while it is free, otherwise the next. Call it in the transaction that writes the post,
 * with the workspace locked, so that no two posts get the same slot.
 * @throws AppError PLAN_REQUIRED, QUEUE_FULL
 */
export async function assignQueueSlot(
  db: Db | Tx,
  workspaceId: string,
  preferredTime: Date,
): Promise<Date> {
  await requirePlan(db, workspaceId, 'advancedScheduling');
  let next: Date | undefined;
  for await (const at of freeSlotTimes(db, workspaceId)) {
    next ??= at;
    if (at.getTime() === preferredTime.getTime()) return at;
    if (at > preferredTime) break;
  }
  if (next === undefined) throw new AppError('QUEUE_FULL');
  return next;
}
