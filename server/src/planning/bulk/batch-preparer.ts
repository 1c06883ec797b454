import type { createBatch } from '@pontual/contract/planning/bulk.ts';
import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { NewMedia } from '../../media/uploads/ingestion.ts';
import type { ReceivedMedia } from '../../media/media.service.ts';
import { newId } from '../../platform/ids.ts';
import { checkVideoContainers, type ChangeDependencies } from '../../posts/editing/change.ts';
import { checkPublishable } from '../../posts/content/checks.ts';
import { applyContentInput, emptyContent } from '../../posts/content/content.ts';
import { ratiosFor } from '../../posts/content/ratio.rules.ts';
import { adaptFiles } from '../../posts/content/adapt-files.ts';
import { uploadRulesFor } from '../../posts/content/media.rules.ts';
import type { ScheduledPostInput } from '../../posts/scheduling/scheduled-posts.ts';
import { combineErrors } from './batch-errors.ts';

type BatchBody = RequestOf<typeof createBatch>['body'];
type BatchPost = BatchBody['posts'][number];
/** The files may not be inserted yet. */
export type PreparedPost = ScheduledPostInput & { files: readonly NewMedia[] };

/** The decoder runs two jobs, and other requests use it, too. */
const CONCURRENCY = 2;

/** Adapts the files of a batch before anything is written. */
export function createBatchPreparer(deps: Pick<ChangeDependencies, 'media' | 'instagramLimits'>) {
  async function preparePost(
    post: BatchPost,
    { fit, demo, instagramAccountId }: BatchBody,
    received: readonly ReceivedMedia[],
  ): Promise<PreparedPost> {
    const { mediaType, caption, collaborators } = post;
    const postFiles = post.files.map((index) => {
      const file = received[index];
      if (file === undefined) throw new AppError('FILE_REQUIRED');
      return file;
    });
    checkVideoContainers(postFiles, uploadRulesFor(mediaType));
    const postMedia = postFiles.map((one) => one.media);
    const shareToFeed = post.shareToFeed ? 'true' : 'false';
    const fitPerFile = ratiosFor(deps.instagramLimits, mediaType, postMedia).map((ratio) =>
      ratio === undefined ? null : fit,
    );
    const content = applyContentInput(emptyContent, {
      caption,
      collaborators,
      shareToFeed,
      fit: fitPerFile,
    });
    const files = await adaptFiles(deps, mediaType, postMedia, content);
    checkPublishable(deps.instagramLimits, mediaType, content, files);
    return {
      id: newId(),
      mediaType,
      content,
      scheduledTime: new Date(post.scheduledTime),
      allowsDemo: demo,
      instagramAccountId: instagramAccountId ?? null,
      files,
      altTexts: undefined,
    };
  }

  /** An error covers all posts that cannot be scheduled. @throws AppError the errors of a post's fit */
  return async function prepare(
    body: BatchBody,
    received: readonly ReceivedMedia[],
  ): Promise<PreparedPost[]> {
    const errors = new Map<number, AppError>();
    const ready = new Map<number, PreparedPost>();
    await runConcurrently([...body.posts.entries()], async ([index, post]) => {
      try {
        ready.set(index, await preparePost(post, body, received));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        errors.set(index, error);
      }
    });
    if (errors.size > 0) throw combineErrors(errors);
    return body.posts.flatMap((_, index) => ready.get(index) ?? []);
  };
}

async function runConcurrently<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const remaining = items.values();
  const worker = async () => {
    for (const item of remaining) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
