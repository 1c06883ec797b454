import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import { suggestMediaType } from '@pontual/contract/posts/post-rules.ts';
import type {
  saveDraft,
  scheduleDraft,
  schedulePost,
} from '@pontual/contract/posts/post-changes.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { MultipartUpload } from '../../platform/http/multipart.ts';
import type { NewMedia } from '../../media/uploads/ingestion.ts';
import { createEditingRepository, type SeriesOccurrence } from '../editing/editing.repository.ts';
import {
  loadAccounts,
  resolveInstagramAccount,
  checkInstagramAccount,
  checkDraftInstagramAccount,
} from '../content/instagram-account.ts';
import { sendWakeUps, changePost, type ChangeDependencies } from '../editing/change.ts';
import {
  checkFirstComment,
  checkPublishable,
  checkDueTime,
  throwIfRefused,
} from '../content/checks.ts';
import { contentOf, applyContentInput, emptyContent } from '../content/content.ts';
import { createPostCreator } from './post-creator.ts';
import { adaptFiles } from '../content/adapt-files.ts';
import { uploadRulesFor, draftUploadRules } from '../content/media.rules.ts';
import { toMediaItems, scheduleExistingDraft, insertScheduledPost } from './scheduled-posts.ts';
import { captionRefusal } from '../listing/posts.rules.ts';
import type { AcceptedPost } from '../listing/posts.service.ts';

type ScheduleBody = RequestOf<typeof schedulePost>['body'];
type DraftBody = RequestOf<typeof saveDraft>['body'];
type ScheduleDraftBody = RequestOf<typeof scheduleDraft>['body'];

export type SchedulingService = ReturnType<typeof createSchedulingService>;

