import type { RequestOf } from '@pontual/contract/endpoint.ts';
import { suggestedType } from '@pontual/contract/post-rules.ts';
import type { saveDraft, scheduleDraft, schedulePost } from '@pontual/contract/post-changes.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Upload } from '../http/multipart.ts';
import type { NewMedia } from '../media/media.intake.ts';
import { createEditingRepository, type NewDraft } from './editing.repository.ts';
import { announce, changePost, type ChangeDependencies } from './posts.change.ts';
import { checkFit, checkHour, refuse } from './posts.checks.ts';
import { contentOf, contentWith, emptyContent, withAltTexts } from './posts.content.ts';
import { createCreation } from './posts.creation.ts';
import { fitFiles } from './posts.fitting.ts';
import { acceptedFor, acceptedForDraft } from './posts.media.rules.ts';
import { captionRefusal } from './posts.rules.ts';
import type { AcceptedPost } from './posts.service.ts';

type ScheduleBody = RequestOf<typeof schedulePost>['body'];
type DraftBody = RequestOf<typeof saveDraft>['body'];
type DraftHour = RequestOf<typeof scheduleDraft>['body'];

export type Scheduling = ReturnType<typeof createScheduling>;

/** Takes posts in, finished or not, and gives drafts their hour. */
export function createScheduling(deps: ChangeDependencies) {
  const { database, posts, nudges, ownerChanges } = deps;
  const createOnce = createCreation(deps);

  return {
    /**
     * @throws AppError VALIDATION, SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED,
     *   IDEMPOTENCY_MISMATCH, and those of receiving files and of their fit
     */
    async schedule(session: Member, body: ScheduleBody, upload: Upload): Promise<AcceptedPost> {
      const { userId, workspaceId } = session;
      const { uploadIds, ...fields } = body;
      const { mediaType } = body;
      const content = contentWith(emptyContent, body);
      const scheduledTime = new Date(body.scheduledTime);
      const asksDemo = body.demo === 'true';
      const hour = { scheduledTime, needsConnection: !asksDemo };
      const postId = await createOnce(session, upload, {
        request: ['schedule', fields],
        acceptance: acceptedFor(mediaType),
        uploadIds,
        async checkBeforeUpload() {
          refuse(captionRefusal(content.caption));
          await checkHour(database.db, workspaceId, hour);
        },
        fit: (files) => fitFiles(deps.media, mediaType, files, content),
        checkFiles: (files) => checkFit(mediaType, content, files),
        async insert(tx, id, files) {
          const { isConnected } = await checkHour(tx, workspaceId, hour);
          const demo = asksDemo && !isConnected;
          const draft = { id, workspaceId, userId, mediaType, content, scheduledTime, demo };
          await insertDraft(tx, draft, files, body.altText);
          await ownerChanges.scheduled(tx, id);
        },
      });
      return posts.accepted(workspaceId, postId);
    },

    /**
     * Keeps whatever there is so far.
     * @throws AppError IDEMPOTENCY_MISMATCH and those of receiving files
     */
    async saveDraft(session: Member, body: DraftBody, upload: Upload): Promise<AcceptedPost> {
      const { userId, workspaceId } = session;
      const { uploadIds, ...fields } = body;
      const content = contentWith(emptyContent, body);
      const typeOf = (files: readonly NewMedia[]) =>
        body.mediaType ?? suggestedType(files.map(({ kind }) => kind));
      const scheduledTime = body.scheduledTime ? new Date(body.scheduledTime) : null;
      const postId = await createOnce(session, upload, {
        request: ['draft', fields],
        acceptance: acceptedForDraft,
        uploadIds,
        checkBeforeUpload: async () => undefined,
        fit: (files) => fitFiles(deps.media, typeOf(files), files, content),
        checkFiles: () => undefined,
        async insert(tx, id, files) {
          const mediaType = typeOf(files);
          const draft = { id, workspaceId, userId, mediaType, content, scheduledTime, demo: false };
          await insertDraft(tx, draft, files, body.altText);
        },
      });
      return posts.accepted(workspaceId, postId);
    },

    /**
     * @throws AppError NOT_FOUND, POST_NOT_DRAFT, SCHEDULED_TIME_PAST, LIMIT_EXCEEDED,
     *   INSTAGRAM_NOT_CONNECTED and those of the post's fit
     */
    async scheduleDraft(
      { workspaceId }: Member,
      postId: string,
      body: DraftHour,
    ): Promise<AcceptedPost> {
      const scheduledTime = new Date(body.scheduledTime);
      await changePost(database, workspaceId, postId, async (tx, post) => {
        if (post.status !== 'draft') throw new AppError('POST_NOT_DRAFT');
        checkFit(post.media_type, contentOf(post), post.media);
        const hour = { scheduledTime, needsConnection: !body.demo };
        const { isConnected } = await checkHour(tx, workspaceId, hour);
        const editing = createEditingRepository(tx);
        await editing.writeHour(postId, scheduledTime);
        await editing.writeDemo(postId, body.demo && !isConnected);
        await ownerChanges.scheduled(tx, postId);
      });
      announce(nudges, workspaceId);
      return posts.accepted(workspaceId, postId);
    },
  };
}

async function insertDraft(
  tx: Tx,
  draft: NewDraft,
  files: readonly NewMedia[],
  altTexts: readonly string[] | undefined,
): Promise<void> {
  const items = files.map(({ id }) => ({ fileId: id, altText: null }));
  const editing = createEditingRepository(tx);
  await editing.insertDraft(draft);
  await editing.insertMedia(draft.id, withAltTexts(items, altTexts));
}
