import { monthOf } from '@pontual/contract/shared/brasilia-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { checkInstagramAccount } from '../../posts/content/instagram-account.ts';
import { loadSchedulingFacts, type SchedulingFacts } from '../../posts/scheduling/limits.ts';
import { planRefusal } from '../../posts/listing/posts.rules.ts';
import { combineErrors } from './batch-errors.ts';

/** In chronological order; each due time counts for the later ones. */
export async function loadSchedulingFactsInOrder(
  db: Db,
  workspaceId: string,
  dueTimes: readonly Date[],
): Promise<{ index: number; at: Date; facts: SchedulingFacts }[]> {
  const sortedDueTimes = [...dueTimes.entries()].toSorted(
    ([, one], [, other]) => one.getTime() - other.getTime(),
  );
  const months = new Map<number, SchedulingFacts>();
  const found = [];
  for (const [index, at] of sortedDueTimes) {
    const month = monthOf(at).from.getTime();
    const facts =
      months.get(month) ?? (await loadSchedulingFacts(db, workspaceId, { scheduledTime: at }));
    found.push({ index, at, facts });
    months.set(month, { ...facts, postsInMonth: facts.postsInMonth + 1 });
  }
  return found;
}

/**
 * Checks before a picture is processed; the checks run again after the workspace is locked.
 * @throws AppError SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED
 */
export async function checkDueTimes(
  db: Db,
  workspaceId: string,
  request: { dueTimes: readonly Date[]; demo: boolean; instagramAccountId: string | null },
): Promise<void> {
  const { dueTimes, demo, instagramAccountId } = request;
  const schedulingFacts = await loadSchedulingFactsInOrder(db, workspaceId, dueTimes);
  const refusals = new Map<number, AppError>();
  for (const { index, at, facts } of schedulingFacts) {
    const refusal = planRefusal({ ...facts, scheduledTime: at });
    if (at <= facts.now) refusals.set(index, new AppError('SCHEDULED_TIME_PAST'));
    else if (refusal !== undefined) {
      refusals.set(index, new AppError('LIMIT_EXCEEDED', { message: refusal }));
    }
  }
  if (refusals.size > 0) throw combineErrors(refusals);
  // The accounts are the same for each due time.
  const facts = schedulingFacts[0]?.facts;
  if (facts === undefined) return;
  if (!demo && facts.accounts.length === 0) throw new AppError('INSTAGRAM_NOT_CONNECTED');
  checkInstagramAccount(facts, { instagramAccountId, demo });
}
