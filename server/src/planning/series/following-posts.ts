import { isDeepStrictEqual } from 'node:util';
import { toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { instantOnDay } from '@pontual/contract/planning/series-dates.ts';
import { reopenApproval } from '../approvals/reopen-approval.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { getRequestActor } from '../../platform/http/request-actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { ChangeDependencies } from '../../posts/editing/change.ts';
import { createEditingRepository } from '../../posts/editing/editing.repository.ts';
import { checkPublishable, checkDueTime } from '../../posts/content/checks.ts';
import { contentOf } from '../../posts/content/content.ts';
import { createPostsRepository, type ListedPost } from '../../posts/listing/posts.repository.ts';
import { deleteRefusal, editRefusal } from '../../posts/listing/posts.rules.ts';
import type { OwnerChanges } from '../../publishing/changes/owner-changes.ts';
import { createOccurrencesRepository, type OccurrencePost } from './occurrences.repository.ts';
import { createSeriesRepository, type SeriesRow, type SeriesSource } from './series.repository.ts';

type TimedSource = SeriesSource & Pick<SeriesRow, 'minute'>;

/** @throws AppError SERIES_OVER */
async function lockSeries(tx: Tx, post: ListedPost): Promise<SeriesRow & { on: string }> {
  const { workspace_id: workspaceId, series_id: id, occurrence_on: on } = post;
  const series = id === null ? undefined : await createSeriesRepository(tx).lock(workspaceId, id);
  if (series === undefined || on === null) throw new AppError('SERIES_OVER');
  return { ...series, on };
}

export const toSeriesMedia = (post: ListedPost) =>
  post.media.map(({ fileId, altText }) => ({ fileId, altText: altText || null }));

const payloadFromPost = (post: ListedPost) => ({
  content: contentOf(post),
  media: toSeriesMedia(post),
});
const payloadFromSource = ({ content, media }: SeriesSource) => ({ content, media });

interface FollowingEdit {
  isDueTimeChanged: boolean;
  /** Null when it is unchanged. */
  newInstagramAccountId: string | null;
}

/**
 * Applies the edited post to the following posts: the content, and time of day and account when they changed.
 * Values that were edited individually stay. The caller has locked the workspace and written the post.
 * @throws AppError SERIES_OVER, SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, and the errors of a post's fit
 */
export async function editFollowing(
  tx: Tx,
  { ownerChanges, instagramLimits }: Pick<ChangeDependencies, 'ownerChanges' | 'instagramLimits'>,
  before: ListedPost,
  { isDueTimeChanged, newInstagramAccountId }: FollowingEdit,
): Promise<void> {
  const series = await lockSeries(tx, before);
  const { workspace_id: workspaceId } = before;
  const post = await createPostsRepository(tx).find(workspaceId, before.id);
  if (post === undefined) return;
  const minute =
    isDueTimeChanged && post.scheduled_time !== null
      ? minuteOf(post.scheduled_time)
      : series.minute;
  const source: TimedSource = {
    ...payloadFromPost(post),
    account: newInstagramAccountId ?? series.account,
    minute,
  };
  // A draft may have content that the series cannot publish, or another media type.
  if (!isDeepStrictEqual(payloadFromSource(source), payloadFromSource(series))) {
    checkPublishable(instagramLimits, series.media_type, source.content, post.media);
  }
  const repository = createSeriesRepository(tx);
  await repository.writeSource(series.id, source);
  await recordAudit(tx, { workspaceId, kind: 'series.changed', postId: post.id });
  for (const occurrence of await createOccurrencesRepository(tx).lockAfter(series.id, series.on)) {
    await updateFollowingPost(tx, ownerChanges, { series, source, occurrence });
  }
}

const minuteOf = (at: Date): number => {
  const { hour, minute } = toBrasilia(at);
  return hour * 60 + minute;
};

async function updateFollowingPost(
  tx: Tx,
  ownerChanges: OwnerChanges,
  {
    series,
    source,
    occurrence,
  }: { series: SeriesRow; source: TimedSource; occurrence: OccurrencePost },
): Promise<void> {
  const { workspace_id: workspaceId } = series;
  const post = await createPostsRepository(tx).find(workspaceId, occurrence.id);
  if (post === undefined || editRefusal(post) !== undefined) return;
  const editing = createEditingRepository(tx);
  const hasSeriesContent = isDeepStrictEqual(payloadFromPost(post), payloadFromSource(series));
  const updatesContent =
    hasSeriesContent && !isDeepStrictEqual(payloadFromSource(source), payloadFromSource(series));
  // A post without a chosen account may still await the confirmation of a replaced account.
  const isOnSeriesAccount = post.account === series.account || !post.account_chosen;
  const newInstagramAccountId =
    isOnSeriesAccount && source.account !== series.account ? source.account : null;
  if (updatesContent) {
    await editing.replaceMedia(post.id, source.media);
    await editing.writeContent(post.id, source.content);
  }
  if (newInstagramAccountId !== null)
    await editing.writeInstagramAccount(post.id, newInstagramAccountId);
  if (updatesContent || newInstagramAccountId !== null) {
    await ownerChanges.onEdited(tx, post.id);
    await editing.writeEditor(post.id, getRequestActor()?.userId);
    await reopenApproval(tx, ownerChanges, post);
  }
  const dueTime = instantOnDay(occurrence.on, source.minute);
  const isAtSeriesTime =
    post.scheduled_time?.getTime() === instantOnDay(occurrence.on, series.minute).getTime();
  if (!isAtSeriesTime || source.minute === series.minute) return;
  await checkDueTime(tx, workspaceId, {
    scheduledTime: dueTime,
    needsConnection: false,
    postId: post.id,
  });
  await editing.writeDueTime(post.id, dueTime);
  await ownerChanges.apply(tx, post.id, { kind: 'moved' });
}

/** Prevents a new post for the day of a deleted one. */
export async function skipOccurrence(tx: Tx, post: ListedPost): Promise<void> {
  const { series_id: id, occurrence_on: on } = post;
  if (id !== null && on !== null) await createOccurrencesRepository(tx).skip(id, on);
}

/**
 * Deletes what can be deleted and ends the series. The caller locks the workspace and deletes the post
 * itself.
 * @throws AppError SERIES_OVER
 */
export async function deleteFollowing(tx: Tx, post: ListedPost): Promise<void> {
  const series = await lockSeries(tx, post);
  const { workspace_id: workspaceId } = post;
  const repository = createSeriesRepository(tx);
  await recordAudit(tx, { workspaceId, kind: 'series.stopped', postId: post.id });
  for (const { id } of await createOccurrencesRepository(tx).lockAfter(series.id, series.on)) {
    const later = await createPostsRepository(tx).find(workspaceId, id);
    if (later === undefined || deleteRefusal(later) !== undefined) continue;
    await recordAudit(tx, { workspaceId, kind: 'post.deleted', postId: id });
    await createEditingRepository(tx).delete(id);
  }
  await repository.end(series.id);
}
