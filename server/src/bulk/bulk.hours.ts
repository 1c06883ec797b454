import { monthOf } from '@pontual/contract/brasilia-time.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { checkAccount } from '../posts/posts.accounts.ts';
import { hourFacts, type HourFacts } from '../posts/posts.limits.ts';
import { planRefusal } from '../posts/posts.rules.ts';
import { allOf } from './bulk.refusals.ts';

/** What decides about each of these hours, in their order: each counts for those that come after it. */
export async function factsInOrder(
  db: Db,
  workspaceId: string,
  hours: readonly Date[],
): Promise<{ index: number; at: Date; facts: HourFacts }[]> {
  const inOrder = [...hours.entries()].toSorted(
    ([, one], [, other]) => one.getTime() - other.getTime(),
  );
  const months = new Map<number, HourFacts>();
  const found = [];
  for (const [index, at] of inOrder) {
    const month = monthOf(at).from.getTime();
    const facts = months.get(month) ?? (await hourFacts(db, workspaceId, { scheduledTime: at }));
    found.push({ index, at, facts });
    months.set(month, { ...facts, postsInMonth: facts.postsInMonth + 1 });
  }
  return found;
}

/**
 * What can be told before a picture is touched; it is asked again once the workspace is held.
 * @throws AppError SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED
 */
export async function checkHours(
  db: Db,
  workspaceId: string,
  asked: { hours: readonly Date[]; demo: boolean; account: string | null },
): Promise<void> {
  const { hours, demo, account } = asked;
  const decided = await factsInOrder(db, workspaceId, hours);
  const refused = new Map<number, AppError>();
  for (const { index, at, facts } of decided) {
    const refusal = planRefusal({ ...facts, scheduledTime: at });
    if (at <= facts.now) refused.set(index, new AppError('SCHEDULED_TIME_PAST'));
    else if (refusal !== undefined) {
      refused.set(index, new AppError('LIMIT_EXCEEDED', { message: refusal }));
    }
  }
  if (refused.size > 0) throw allOf(refused);
  if (!demo && decided.some(({ facts }) => !facts.isConnected)) {
    throw new AppError('INSTAGRAM_NOT_CONNECTED');
  }
  await checkAccount(db, workspaceId, { account, demo });
}