export function createSchedulingService(deps: ChangeDependencies) {
  const { database, posts, planning, wakeUps, ownerChanges, instagramLimits } = deps;
  const createOnce = createPostCreator(deps);

  return {
    /**
     * @throws AppError VALIDATION, SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED,
     * PLAN_REQUIRED and QUEUE_FULL for the queue, PLAN_REQUIRED and SERIES_FULL for a series,
     * FIRST_COMMENT_UNAVAILABLE, IDEMPOTENCY_MISMATCH, and the errors of receiving and adapting files
     */
    async schedule(
      session: Member,
      body: ScheduleBody,
      upload: MultipartUpload,
    ): Promise<AcceptedPost> {
      const { workspaceId } = session;
      const { uploadIds, ...fields } = body;
      const { mediaType } = body;
      const content = applyContentInput(emptyContent, body);
      const scheduledTime = new Date(body.scheduledTime);
      const allowsDemo = body.demo === 'true';
      const instagramAccountId = body.instagramAccountId ?? null;
      /** @throws AppError PLAN_REQUIRED, QUEUE_FULL */
      const resolveDueTime = async (db: Db | Tx) =>
        body.queue === 'true'
          ? planning.assignQueueSlot(db, workspaceId, scheduledTime)
          : scheduledTime;
      const postId = await createOnce(session, upload, {
        hashedFields: ['schedule', fields],
        acceptance: uploadRulesFor(mediaType),
        uploadIds,
        async checkBeforeUpload() {
          await planning.series.checkRepeat(database.db, workspaceId, body);
          throwIfRefused(captionRefusal(instagramLimits, content.caption));
          const target = { workspaceId, account: instagramAccountId };
          const texts = { before: emptyContent, after: content };
          await checkFirstComment(deps, database.db, target, texts);
          const dueTimeRequest = {
            scheduledTime: await resolveDueTime(database.db),
            needsConnection: !allowsDemo,
          };
          const facts = await checkDueTime(database.db, workspaceId, dueTimeRequest);
          const demo = allowsDemo && facts.accounts.length === 0;
          checkInstagramAccount(facts, { instagramAccountId, demo });
        },
        prepareFiles: (files) => adaptFiles(deps, mediaType, files, content),
        checkFiles: (files) => checkPublishable(instagramLimits, mediaType, content, files),
        async insert(tx, id, files) {
          const { altText: altTexts } = body;
          const at = await resolveDueTime(tx);
          const post = {
            id,
            mediaType,
            content,
            scheduledTime: at,
            allowsDemo,
            instagramAccountId,
            altTexts,
          };
          const { repeat } = body;
          if (repeat === undefined) {
            return insertScheduledPost(tx, ownerChanges, session, { ...post, files });
          }
          await planning.series.start(tx, session, { post: { ...post, files }, repeat });
        },
      });
      return posts.findWithWarnings(workspaceId, postId);
    },

    /**
     * The draft may be incomplete.
     * @throws AppError INSTAGRAM_NOT_CONNECTED for an account that is not connected, IDEMPOTENCY_MISMATCH, and
     * the errors of receiving and adapting files
     */
    async saveDraft(
      session: Member,
      body: DraftBody,
      upload: MultipartUpload,
    ): Promise<AcceptedPost> {
      const { userId, workspaceId } = session;
      const { uploadIds, ...fields } = body;
      const content = applyContentInput(emptyContent, body);
      const typeOf = (files: readonly NewMedia[]) =>
        body.mediaType ?? suggestMediaType(files.map(({ kind }) => kind));
      const scheduledTime = body.scheduledTime ? new Date(body.scheduledTime) : null;
      const requestedAccountId = body.instagramAccountId ?? null;
      const postId = await createOnce(session, upload, {
        hashedFields: ['draft', fields],
        acceptance: draftUploadRules,
        uploadIds,
        async checkBeforeUpload() {
          if (requestedAccountId === null) return;
          const accounts = await loadAccounts(database.db, workspaceId);
          checkDraftInstagramAccount(accounts, requestedAccountId);
        },
        prepareFiles: (files) => adaptFiles(deps, typeOf(files), files, content),
        checkFiles: () => undefined,
        async insert(tx, id, files) {
          const mediaType = typeOf(files);
          const accounts = await loadAccounts(tx, workspaceId);
          checkDraftInstagramAccount(accounts, requestedAccountId);
          const target = resolveInstagramAccount(accounts, requestedAccountId);
          const draft = {
            id,
            workspaceId,
            userId,
            mediaType,
            content,
            scheduledTime,
            demo: false,
            target,
            isAccountChosen: target !== null,
          };
          await createEditingRepository(tx).insert(draft, toMediaItems(files, body.altText));
          await ownerChanges.insertDraft(tx, id);
          await recordAudit(tx, { workspaceId, kind: 'post.drafted', postId: id });
        },
      });
      return posts.findWithWarnings(workspaceId, postId);
    },

    /**
     * @throws AppError NOT_FOUND, POST_NOT_DRAFT, SCHEDULED_TIME_PAST, LIMIT_EXCEEDED,
     * INSTAGRAM_NOT_CONNECTED, PLAN_REQUIRED and QUEUE_FULL for the queue, PLAN_REQUIRED and SERIES_FULL for
     * a series, FIRST_COMMENT_UNAVAILABLE, and the errors of the content and files
     */
    async scheduleDraft(
      session: Member,
      postId: string,
      body: ScheduleDraftBody,
    ): Promise<AcceptedPost> {
      const { workspaceId } = session;
      const requestedTime = new Date(body.scheduledTime);
      await changePost(database, workspaceId, postId, async (tx, post) => {
        if (post.status !== 'draft') throw new AppError('POST_NOT_DRAFT');
        checkPublishable(instagramLimits, post.media_type, contentOf(post), post.media);
        const target = { workspaceId, account: post.account };
        const texts = { before: emptyContent, after: contentOf(post) };
        await checkFirstComment(deps, tx, target, texts);
        const scheduleFirstPost = async (series?: SeriesOccurrence) => {
          const scheduledTime = body.queue
            ? await planning.assignQueueSlot(tx, workspaceId, requestedTime)
            : requestedTime;
          await scheduleExistingDraft(tx, ownerChanges, post, {
            scheduledTime,
            allowsDemo: body.demo,
            series,
          });
        };
        const { repeat } = body;
        if (repeat === undefined) await scheduleFirstPost();
        else
          await planning.series.startFromDraft(tx, session, {
            post,
            scheduleFirstPost,
            timing: body,
            repeat,
          });
      });
      sendWakeUps(wakeUps, workspaceId);
      return posts.findWithWarnings(workspaceId, postId);
    },
  };
}
