import { isDeepStrictEqual } from 'node:util';
import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { updatePost } from '@pontual/contract/posts/post-changes.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { getRequestActor } from '../../platform/http/request-actor.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { MultipartUpload } from '../../platform/http/multipart.ts';
import type { ReceivedMedia } from '../../media/media.service.ts';
import { createEditingRepository } from './editing.repository.ts';
import {
  checkInstagramAccount,
  loadAccounts,
  resolveAccountChange,
} from '../content/instagram-account.ts';
import { sendWakeUps, changePost, receiveFiles, type ChangeDependencies } from './change.ts';
import {
  checkDueTime,
  checkFirstComment,
  checkPublishable,
  throwIfRefused,
} from '../content/checks.ts';
import {
  contentOf,
  applyContentInput,
  emptyContent,
  withAltTexts,
  withoutReelOptions,
} from '../content/content.ts';
import type { PostContent } from '../../platform/database/stored-content.ts';
import {
  toPostMedia,
  adaptEditedFiles,
  hasSameMediaInputs,
  type AdaptedFiles,
} from './edited-files.ts';
import { checkPlan, loadSchedulingFacts } from '../scheduling/limits.ts';
import { databaseNow } from '../../platform/database/database-now.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { uploadRulesFor, draftUploadRules } from '../content/media.rules.ts';
import { createPostsRepository, type ListedPost } from '../listing/posts.repository.ts';
import {
  contentRefusal,
  deleteRefusal,
  editRefusal,
  resolveEditEffect,
  publishNowRefusal,
  type EditEffect,
} from '../listing/posts.rules.ts';
import type { AcceptedPost } from '../listing/posts.service.ts';

type UpdateBody = RequestOf<typeof updatePost>['body'];

export type EditingService = ReturnType<typeof createEditingService>;

export function createEditingService(deps: ChangeDependencies) {
  const { database, posts, planning, wakeUps, ownerChanges } = deps;
  const repository = createPostsRepository(database.db);

  async function find(workspaceId: string, postId: string): Promise<ListedPost> {
    const found = await repository.find(workspaceId, postId);
    if (found === undefined) throw new AppError('NOT_FOUND');
    return found;
  }

  /** Returns a newer version of the post, from which to try again, when the edit is not written. */
  async function tryEdit(
    snapshot: ListedPost,
    body: UpdateBody,
    received: readonly ReceivedMedia[],
  ): Promise<ListedPost | undefined> {
    const plan = await adaptEditedFiles(deps, snapshot, body, received);
    const needsAdapting = received.length > 0 || body.fit !== undefined;
    let newer: ListedPost | undefined;
    await changePost(database, snapshot.workspace_id, snapshot.id, async (tx, post) => {
      const edit = await checkEdit(deps, tx, post, body);
      // Another request has replaced the files meanwhile: the adapted files would undo its work.
      if (needsAdapting && !hasSameMediaInputs(snapshot, post)) newer = post;
      else await applyEdit(deps, tx, post, { ...edit, ...plan, altTexts: body.altText });
      if (newer === undefined && body.following === 'true') {
        await planning.series.editFollowing(tx, post, edit);
      }
    });
    return newer;
  }

  return {
    /**
     * @throws AppError NOT_FOUND, POST_NOT_EDITABLE, POST_IN_PROGRESS, VALIDATION, SCHEDULED_TIME_PAST,
     * LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED, SERIES_OVER, FIRST_COMMENT_UNAVAILABLE, the errors of
     * `checkPublishable`, and those of receiving and adapting files
     */
    async update(
      { workspaceId }: Member,
      postId: string,
      body: UpdateBody,
      { files }: MultipartUpload,
    ): Promise<AcceptedPost> {
      const snapshot = await find(workspaceId, postId);
      await checkEdit(deps, database.db, snapshot, body);
      const isDraft = snapshot.status === 'draft';
      const acceptance = isDraft ? draftUploadRules : uploadRulesFor(snapshot.media_type);
      const received = await receiveFiles(
        deps,
        { workspaceId, files, uploadIds: body.uploadIds },
        acceptance,
      );
      let base: ListedPost | undefined = snapshot;
      while (base !== undefined) base = await tryEdit(base, body, received);
      sendWakeUps(wakeUps, workspaceId);
      return posts.findWithWarnings(workspaceId, postId);
    },

    /**
     * @throws AppError NOT_FOUND, POST_NOT_PUBLISHABLE, POST_IN_PROGRESS, PUBLISHING_PAUSED, APPROVAL_NEEDED,
     *   LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED
     */
    async publishNow({ workspaceId }: Member, postId: string): Promise<Post> {
      const isRefused = await changePost(database, workspaceId, postId, async (tx, post) => {
        throwIfRefused(publishNowRefusal(post));
        // The request for an approval stays.
        if (await isAwaitingApproval(deps, tx, post)) return true;
        const now = await databaseNow(tx);
        const facts = await loadSchedulingFacts(tx, workspaceId, { scheduledTime: now, postId });
        if (facts.accounts.length === 0) throw new AppError('INSTAGRAM_NOT_CONNECTED');
        if (await planning.pause.isPaused(tx, workspaceId, now)) {
          throw new AppError('PUBLISHING_PAUSED');
        }
        checkPlan(facts, now);
        const instagramAccountId = post.account_chosen ? post.account : null;
        checkInstagramAccount(facts, { instagramAccountId, demo: false });
        await createEditingRepository(tx).makeDueNow(postId);
        const isScheduled = post.status === 'scheduled';
        await (isScheduled
          ? ownerChanges.onPublishNow(tx, postId)
          : ownerChanges.onPublishAgain(tx, postId));
        return false;
      });
      sendWakeUps(wakeUps, workspaceId);
      if (isRefused) throw new AppError('APPROVAL_NEEDED');
      return posts.find(workspaceId, postId);
    },

    /**
     * The first commit wins: a deletion that commits before the intent prevents the publication.
     * `isFollowing` ends the series. @throws AppError NOT_FOUND, POST_NOT_DELETABLE, POST_IN_PROGRESS,
     * SERIES_OVER
     */
    async delete({ workspaceId }: Member, postId: string, isFollowing: boolean): Promise<void> {
      await changePost(database, workspaceId, postId, async (tx, post) => {
        throwIfRefused(deleteRefusal(post));
        await (isFollowing
          ? planning.series.deleteFollowing(tx, post)
          : planning.series.skipOccurrence(tx, post));
        await recordAudit(tx, { workspaceId, kind: 'post.deleted', postId });
        await createEditingRepository(tx).delete(postId);
      });
      wakeUps.send([{ topic: 'posts', workspaceId }]);
    },

    /** Confirms posts of an earlier account for the connected one; returns their number. */
    async confirmAccount(
      { workspaceId }: Member,
      postIds: readonly string[] | undefined,
    ): Promise<number> {
      const confirmed = await database.inTransaction((tx) =>
        confirmAccountForPosts(deps, tx, workspaceId, postIds),
      );
      sendWakeUps(wakeUps, workspaceId);
      return confirmed;
    },
  };
}

