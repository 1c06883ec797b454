import { dayKey } from '@pontual/contract/brasilia-time.ts';
import { horizonEnd, limitsByPlan } from '@pontual/contract/plans.ts';
import { datesOf, hourOn } from '@pontual/contract/series-dates.ts';
import { createApprovalsRepository } from '../approvals/approvals.repository.ts';
import type { Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { newId } from '../ids.ts';
import { standingAccounts } from '../instagram/instagram.listing.ts';
import { placePost } from '../posts/posts.placing.ts';
import type { OwnerChanges } from '../publishing/owner-changes.ts';
import { createSeriesDays } from './days.repository.ts';
import { createSeriesRepository, standingOf, type SeriesRow } from './series.repository.ts';

/** So many of its days ahead have their posts: enough to be seen coming, few enough to be looked through. */
const AHEAD = 4;
/** How soon is looked again for the end of what stands in the way, of which nobody hears (`due`). */
const AGAIN_MS = 3_600_000;

/** Why no more posts of a series are made. */
export interface SeriesProblem {
  code: string;
  message: string;
}

export interface Made {
  made: number;
  /** What stands in the way of the others; null where nothing does. */
  problem: SeriesProblem | null;
}

/** What the plan that a workspace had for it is gone for. */
const NO_PLAN: SeriesProblem = {
  code: 'PLAN_REQUIRED',
  message:
    'O seu plano atual não tem repetição: nenhum post novo dela é criado. O que já está agendado continua. Volte ao Premium para que ela siga, ou pare de repetir.',
};

/**
 * Makes the posts of a series that are due to be made, and says when to look again; the workspace and
 * the series are held, so that each day has its post once. A day in a pause waits for its end, and is
 * left out once its hour has passed: nothing is made up for.
 */
export async function makeAhead(
  tx: Tx,
  ownerChanges: OwnerChanges,
  series: SeriesRow,
): Promise<Made> {
  const repository = createSeriesRepository(tx);
  const { now, plan, is_paused: isPaused, until } = await standingOf(tx, series.workspace_id);
  const again = new Date(now.getTime() + AGAIN_MS);
  const days = daysAhead(series, now);
  const [next] = days;
  if (next === undefined) {
    await repository.end(series.id);
    return { made: 0, problem: null };
  }
  const limits = limitsByPlan[plan];
  if (!limits.advancedScheduling) {
    await repository.lookAgain(series.id, again, NO_PLAN);
    return { made: 0, problem: NO_PLAN };
  }
  const done = await createSeriesDays(tx).daysDone(series.id, dayKey(now));
  const last = horizonEnd(now, limits.maxScheduleDays);
  const missing = days.filter(({ on, at }) => at <= last && !done.has(on));
  const making = missing.filter(({ at }) => !isPaused || (until !== null && at >= until));
  let made = 0;
  let problem: SeriesProblem | null = null;
  for (const { on, at } of making) {
    problem = await placeOrSay(tx, ownerChanges, series, { on, at });
    if (problem !== null) break;
    made += 1;
  }
  const isWaiting = problem !== null || making.length < missing.length;
  await repository.lookAgain(series.id, isWaiting && again < next.at ? again : next.at, problem);
  return { made, problem };
}

interface Day {
  on: string;
  at: Date;
}

/** The next days of a series whose hour is still to come. */
function daysAhead(series: SeriesRow, now: Date): Day[] {
  const { rule, first_on: firstOn, last_on: until, minute } = series;
  const days: Day[] = [];
  for (const on of datesOf({ rule, firstOn, until }, dayKey(now))) {
    const at = hourOn(on, minute);
    if (at > now) days.push({ on, at });
    if (days.length === AHEAD) break;
  }
  return days;
}

const GONE =
  'A conta do Instagram desta repetição não está mais conectada. Conecte-a de novo. Para seguir em outra conta, confirme nela os posts já agendados ou comece outra repetição.';

/**
 * The account of a series as a post that is made now names it: where it is the only one not at all, as any
 * post of whoever has one.
 * @throws AppError INSTAGRAM_NOT_CONNECTED, whatever else is connected: its owner was not asked
 */
async function accountOf(tx: Tx, { workspace_id, account }: SeriesRow): Promise<string | null> {
  const { standing } = await standingAccounts(tx, workspace_id);
  if (!standing.some(({ ig_user_id: id }) => id === account)) {
    throw new AppError('INSTAGRAM_NOT_CONNECTED', { message: GONE });
  }
  return standing.length > 1 ? account : null;
}

/** Places the post of a day as any other; what refuses it is what stands in the way of the series. */
async function placeOrSay(
  tx: Tx,
  ownerChanges: OwnerChanges,
  series: SeriesRow,
  { on, at }: Day,
): Promise<SeriesProblem | null> {
  const { workspace_id: workspaceId, created_by: userId, content } = series;
  const id = newId();
  try {
    await placePost(
      tx,
      ownerChanges,
      { userId, workspaceId },
      {
        id,
        mediaType: series.media_type,
        content,
        scheduledTime: at,
        asksDemo: false,
        account: await accountOf(tx, series),
        files: series.media.map(({ fileId }) => ({ id: fileId })),
        altTexts: series.media.map(({ altText }) => altText ?? ''),
        series: { id: series.id, on },
      },
    );
  } catch (error) {
    // Refused before anything was written: the transaction is good.
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: `Os próximos posts não são criados. ${error.message}` };
  }
  if (series.needs_approval) {
    await createApprovalsRepository(tx).insert({ id, workspaceId }, userId);
    await ownerChanges.awaited(tx, id, { kind: 'approval_asked' });
  }
  return null;
}
