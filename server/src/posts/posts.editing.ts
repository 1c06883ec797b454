import { isDeepStrictEqual } from 'node:util';
import type { RequestOf } from '@pontual/contract/endpoint.ts';
import type { updatePost } from '@pontual/contract/post-changes.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { reopenApproval, reopenMoved } from '../approvals/approvals.reopening.ts';
import { writeAct } from '../audit/audit.writing.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Db, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Upload } from '../http/multipart.ts';
import type { ReceivedMedia } from '../media/media.service.ts';
import { createPauseRepository } from '../pause/pause.repository.ts';
import { deleteFollowing, editFollowing, skipOccurrence } from '../series/series.following.ts';
import { moveSeries } from '../series/series.repository.ts';
import { createEditingRepository } from './editing.repository.ts';
import { checkAccount, newAccount } from './posts.accounts.ts';
import { announce, changePost, receiveFiles, type ChangeDependencies } from './posts.change.ts';
import { checkFit, checkHour, refuse } from './posts.checks.ts';
import {
  contentOf,
  contentWith,
  withAltTexts,
  withoutReel,
  type PostContent,
} from './posts.content.ts';
import { asPostMedia, fittedFiles, isSameToFit, type FitPlan } from './posts.edit-files.ts';
import { checkPlan, databaseNow, holdWorkspace, hourFacts, isConnected } from './posts.limits.ts';
import { acceptedFor, acceptedForDraft } from './posts.media.rules.ts';
import { createPostsRepository, type PostView } from './posts.repository.ts';
import {
  captionRefusal,
  deleteRefusal,
  editRefusal,
  effectOfEdit,
  publishNowRefusal,
  type EditEffect,
} from './posts.rules.ts';
import type { AcceptedPost } from './posts.service.ts';

type UpdateBody = RequestOf<typeof updatePost>['body'];

export type Editing = ReturnType<typeof createEditing>;