/** Also of a post that was being published when its team began to demand approvals. */
async function isAwaitingApproval(
  { planning }: ChangeDependencies,
  tx: Tx,
  { id, workspace_id: workspaceId }: ListedPost,
): Promise<boolean> {
  await planning.approvals.demand(tx, id);
  const post = await createPostsRepository(tx).find(workspaceId, id);
  return post?.awaiting_since != null;
}

/** Series move with their posts; posts approved for another account need a new approval. */
async function confirmAccountForPosts(
  { planning, ownerChanges }: ChangeDependencies,
  tx: Tx,
  workspaceId: string,
  postIds: readonly string[] | undefined,
): Promise<number> {
  // Every change of a series locks the workspace, so no series writes these posts meanwhile.
  await lockWorkspace(tx, workspaceId);
  const ids = await ownerChanges.onAccountConfirmed(tx, workspaceId, postIds);
  await planning.series.moveToConnectedAccount(tx, workspaceId, postIds && ids);
  await planning.approvals.reopenAfterAccountChange(tx, workspaceId, ids);
  return ids.length;
}

interface Edit {
  content: PostContent;
  scheduledTime: Date | null;
  isDueTimeChanged: boolean;
  newInstagramAccountId: string | null;
}

/**
 * Checks everything that needs no files.
 * @throws AppError the refusals of the edit, the due time, the account and the texts
 */
