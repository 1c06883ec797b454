import { dayKey, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { generateDates, describeRule } from '@pontual/contract/planning/series-dates.ts';
import type { SeriesInput } from '@pontual/contract/posts/series-rule.ts';
import { SERIES_MAX } from '@pontual/contract/planning/series.ts';
import { createApprovalsRepository } from '../approvals/approvals.repository.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { newId } from '../../platform/ids.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import type { SeriesOccurrence } from '../../posts/editing/editing.repository.ts';
import { contentOf } from '../../posts/content/content.ts';
import {
  insertScheduledPost,
  type ScheduledPostInput,
} from '../../posts/scheduling/scheduled-posts.ts';
import type { ListedPost } from '../../posts/listing/posts.repository.ts';
import type { OwnerChanges } from '../../publishing/changes/owner-changes.ts';
import { toSeriesMedia } from './following-posts.ts';
import { createUpcomingPosts } from './upcoming-posts.ts';
import { createSeriesRepository, type SeriesSource } from './series.repository.ts';

type RepeatRequest = Pick<
  RequestOf<typeof schedulePost>['body'],
  'repeat' | 'scheduledTime' | 'queue' | 'demo'
>;

/**
 * Does nothing without `repeat`.
 * @throws AppError PLAN_REQUIRED, SERIES_FULL, VALIDATION when the rule does not fit the due time
 */
export async function checkRepeat(
  db: Db | Tx,
  workspaceId: string,
  request: RepeatRequest,
): Promise<void> {
  const { repeat, scheduledTime, queue, demo } = request;
  if (repeat === undefined) return;
  await requirePlan(db, workspaceId, 'advancedScheduling');
  const fault =
    queue === 'true'
      ? IN_QUEUE_MESSAGE
      : demo === 'true'
        ? IN_DEMO_MESSAGE
        : repeatRefusal(repeat, scheduledTime);
  if (fault !== null)
    throw new AppError('VALIDATION', { message: fault, fields: { repeat: fault } });
  const count = await createSeriesRepository(db).count(workspaceId);
  if (count >= SERIES_MAX) throw new AppError('SERIES_FULL');
}

const IN_QUEUE_MESSAGE = 'Um post que se repete tem hora marcada. Escolha a hora em vez da fila.';
const IN_DEMO_MESSAGE =
  'Um post de demonstração não se repete. Conecte uma conta do Instagram antes.';
const ENDS_BEFORE_START_MESSAGE =
  'A repetição termina antes do primeiro post. Escolha uma data depois dele.';
const WRONG_FIRST_DAY_MESSAGE =
  'O primeiro post precisa cair em um dia da repetição. Mude a data ou os dias escolhidos.';

function repeatRefusal({ rule, until }: SeriesInput, scheduledTime: string): string | null {
  const on = dayKey(new Date(scheduledTime));
  if (until !== null && until < on) return ENDS_BEFORE_START_MESSAGE;
  const first = generateDates({ rule, firstOn: on, until: null }, on).next();
  return first.value === on ? null : WRONG_FIRST_DAY_MESSAGE;
}

/**
 * The caller has locked the workspace and inserted the files.
 * @throws AppError the errors of `checkRepeat` and of scheduling a post
 */
export async function startSeries(
  tx: Tx,
  ownerChanges: OwnerChanges,
  member: Member,
  { post, repeat }: { post: ScheduledPostInput; repeat: SeriesInput },
): Promise<void> {
  const { id, mediaType, content, instagramAccountId, scheduledTime, files, altTexts, allowsDemo } =
    post;
  const media = files.map((file, index) => ({
    fileId: file.id,
    altText: altTexts?.[index] || null,
  }));
  await insertSeries(tx, ownerChanges, member, {
    source: { content, account: instagramAccountId, media },
    mediaType,
    postId: id,
    timing: { scheduledTime, demo: allowsDemo, queue: false },
    repeat,
    needsApproval: false,
    scheduleFirstPost: (series) =>
      insertScheduledPost(tx, ownerChanges, member, { ...post, series }),
  });
}

/**
 * The draft is complete and locked. An approval that was requested for it covers the following posts, too.
 * @throws AppError the errors of `startSeries`; VALIDATION when the draft is already part of a series
 */
export async function startSeriesFromDraft(
  tx: Tx,
  ownerChanges: OwnerChanges,
  member: Member,
  draft: Pick<SeriesStart, 'repeat' | 'scheduleFirstPost'> & {
    post: ListedPost;
    timing: { scheduledTime: string; demo: boolean; queue: boolean };
  },
): Promise<void> {
  const { post, timing, repeat, scheduleFirstPost } = draft;
  if (post.series_id !== null) {
    throw new AppError('VALIDATION', {
      message: ALREADY_IN_SERIES_MESSAGE,
      fields: { repeat: ALREADY_IN_SERIES_MESSAGE },
    });
  }
  const account = post.account_chosen ? post.account : null;
  const approval = await createApprovalsRepository(tx).find(post.id);
  await insertSeries(tx, ownerChanges, member, {
    source: { content: contentOf(post), account, media: toSeriesMedia(post) },
    mediaType: post.media_type,
    postId: post.id,
    timing: { ...timing, scheduledTime: new Date(timing.scheduledTime) },
    repeat,
    needsApproval: approval !== undefined,
    scheduleFirstPost,
  });
}

const ALREADY_IN_SERIES_MESSAGE =
  'Este post veio de uma repetição e não começa outra. Agende-o sem repetir.';

interface SeriesStart {
  /** The account is null when the owner chose none. */
  source: SeriesSource;
  mediaType: MediaType;
  postId: string;
  timing: { scheduledTime: Date; demo: boolean; queue: boolean };
  repeat: SeriesInput;
  needsApproval: boolean;
  scheduleFirstPost(series: SeriesOccurrence): Promise<void>;
}

async function insertSeries(
  tx: Tx,
  ownerChanges: OwnerChanges,
  { workspaceId, userId }: Member,
  start: SeriesStart,
): Promise<void> {
  const { source, mediaType, postId, timing, repeat, needsApproval, scheduleFirstPost } = start;
  const { scheduledTime, demo, queue } = timing;
  await checkRepeat(tx, workspaceId, {
    repeat,
    scheduledTime: scheduledTime.toISOString(),
    queue: queue ? 'true' : 'false',
    demo: demo ? 'true' : 'false',
  });
  const repository = createSeriesRepository(tx);
  const { hour, minute } = toBrasilia(scheduledTime);
  const [seriesId, date] = [newId(), dayKey(scheduledTime)];
  await repository.insert({
    ...source,
    id: seriesId,
    workspace_id: workspaceId,
    created_by: userId,
    media_type: mediaType,
    rule: repeat.rule,
    minute: hour * 60 + minute,
    first_on: date,
    last_on: repeat.until,
  });
  await scheduleFirstPost({ seriesId, date });
  // Stored even when it is the only one: later posts do not move to another one without a confirmation.
  await repository.copyAccountFromPost(seriesId, postId);
  const detail = { rule: describeRule(repeat.rule) };
  await recordAudit(tx, { workspaceId, kind: 'series.started', postId, detail });
  if (needsApproval) await repository.writeApproval(seriesId, true);
  const series = await repository.lock(workspaceId, seriesId);
  if (series !== undefined) await createUpcomingPosts(tx, ownerChanges, series);
}
