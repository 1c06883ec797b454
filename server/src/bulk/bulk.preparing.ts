import type { createBatch } from '@pontual/contract/bulk.ts';
import type { RequestOf } from '@pontual/contract/endpoint.ts';
import { AppError } from '../http/app-error.ts';
import type { NewMedia } from '../media/media.intake.ts';
import type { ReceivedMedia } from '../media/media.service.ts';
import { newId } from '../ids.ts';
import { checkContainers, type ChangeDependencies } from '../posts/posts.change.ts';
import { checkFit } from '../posts/posts.checks.ts';
import { contentWith, emptyContent } from '../posts/posts.content.ts';
import { ratiosFor } from '../posts/posts.fit.rules.ts';
import { fitFiles } from '../posts/posts.fitting.ts';
import { acceptedFor } from '../posts/posts.media.rules.ts';
import type { PlacedPost } from '../posts/posts.placing.ts';
import { allOf } from './bulk.refusals.ts';

type BatchBody = RequestOf<typeof createBatch>['body'];
type BatchPost = BatchBody['posts'][number];
/** Its files may still have to be written. */
export type PreparedPost = PlacedPost & { files: readonly NewMedia[] };

/** So many pictures are brought into shape at once: the decoder has two hands, and others wait too. */
const HANDS = 2;

/** Brings the files of a batch into the shape of their posts, before anything is written. */
export function createBatchPreparing(media: ChangeDependencies['media']) {
  async function fitted(
    post: BatchPost,
    { fit, demo, instagramAccountId }: BatchBody,
    received: readonly ReceivedMedia[],
  ): Promise<PreparedPost> {
    const { mediaType, caption, collaborators } = post;
    const sent = post.files.map((index) => {
      const file = received[index];
      if (file === undefined) throw new AppError('FILE_REQUIRED');
      return file;
    });
    checkContainers(sent, acceptedFor(mediaType));
    const whole = sent.map((one) => one.media);
    const shareToFeed = post.shareToFeed ? 'true' : 'false';
    const fits = ratiosFor(mediaType, whole).map((ratio) => (ratio === undefined ? null : fit));
    const content = contentWith(emptyContent, { caption, collaborators, shareToFeed, fit: fits });
    const files = await fitFiles(media, mediaType, whole, content);
    checkFit(mediaType, content, files);
    return {
      id: newId(),
      mediaType,
      content,
      scheduledTime: new Date(post.scheduledTime),
      asksDemo: demo,
      account: instagramAccountId ?? null,
      files,
      altTexts: undefined,
    };
  }

  /**
   * What is asked as it will be written. What stands in the way of any post is told of all of them.
   * @throws AppError those of a post's fit
   */
  return async function prepare(
    body: BatchBody,
    received: readonly ReceivedMedia[],
  ): Promise<PreparedPost[]> {
    const refused = new Map<number, AppError>();
    const ready = new Map<number, PreparedPost>();
    await inHands([...body.posts.entries()], async ([index, post]) => {
      try {
        ready.set(index, await fitted(post, body, received));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.set(index, error);
      }
    });
    if (refused.size > 0) throw allOf(refused);
    return body.posts.flatMap((_, index) => ready.get(index) ?? []);
  };
}

async function inHands<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const hand = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: HANDS }, hand));
}
