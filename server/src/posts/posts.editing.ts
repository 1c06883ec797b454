import { isDeepStrictEqual } from 'node:util';
import type { RequestOf } from '@pontual/contract/endpoint.ts';
import { suggestedType, typesFor } from '@pontual/contract/post-rules.ts';
import type { updatePost } from '@pontual/contract/post-changes.ts';
import type { MediaType, Post } from '@pontual/contract/posts.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Db, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Upload } from '../http/multipart.ts';
import type { NewMedia } from '../media/media.intake.ts';
import type { FileKind } from '../media/media.rules.ts';
import type { ReceivedMedia } from '../media/media.service.ts';
import { createEditingRepository } from './editing.repository.ts';
import { announce, changePost, receiveFiles, type ChangeDependencies } from './posts.change.ts';
import { checkFit, checkHour, refuse } from './posts.checks.ts';
import { contentOf, contentWith, withAltTexts, type PostContent } from './posts.content.ts';
import { fitFiles } from './posts.fitting.ts';
import { checkPlan, databaseNow, hourFacts, isConnected } from './posts.limits.ts';
import { acceptedFor, acceptedForDraft } from './posts.media.rules.ts';
import { createPostsRepository, type PostMedia, type PostView } from './posts.repository.ts';
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
    });
    return newer;
  }

  return {
    /**
     * @throws AppError NOT_FOUND, POST_NOT_EDITABLE, POST_IN_PROGRESS, SCHEDULED_TIME_PAST,
     *   LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED, and those of receiving files and of their fit
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
     * @throws AppError NOT_FOUND, POST_NOT_PUBLISHABLE, POST_IN_PROGRESS, LIMIT_EXCEEDED,
     *   INSTAGRAM_NOT_CONNECTED
     */
    async publishNow({ workspaceId }: Member, postId: string): Promise<Post> {
      await changePost(database, workspaceId, postId, async (tx, post) => {
        refuse(publishNowRefusal(post));
        const now = await databaseNow(tx);
        const facts = await hourFacts(tx, workspaceId, { scheduledTime: now, postId });
        if (!facts.isConnected) throw new AppError('INSTAGRAM_NOT_CONNECTED');
        checkPlan(facts, now);
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
     * What commits first wins: a deletion before the intent, and the post never goes out.
     * @throws AppError NOT_FOUND, POST_NOT_DELETABLE, POST_IN_PROGRESS
     */
    async delete({ workspaceId }: Member, postId: string): Promise<void> {
      await changePost(database, workspaceId, postId, async (tx, post) => {
        refuse(deleteRefusal(post));
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
        ownerChanges.accountConfirmed(tx, workspaceId, postIds),
      );
      announce(nudges, workspaceId);
      return confirmed;
    },
  };
}

/** A file of the post's, or one that takes the place of another, with its text. */
type FittedFile = PostMedia | (NewMedia & { altText?: string | null });

interface Edit {
  content: PostContent;
  scheduledTime: Date | null;
  hourChanged: boolean;
}

/** What a form makes of a post; whatever can be refused without its files is. @throws AppError */
async function checkEdit(db: Db | Tx, post: PostView, body: UpdateBody): Promise<Edit> {
  refuse(editRefusal(post));
  const content = contentWith(contentOf(post), body);
  const scheduledTime = hourWith(post.scheduled_time, body.scheduledTime);
  const hourChanged = scheduledTime?.getTime() !== post.scheduled_time?.getTime();
  if (post.status === 'draft') return { content, scheduledTime, hourChanged };
  if (scheduledTime === null) {
    const message = 'Selecione data e hora';
    throw new AppError('VALIDATION', { message, fields: { scheduledTime: message } });
  }
  if (content.caption !== post.caption) refuse(captionRefusal(content.caption));
  if (hourChanged) {
    const needsConnection = post.status !== 'scheduled' && !post.demo;
    const hour = { scheduledTime, needsConnection, postId: post.id };
    await checkHour(db, post.workspace_id, hour);
  }
  return { content, scheduledTime, hourChanged };
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
  const { content, scheduledTime, hourChanged, fitted, type } = edit;
  const files = fitted.length > 0 ? fitted.map(asPostMedia) : post.media;
  const items = withAltTexts(files, edit.altTexts);
  const mediaChanged = !isDeepStrictEqual(items, post.media);
  const contentChanged = mediaChanged || !isDeepStrictEqual(content, contentOf(post));
  const effect = effectOfEdit(post.status, { content: contentChanged, hour: hourChanged });
  if (effect !== 'none' && effect !== 'moved') checkFit(post.media_type, content, items);

  for (const file of fitted) {
    if (!('fileId' in file) && !file.isInserted) await media.insert(tx, post.workspace_id, file);
  }
  if (mediaChanged) await editing.replaceMedia(post.id, items);
  if (contentChanged) await editing.writeContent(post.id, content);
  if (hourChanged) await editing.writeHour(post.id, scheduledTime);
  if (type !== post.media_type && fitted.length > 0) await editing.writeType(post.id, type);
  if (effect === 'scheduled' && post.demo && (await isConnected(tx, post.workspace_id))) {
    await editing.writeDemo(post.id, false);
  }

  const effects: Record<EditEffect, () => Promise<void>> = {
    none: async () => undefined,
    edited: () => ownerChanges.edited(tx, post.id),
    moved: () => ownerChanges.moved(tx, post.id),
    scheduled: () => ownerChanges.scheduledAgain(tx, post.id),
    kept: () => ownerChanges.kept(tx, post.id),
  };
  await effects[effect]();
}

interface FitPlan {
  /** None when nothing is said of the files. */
  fitted: readonly FittedFile[];
  /** The type that the post has with them. */
  type: MediaType;
}

/** New files, or those there are, brought to the ratio of the type that the post will have. */
async function fittedFiles(
  media: ChangeDependencies['media'],
  post: PostView,
  body: UpdateBody,
  received: readonly ReceivedMedia[],
): Promise<FitPlan> {
  const { fit } = contentWith(contentOf(post), body);
  if (received.length === 0 && body.fit === undefined) return { fitted: [], type: post.media_type };
  const files = received.length > 0 ? received.map((file) => file.media) : post.media;
  const type = typeWith(post, files);
  const before = received.length > 0 ? [] : post.fit;
  return { fitted: await fitFiles<FittedFile>(media, type, files, { fit, before }), type };
}

/** A draft may hold what its type does not take; in new files its owner has chosen anew. */
function typeWith(post: PostView, files: readonly { kind: FileKind }[]): MediaType {
  const kinds = files.map(({ kind }) => kind);
  if (post.status !== 'draft' || typesFor(kinds).includes(post.media_type)) return post.media_type;
  return suggestedType(kinds);
}

/** Whether files made for one state of a post are those that another asks for. */
function isSameToFit(before: PostView, now: PostView): boolean {
  const facts = ({ media, media_type: type, fit, status }: PostView) => [
    media.map(({ fileId }) => fileId),
    type,
    fit,
    status === 'draft',
  ];
  return isDeepStrictEqual(facts(before), facts(now));
}

function asPostMedia(file: FittedFile): PostMedia {
  if ('fileId' in file) return file;
  return {
    fileId: file.id,
    kind: file.kind,
    bytes: file.bytes,
    width: file.width,
    height: file.height,
    durationMs: file.durationMs,
    state: file.state,
    sha256: file.sha256,
    source: file.source,
    progress: 0,
    readyInMs: null,
    refusal: null,
    hasThumbnail: file.thumbnailSha256 !== null,
    altText: file.altText ?? null,
  };
}
