import type { MediaType } from '@pontual/contract/posts.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Tx } from '../database/database.ts';
import type { NewMedia } from '../media/media.intake.ts';
import type { OwnerChanges } from '../publishing/owner-changes.ts';
import { createEditingRepository, type NewDraft, type OfSeries } from './editing.repository.ts';
import { accountOrFirst, checkAccount } from './posts.accounts.ts';
import { checkHour } from './posts.checks.ts';
import { withAltTexts, type PostContent } from './posts.content.ts';
import type { PostView } from './posts.repository.ts';

/** A post that is to have an hour; its files have been checked. */
export interface PlacedPost {
  id: string;
  mediaType: MediaType;
  content: PostContent;
  scheduledTime: Date;
  /** It may wait for an account that is not connected yet. */
  asksDemo: boolean;
  /** The account that its owner chose; null: none. */
  account: string | null;
  /** By their files, which have their rows. */
  files: readonly Pick<NewMedia, 'id'>[];
  altTexts: readonly string[] | undefined;
  series?: OfSeries | undefined;
}

/**
 * Writes a scheduled post and tells the engine of it; the workspace is held.
 * @throws AppError SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED
 */
export async function placePost(
  tx: Tx,
  ownerChanges: OwnerChanges,
  { userId, workspaceId }: Pick<Member, 'userId' | 'workspaceId'>,
  post: PlacedPost,
): Promise<void> {
  const { id, mediaType, content, scheduledTime, asksDemo, files, altTexts, series } = post;
  const account = await accountOrFirst(tx, workspaceId, post.account);
  const hour = { scheduledTime, needsConnection: !asksDemo };
  const { isConnected } = await checkHour(tx, workspaceId, hour);
  const demo = asksDemo && !isConnected;
  await checkAccount(tx, workspaceId, { account, demo });
  const draft = {
    id,
    workspaceId,
    userId,
    mediaType,
    content,
    scheduledTime,
    demo,
    account,
    series,
  };
  await insertDraft(tx, draft, files, altTexts);
  await ownerChanges.scheduled(tx, id);
}

/**
 * The same with a draft, which is held and complete.
 * @throws AppError those of `placePost`
 */
export async function placeDraft(
  tx: Tx,
  ownerChanges: OwnerChanges,
  post: PostView,
  placed: Pick<PlacedPost, 'scheduledTime' | 'asksDemo' | 'series'>,
): Promise<void> {
  const { id, workspace_id: workspaceId } = post;
  const { scheduledTime, asksDemo, series } = placed;
  const hour = { scheduledTime, needsConnection: !asksDemo };
  const { isConnected } = await checkHour(tx, workspaceId, hour);
  const demo = asksDemo && !isConnected;
  const account = post.account_chosen ? post.account : null;
  await checkAccount(tx, workspaceId, { account, demo });
  const editing = createEditingRepository(tx);
  await editing.writeHour(id, scheduledTime);
  await editing.writeDemo(id, demo);
  if (series !== undefined) await editing.writeSeries(id, series);
  await ownerChanges.scheduled(tx, id);
}

/** Writes a post that has no hour, or is given it next. */
export async function insertDraft(
  tx: Tx,
  draft: NewDraft,
  files: readonly Pick<NewMedia, 'id'>[],
  altTexts: readonly string[] | undefined,
): Promise<void> {
  const items = files.map(({ id }) => ({ fileId: id, altText: null }));
  const editing = createEditingRepository(tx);
  await editing.insertDraft(draft);
  await editing.insertMedia(draft.id, withAltTexts(items, altTexts));
}
