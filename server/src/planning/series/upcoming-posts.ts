import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { horizonEnd, limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { generateDates, instantOnDay } from '@pontual/contract/planning/series-dates.ts';
import { createApprovalsRepository } from '../approvals/approvals.repository.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { newId } from '../../platform/ids.ts';
import { findConnectedAccounts } from '../../instagram/graph/listing.ts';
import { insertScheduledPost } from '../../posts/scheduling/scheduled-posts.ts';
import type { OwnerChanges } from '../../publishing/changes/owner-changes.ts';
import { createOccurrencesRepository } from './occurrences.repository.ts';
import { createSeriesRepository, loadPlanAndPause, type SeriesRow } from './series.repository.ts';
import { approvalRequested } from '../../publishing/transition-events.ts';

/** Enough to plan, few enough to review. */
const OCCURRENCES_AHEAD = 4;
/** Used when no event announces the end of an issue (`due`). */
const RETRY_MS = 3_600_000;

export interface SeriesIssue {
  code: string;
  message: string;
}

export interface CreationResult {
  createdCount: number;
  issue: SeriesIssue | null;
}

const PLAN_ISSUE: SeriesIssue = {
  code: 'PLAN_REQUIRED',
  message:
    'O seu plano atual não tem repetição: nenhum post novo dela é criado. O que já está agendado continua. Volte ao Premium para que ela siga, ou pare de repetir.',
};

/**
 * Stores the time of the next check, too. The caller has locked the workspace and the series, so that each
 * day has one post. A day within a pause waits until the pause ends and is skipped once its due time has
 * passed.
 */
export async function createUpcomingPosts(
  tx: Tx,
  ownerChanges: OwnerChanges,
  series: SeriesRow,
): Promise<CreationResult> {
  const repository = createSeriesRepository(tx);
  const { now, plan, is_paused: isPaused, until } = await loadPlanAndPause(tx, series.workspace_id);
  const retryAt = new Date(now.getTime() + RETRY_MS);
  const days = upcomingDays(series, now);
  const [next] = days;
  if (next === undefined) {
    await repository.end(series.id);
    return { createdCount: 0, issue: null };
  }
  const limits = limitsByPlan[plan];
  if (!limits.advancedScheduling) {
    await repository.scheduleNextCheck(series.id, retryAt, PLAN_ISSUE);
    return { createdCount: 0, issue: PLAN_ISSUE };
  }
  const handledDays = await createOccurrencesRepository(tx).findHandledDays(series.id, dayKey(now));
  const last = horizonEnd(now, limits.maxScheduleDays);
  const missing = days.filter(({ date, dueAt }) => dueAt <= last && !handledDays.has(date));
  const creatable = missing.filter(({ dueAt }) => !isPaused || (until !== null && dueAt >= until));
  let createdCount = 0;
  let issue: SeriesIssue | null = null;
  for (const { date, dueAt } of creatable) {
    issue = await createOccurrence(tx, ownerChanges, series, { date, dueAt });
    if (issue !== null) break;
    createdCount += 1;
  }
  const isWaiting = issue !== null || creatable.length < missing.length;
  await repository.scheduleNextCheck(
    series.id,
    isWaiting && retryAt < next.dueAt ? retryAt : next.dueAt,
    issue,
  );
  return { createdCount, issue };
}

interface OccurrenceDay {
  date: string;
  dueAt: Date;
}

function upcomingDays(series: SeriesRow, now: Date): OccurrenceDay[] {
  const { rule, first_on: firstOn, last_on: until, minute } = series;
  const days: OccurrenceDay[] = [];
  for (const date of generateDates({ rule, firstOn, until }, dayKey(now))) {
    const dueAt = instantOnDay(date, minute);
    if (dueAt > now) days.push({ date, dueAt });
    if (days.length === OCCURRENCES_AHEAD) break;
  }
  return days;
}

const ACCOUNT_DISCONNECTED_MESSAGE =
  'A conta do Instagram desta repetição não está mais conectada. Conecte-a de novo. Para seguir em outra conta, confirme nela os posts já agendados ou comece outra repetição.';

/**
 * Returns null when only one account is connected.
 * @throws AppError INSTAGRAM_NOT_CONNECTED also when another account is connected, because its owner has to
 * confirm it
 */
async function resolveSeriesAccount(
  tx: Tx,
  { workspace_id, account }: SeriesRow,
): Promise<string | null> {
  const { connected } = await findConnectedAccounts(tx, workspace_id);
  if (!connected.some(({ ig_user_id: id }) => id === account)) {
    throw new AppError('INSTAGRAM_NOT_CONNECTED', { message: ACCOUNT_DISCONNECTED_MESSAGE });
  }
  return connected.length > 1 ? account : null;
}

/** Returns the refusal as the issue of the series. */
async function createOccurrence(
  tx: Tx,
  ownerChanges: OwnerChanges,
  series: SeriesRow,
  { date, dueAt }: OccurrenceDay,
): Promise<SeriesIssue | null> {
  const { workspace_id: workspaceId, created_by: userId, content } = series;
  const id = newId();
  try {
    await insertScheduledPost(
      tx,
      ownerChanges,
      { userId, workspaceId },
      {
        id,
        mediaType: series.media_type,
        content,
        scheduledTime: dueAt,
        allowsDemo: false,
        instagramAccountId: await resolveSeriesAccount(tx, series),
        files: series.media.map(({ fileId }) => ({ id: fileId })),
        altTexts: series.media.map(({ altText }) => altText ?? ''),
        series: { seriesId: series.id, date },
      },
    );
  } catch (error) {
    // The refusal precedes every write, so the transaction can continue.
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: `Os próximos posts não são criados. ${error.message}` };
  }
  const approvals = createApprovalsRepository(tx);
  if (series.needs_approval && (await approvals.find(id)) === undefined) {
    await approvals.insert({ id, workspaceId }, userId);
    await ownerChanges.apply(tx, id, approvalRequested);
  }
  return null;
}