/** What owners do with the posts they have: change them, publish them now, delete them. */
export function createEditing(deps: ChangeDependencies) {
  const { database, media, posts, nudges, ownerChanges } = deps;
  const repository = createPostsRepository(database.db);

  async function find(workspaceId: string, postId: string): Promise<PostView> {
    const found = await repository.find(workspaceId, postId);
    if (found === undefined) throw new AppError('NOT_FOUND');
    return found;
  }

  /** Undefined once it is written; else what the post has become, from which it is done again. */
  async function editFrom(
    seen: PostView,
    body: UpdateBody,
    received: readonly ReceivedMedia[],
  ): Promise<PostView | undefined> {
    const plan = await fittedFiles(media, seen, body, received);
    const asksFit = received.length > 0 || body.fit !== undefined;
    let newer: PostView | undefined;
    await changePost(database, seen.workspace_id, seen.id, async (tx, post) => {
      const edit = await checkEdit(tx, post, body);
      // What was made of files that another request has replaced would undo its work.
      if (asksFit && !isSameToFit(seen, post)) newer = post;
      else await applyEdit(deps, tx, post, { ...edit, ...plan, altTexts: body.altText });
      if (newer === undefined && body.following === 'true') {
        await editFollowing(tx, ownerChanges, post, edit);
      }
    });
    return newer;
  }

  return {
    /**
     * @throws AppError NOT_FOUND, POST_NOT_EDITABLE, POST_IN_PROGRESS, SCHEDULED_TIME_PAST,
     *   LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED, SERIES_OVER, and those of receiving files and of their fit
     */
    async update(
      { workspaceId }: Member,
      postId: string,
      body: UpdateBody,
      { files }: Upload,
    ): Promise<AcceptedPost> {
      const seen = await find(workspaceId, postId);
      await checkEdit(database.db, seen, body);
      const isDraft = seen.status === 'draft';
      const acceptance = isDraft ? acceptedForDraft : acceptedFor(seen.media_type);
      const received = await receiveFiles(
        deps,
        { workspaceId, files, uploadIds: body.uploadIds },
        acceptance,
      );
      let base: PostView | undefined = seen;
      while (base !== undefined) base = await editFrom(base, body, received);
      announce(nudges, workspaceId);
      return posts.accepted(workspaceId, postId);
    },

    /**
     * @throws AppError NOT_FOUND, POST_NOT_PUBLISHABLE, POST_IN_PROGRESS, PUBLISHING_PAUSED, APPROVAL_NEEDED,
     *   LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED
     */
    async publishNow({ workspaceId }: Member, postId: string): Promise<Post> {
      await changePost(database, workspaceId, postId, async (tx, post) => {
        refuse(publishNowRefusal(post));
        if (post.awaiting_since !== null) throw new AppError('APPROVAL_NEEDED');
        const now = await databaseNow(tx);
        const facts = await hourFacts(tx, workspaceId, { scheduledTime: now, postId });
        if (!facts.isConnected) throw new AppError('INSTAGRAM_NOT_CONNECTED');
        if (await createPauseRepository(tx).isPaused(workspaceId, now)) {
          throw new AppError('PUBLISHING_PAUSED');
        }
        checkPlan(facts, now);
        const account = post.account_chosen ? post.account : null;
        await checkAccount(tx, workspaceId, { account, demo: false });
        await createEditingRepository(tx).makeDueNow(postId);
        const isScheduled = post.status === 'scheduled';
        await (isScheduled
          ? ownerChanges.publishNow(tx, postId)
          : ownerChanges.publishAgain(tx, postId));
      });
      announce(nudges, workspaceId);
      return posts.find(workspaceId, postId);
    },

    /**
     * What commits first wins: a deletion before the intent, and the post never goes out. Of a series
     * the day is left out from then on; with those that follow, no more are made.
     * @throws AppError NOT_FOUND, POST_NOT_DELETABLE, POST_IN_PROGRESS, SERIES_OVER
     */
    async delete({ workspaceId }: Member, postId: string, isFollowing: boolean): Promise<void> {
      await changePost(database, workspaceId, postId, async (tx, post) => {
        refuse(deleteRefusal(post));
        await (isFollowing ? deleteFollowing(tx, post) : skipOccurrence(tx, post));
        await writeAct(tx, { workspaceId, kind: 'post.deleted', postId });
        await createEditingRepository(tx).delete(postId);
      });
      nudges.send([{ topic: 'posts', workspaceId }]);
    },

    /** Lets posts made for an earlier account go out on the connected one; answers how many. */
    async confirmAccount(
      { workspaceId }: Member,
      postIds: readonly string[] | undefined,
    ): Promise<number> {
      const confirmed = await database.inTransaction((tx) =>
        confirmAll(tx, ownerChanges, workspaceId, postIds),
      );
      announce(nudges, workspaceId);
      return confirmed;
    },
  };
}

/** What comes again moves with its posts; what was approved for another account is to be approved again. */
async function confirmAll(
  tx: Tx,
  ownerChanges: ChangeDependencies['ownerChanges'],
  workspaceId: string,
  postIds: readonly string[] | undefined,
): Promise<number> {
  // As for every change of a series: none is at its posts while these are held.
  await holdWorkspace(tx, workspaceId);
  const ids = await ownerChanges.accountConfirmed(tx, workspaceId, postIds);
  await moveSeries(tx, workspaceId, postIds && ids);
  await reopenMoved(tx, ownerChanges, workspaceId, ids);
  return ids.length;
}

interface Edit {
  content: PostContent;
  scheduledTime: Date | null;
  hourChanged: boolean;
  /** The account that it is to go out on instead; null: the same. */
  account: string | null;
}

