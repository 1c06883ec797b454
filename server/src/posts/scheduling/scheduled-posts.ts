import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { NewMedia } from '../../media/uploads/ingestion.ts';
import type { OwnerChanges } from '../../publishing/changes/owner-changes.ts';
import {
  createEditingRepository,
  type MediaItem,
  type SeriesOccurrence,
} from '../editing/editing.repository.ts';
import { resolveInstagramAccount, checkInstagramAccount } from '../content/instagram-account.ts';
import { checkDueTime } from '../content/checks.ts';
import { withAltTexts } from '../content/content.ts';
import type { PostContent } from '../../platform/database/stored-content.ts';
import type { ListedPost } from '../listing/posts.repository.ts';

/** The caller has checked the files. */
export interface ScheduledPostInput {
  id: string;
  mediaType: MediaType;
  content: PostContent;
  scheduledTime: Date;
  allowsDemo: boolean;
  instagramAccountId: string | null;
  files: readonly Pick<NewMedia, 'id'>[];
  altTexts: readonly string[] | undefined;
  series?: SeriesOccurrence | undefined;
}

/**
 * The caller has locked the workspace.
 * @throws AppError SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED
 */
export async function insertScheduledPost(
  tx: Tx,
  ownerChanges: OwnerChanges,
  { userId, workspaceId }: Pick<Member, 'userId' | 'workspaceId'>,
  post: ScheduledPostInput,
): Promise<void> {
  const { id, mediaType, content, scheduledTime, allowsDemo, files, altTexts, series } = post;
  const dueTimeRequest = { scheduledTime, needsConnection: !allowsDemo };
  const facts = await checkDueTime(tx, workspaceId, dueTimeRequest);
  const demo = allowsDemo && facts.accounts.length === 0;
  const chosenAccount = resolveInstagramAccount(facts, post.instagramAccountId);
  checkInstagramAccount(facts, { instagramAccountId: chosenAccount, demo });
  const target = chosenAccount ?? facts.accounts[0] ?? null;
  const row = {
    id,
    workspaceId,
    userId,
    mediaType,
    content,
    scheduledTime,
    demo,
    target,
    isAccountChosen: chosenAccount !== null,
    series,
  };
  await createEditingRepository(tx).insert(row, toMediaItems(files, altTexts));
  const publication = { id, workspaceId, revision: 1, mediaType, dueAt: scheduledTime, target };
  await ownerChanges.insertScheduled(tx, publication, facts.now);
}

/**
 * The caller has locked and checked the draft.
 * @throws AppError SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED
 */
export async function scheduleExistingDraft(
  tx: Tx,
  ownerChanges: OwnerChanges,
  post: ListedPost,
  schedule: Pick<ScheduledPostInput, 'scheduledTime' | 'allowsDemo' | 'series'>,
): Promise<void> {
  const { id, workspace_id: workspaceId } = post;
  const { scheduledTime, allowsDemo, series } = schedule;
  const dueTimeRequest = { scheduledTime, needsConnection: !allowsDemo };
  const facts = await checkDueTime(tx, workspaceId, dueTimeRequest);
  const demo = allowsDemo && facts.accounts.length === 0;
  const instagramAccountId = post.account_chosen ? post.account : null;
  checkInstagramAccount(facts, { instagramAccountId, demo });
  const editing = createEditingRepository(tx);
  await editing.writeDueTime(id, scheduledTime);
  await editing.writeDemo(id, demo);
  if (series !== undefined) await editing.writeSeries(id, series);
  await ownerChanges.onScheduled(tx, id);
}

export function toMediaItems(
  files: readonly Pick<NewMedia, 'id'>[],
  altTexts: readonly string[] | undefined,
): MediaItem[] {
  const items = files.map(({ id }) => ({ fileId: id, altText: null }));
  return withAltTexts(items, altTexts);
}