async function checkEdit(
  deps: Pick<ChangeDependencies, 'commentOffer' | 'instagramLimits'>,
  db: Db | Tx,
  post: ListedPost,
  body: UpdateBody,
): Promise<Edit> {
  throwIfRefused(editRefusal(post));
  const content = applyContentInput(contentOf(post), body);
  const scheduledTime = resolveDueTime(post.scheduled_time, body.scheduledTime);
  const isDueTimeChanged = scheduledTime?.getTime() !== post.scheduled_time?.getTime();
  const newInstagramAccountId = await resolveAccountChange(db, post, body.instagramAccountId);
  const edit = { content, scheduledTime, isDueTimeChanged, newInstagramAccountId };
  if (post.status === 'draft') return edit;
  await checkFirstComment(
    deps,
    db,
    { workspaceId: post.workspace_id, account: newInstagramAccountId ?? post.account },
    // Another account may not be able to comment.
    { before: newInstagramAccountId === null ? contentOf(post) : emptyContent, after: content },
  );
  if (scheduledTime === null) {
    const message = 'Selecione data e hora';
    throw new AppError('VALIDATION', { message, fields: { scheduledTime: message } });
  }
  throwIfRefused(contentRefusal(deps.instagramLimits, changesOf(content, contentOf(post))));
  if (isDueTimeChanged) {
    const needsConnection = post.status !== 'scheduled' && !post.demo;
    const dueTimeRequest = { scheduledTime, needsConnection, postId: post.id };
    const facts = await checkDueTime(db, post.workspace_id, dueTimeRequest);
    if (needsConnection && post.account_chosen && newInstagramAccountId === null) {
      checkInstagramAccount(facts, { instagramAccountId: post.account, demo: false });
    }
  }
  return edit;
}

/** Without what the edit leaves, which limits of Instagram that are newer do not concern. */
function changesOf(content: PostContent, before: PostContent): PostContent {
  const names = Object.keys(emptyContent) as (keyof PostContent)[];
  const unchanged = names.filter((name) => isDeepStrictEqual(content[name], before[name]));
  return { ...content, ...Object.fromEntries(unchanged.map((name) => [name, emptyContent[name]])) };
}

function resolveDueTime(before: Date | null, input: string | undefined): Date | null {
  if (input === undefined) return before;
  return input === '' ? null : new Date(input);
}

/** @throws AppError the refusals of the content and the files */
async function applyEdit(
  { media, planning, ownerChanges, instagramLimits }: ChangeDependencies,
  tx: Tx,
  post: ListedPost,
  edit: Edit & AdaptedFiles & { altTexts: readonly string[] | undefined },
): Promise<void> {
  const editing = createEditingRepository(tx);
  const { scheduledTime, isDueTimeChanged, newInstagramAccountId, adaptedFiles, type } = edit;
  const isTypeChanged = type !== post.media_type && adaptedFiles.length > 0;
  const content =
    isTypeChanged && post.media_type === 'REELS' ? withoutReelOptions(edit.content) : edit.content;
  const files = adaptedFiles.length > 0 ? adaptedFiles.map(toPostMedia) : post.media;
  const items = withAltTexts(files, edit.altTexts);
  const mediaChanged = !isDeepStrictEqual(items, post.media);
  const contentChanged = mediaChanged || !isDeepStrictEqual(content, contentOf(post));
  const effect = resolveEditEffect(post.status, {
    content: mediaChanged || newInstagramAccountId !== null || affectsContainer(content, post),
    dueTime: isDueTimeChanged,
  });
  if (effect !== 'none' && effect !== 'moved') {
    checkPublishable(instagramLimits, post.media_type, content, items);
  }

  for (const file of adaptedFiles) {
    if (!('fileId' in file) && !file.isInserted) await media.insert(tx, post.workspace_id, file);
  }
  if (mediaChanged) await editing.replaceMedia(post.id, items);
  if (newInstagramAccountId !== null)
    await editing.writeInstagramAccount(post.id, newInstagramAccountId);
  if (contentChanged) await editing.writeContent(post.id, content);
  if (isDueTimeChanged) await editing.writeDueTime(post.id, scheduledTime);
  if (isTypeChanged) await editing.writeType(post.id, type);
  if (effect === 'scheduled' && post.demo) {
    const { accounts } = await loadAccounts(tx, post.workspace_id);
    if (accounts.length > 0) await editing.writeDemo(post.id, false);
  }

  const effects: Record<EditEffect, () => Promise<void>> = {
    none: async () => {
      if (!contentChanged && !isDueTimeChanged && newInstagramAccountId === null) return;
      const workspaceId = post.workspace_id;
      await recordAudit(tx, { workspaceId, kind: 'post.draft_edited', postId: post.id });
    },
    edited: () => ownerChanges.onEdited(tx, post.id),
    moved: () => ownerChanges.apply(tx, post.id, { kind: 'moved' }),
    scheduled: () => ownerChanges.onScheduled(tx, post.id),
    kept: () => ownerChanges.onEditedAfterEnd(tx, post.id),
  };
  await effects[effect]();
  if (!contentChanged && newInstagramAccountId === null) return;
  await editing.writeEditor(post.id, getRequestActor()?.userId);
  await planning.approvals.reopen(tx, post);
}

/** The first comment is written after the publication and is not part of the container. */
function affectsContainer(content: PostContent, post: ListedPost): boolean {
  const { firstComment } = content;
  return !isDeepStrictEqual(content, { ...contentOf(post), firstComment });
}