/** What a form makes of a post; whatever can be refused without its files is. @throws AppError */
async function checkEdit(db: Db | Tx, post: PostView, body: UpdateBody): Promise<Edit> {
  refuse(editRefusal(post));
  const content = contentWith(contentOf(post), body);
  const scheduledTime = hourWith(post.scheduled_time, body.scheduledTime);
  const hourChanged = scheduledTime?.getTime() !== post.scheduled_time?.getTime();
  const account = await newAccount(db, post, body.instagramAccountId);
  const edit = { content, scheduledTime, hourChanged, account };
  if (post.status === 'draft') return edit;
  if (scheduledTime === null) {
    const message = 'Selecione data e hora';
    throw new AppError('VALIDATION', { message, fields: { scheduledTime: message } });
  }
  if (content.caption !== post.caption) refuse(captionRefusal(content.caption));
  if (hourChanged) {
    const needsConnection = post.status !== 'scheduled' && !post.demo;
    const hour = { scheduledTime, needsConnection, postId: post.id };
    await checkHour(db, post.workspace_id, hour);
    if (needsConnection && post.account_chosen && account === null) {
      await checkAccount(db, post.workspace_id, { account: post.account, demo: false });
    }
  }
  return edit;
}

function hourWith(before: Date | null, sent: string | undefined): Date | null {
  if (sent === undefined) return before;
  return sent === '' ? null : new Date(sent);
}

/** Writes an edit and tells the engine what it means. @throws AppError those of the post's fit */
async function applyEdit(
  { media, ownerChanges }: ChangeDependencies,
  tx: Tx,
  post: PostView,
  edit: Edit & FitPlan & { altTexts: readonly string[] | undefined },
): Promise<void> {
  const editing = createEditingRepository(tx);
  const { scheduledTime, hourChanged, account, fitted, type } = edit;
  const isOther = type !== post.media_type && fitted.length > 0;
  const content = isOther && post.media_type === 'REELS' ? withoutReel(edit.content) : edit.content;
  const files = fitted.length > 0 ? fitted.map(asPostMedia) : post.media;
  const items = withAltTexts(files, edit.altTexts);
  const mediaChanged = !isDeepStrictEqual(items, post.media);
  const contentChanged = mediaChanged || !isDeepStrictEqual(content, contentOf(post));
  const effect = effectOfEdit(post.status, {
    content: mediaChanged || account !== null || changesPublished(content, post),
    hour: hourChanged,
  });
  if (effect !== 'none' && effect !== 'moved') checkFit(post.media_type, content, items);

  for (const file of fitted) {
    if (!('fileId' in file) && !file.isInserted) await media.insert(tx, post.workspace_id, file);
  }
  if (mediaChanged) await editing.replaceMedia(post.id, items);
  if (account !== null) await editing.writeAccount(post.id, account);
  if (contentChanged) await editing.writeContent(post.id, content);
  if (hourChanged) await editing.writeHour(post.id, scheduledTime);
  if (isOther) await editing.writeType(post.id, type);
  if (effect === 'scheduled' && post.demo && (await isConnected(tx, post.workspace_id))) {
    await editing.writeDemo(post.id, false);
  }

  const effects: Record<EditEffect, () => Promise<void>> = {
    none: async () => {
      if (!contentChanged && !hourChanged && account === null) return;
      const workspaceId = post.workspace_id;
      await writeAct(tx, { workspaceId, kind: 'post.draft_edited', postId: post.id });
    },
    edited: () => ownerChanges.edited(tx, post.id),
    moved: () => ownerChanges.moved(tx, post.id),
    scheduled: () => ownerChanges.scheduledAgain(tx, post.id),
    kept: () => ownerChanges.kept(tx, post.id),
  };
  await effects[effect]();
  if (contentChanged || account !== null) await reopenApproval(tx, ownerChanges, post);
}

/** What is written below a post afterwards changes nothing of what was prepared. */
function changesPublished(content: PostContent, post: PostView): boolean {
  const { firstComment } = content;
  return !isDeepStrictEqual(content, { ...contentOf(post), firstComment });
}
