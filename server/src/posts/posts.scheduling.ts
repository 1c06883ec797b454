import type { RequestOf } from '@pontual/contract/endpoint.ts';
import { suggestedType } from '@pontual/contract/post-rules.ts';
import type { saveDraft, scheduleDraft, schedulePost } from '@pontual/contract/post-changes.ts';
import { writeAct } from '../audit/audit.writing.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Db, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Upload } from '../http/multipart.ts';
import type { NewMedia } from '../media/media.intake.ts';
import { placeInQueue } from '../queue/queue.place.ts';
import { checkRepeat, startSeries, startSeriesWith } from '../series/series.starting.ts';
import type { OfSeries } from './editing.repository.ts';
import { accountOfDraft, checkAccount, checkDraftAccount } from './posts.accounts.ts';
import { announce, changePost, type ChangeDependencies } from './posts.change.ts';
import { checkFit, checkHour, refuse } from './posts.checks.ts';
import { contentOf, contentWith, emptyContent } from './posts.content.ts';
import { createCreation } from './posts.creation.ts';
import { fitFiles } from './posts.fitting.ts';
import { acceptedFor, acceptedForDraft } from './posts.media.rules.ts';
import { insertDraft, placeDraft, placePost } from './posts.placing.ts';
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
     *   PLAN_REQUIRED and QUEUE_FULL for the queue, PLAN_REQUIRED and SERIES_FULL for a series,
     *   IDEMPOTENCY_MISMATCH, and those of receiving files and of their fit
     */
    async schedule(session: Member, body: ScheduleBody, upload: Upload): Promise<AcceptedPost> {
      const { workspaceId } = session;
      const { uploadIds, ...fields } = body;
      const { mediaType } = body;
      const content = contentWith(emptyContent, body);
      const scheduledTime = new Date(body.scheduledTime);
      const asksDemo = body.demo === 'true';
      const account = body.instagramAccountId ?? null;
      /** The hour that was sent, or the queue's. @throws AppError PLAN_REQUIRED, QUEUE_FULL */
      const hourFor = async (db: Db | Tx) =>
        body.queue === 'true' ? placeInQueue(db, workspaceId, scheduledTime) : scheduledTime;
      const postId = await createOnce(session, upload, {
        request: ['schedule', fields],
        acceptance: acceptedFor(mediaType),
        uploadIds,
        async checkBeforeUpload() {
          await checkRepeat(database.db, workspaceId, body);
          refuse(captionRefusal(content.caption));
          const hour = { scheduledTime: await hourFor(database.db), needsConnection: !asksDemo };
          const { isConnected } = await checkHour(database.db, workspaceId, hour);
          await checkAccount(database.db, workspaceId, { account, demo: asksDemo && !isConnected });
        },
        fit: (files) => fitFiles(deps.media, mediaType, files, content),
        checkFiles: (files) => checkFit(mediaType, content, files),
        async insert(tx, id, files) {
          const { altText: altTexts } = body;
          const at = await hourFor(tx);
          const post = { id, mediaType, content, scheduledTime: at, asksDemo, account, altTexts };
          const { repeat } = body;
          if (repeat === undefined) {
            return placePost(tx, ownerChanges, session, { ...post, files });
          }
          await startSeries(tx, ownerChanges, session, { post: { ...post, files }, repeat });
        },
      });
      return posts.accepted(workspaceId, postId);
    },

    /**
     * Keeps whatever there is so far.
     * @throws AppError INSTAGRAM_NOT_CONNECTED for an account that is not, IDEMPOTENCY_MISMATCH and those of
     *   receiving files
     */
    async saveDraft(session: Member, body: DraftBody, upload: Upload): Promise<AcceptedPost> {
      const { userId, workspaceId } = session;
      const { uploadIds, ...fields } = body;
      const content = contentWith(emptyContent, body);
      const typeOf = (files: readonly NewMedia[]) =>
        body.mediaType ?? suggestedType(files.map(({ kind }) => kind));
      const scheduledTime = body.scheduledTime ? new Date(body.scheduledTime) : null;
      const asked = body.instagramAccountId ?? null;
      const postId = await createOnce(session, upload, {
        request: ['draft', fields],
        acceptance: acceptedForDraft,
        uploadIds,
        checkBeforeUpload: () => checkDraftAccount(database.db, workspaceId, asked),
        fit: (files) => fitFiles(deps.media, typeOf(files), files, content),
        checkFiles: () => undefined,
        async insert(tx, id, files) {
          const mediaType = typeOf(files);
          const account = await accountOfDraft(tx, workspaceId, asked);
          const draft = { id, workspaceId, userId, mediaType, content, scheduledTime, account };
          await insertDraft(tx, { ...draft, demo: false }, files, body.altText);
          await writeAct(tx, { workspaceId, kind: 'post.drafted', postId: id });
        },
      });
      return posts.accepted(workspaceId, postId);
    },

    /**
     * @throws AppError NOT_FOUND, POST_NOT_DRAFT, SCHEDULED_TIME_PAST, LIMIT_EXCEEDED,
     *   INSTAGRAM_NOT_CONNECTED, PLAN_REQUIRED and SERIES_FULL for a series, and those of the post's fit
     */
    async scheduleDraft(session: Member, postId: string, body: DraftHour): Promise<AcceptedPost> {
      const { workspaceId } = session;
      const seen = new Date(body.scheduledTime);
      await changePost(database, workspaceId, postId, async (tx, post) => {
        if (post.status !== 'draft') throw new AppError('POST_NOT_DRAFT');
        checkFit(post.media_type, contentOf(post), post.media);
        const place = async (series?: OfSeries) => {
          const scheduledTime = body.queue ? await placeInQueue(tx, workspaceId, seen) : seen;
          await placeDraft(tx, ownerChanges, post, { scheduledTime, asksDemo: body.demo, series });
        };
        const { repeat } = body;
        if (repeat === undefined) await place();
        else await startSeriesWith(tx, ownerChanges, session, { post, place, asked: body, repeat });
      });
      announce(nudges, workspaceId);
      return posts.accepted(workspaceId, postId);
    },
  };
}
