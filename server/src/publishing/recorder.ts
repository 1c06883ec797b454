import type { FencedPost } from './fenced-post.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createRecordMetrics } from './record-metrics.ts';
import type { PublicationWriter } from './publication-writer.ts';
import type { Transition, UnpublishedTransition } from './transitions.ts';
import { writePublished, type PublishedOutcome } from './record-published.ts';
import type { Observe } from './observe.ts';

/** Publications must not wait for the other transitions. */
const TRANSACTION_SIZE = 50;

const isVisibleChange = (transition: Transition) =>
  transition.kind !== 'reconciling' && transition.kind !== 'outage_cleared';

export type Recorder = ReturnType<typeof createRecorder>;

/** Each transition is atomic and releases its lease; one with an outdated fence changes nothing. */
export function createRecorder(deps: {
  database: Database;
  publicationWriter: PublicationWriter;
  wakeUps: WakeUps;
  observe: Observe;
  metrics: Pick<Metrics, 'recordPublished' | 'recordPostEnded'>;
  log: Log;
}) {
  const { database, publicationWriter, wakeUps, observe } = deps;
  const recordMetrics = createRecordMetrics(deps);

  async function recordAll(
    outcomes: readonly { post: FencedPost; transition: Transition }[],
  ): Promise<void> {
    const published: PublishedOutcome[] = [];
    const others: { post: FencedPost; transition: UnpublishedTransition }[] = [];
    for (const { post, transition } of outcomes) {
      if (transition.kind !== 'published') others.push({ post, transition });
      else {
        published.push({
          id: post.id,
          fence: post.fence,
          media_id: transition.mediaId,
          ig_user_id: transition.igUserId ?? null,
          is_verified: transition.isVerified ?? false,
          is_by_hand: transition.isManual ?? false,
        });
      }
    }
    const publishedPosts = await writePublished(database.db, published);
    recordMetrics.countPublished(publishedPosts);
    wakeWorkspaces(publishedPosts);
    for (let index = 0; index < others.length; index += TRANSACTION_SIZE) {
      wakeWorkspaces(await writeOthers(others.slice(index, index + TRANSACTION_SIZE)));
      wakeUps.recheckDue();
    }
    for (const { post } of outcomes) await observe('recorded', post.id);
  }

  async function writeOthers(
    others: readonly { post: FencedPost; transition: UnpublishedTransition }[],
  ): Promise<FencedPost[]> {
    const publications = await database.inTransaction((tx) =>
      publicationWriter.applyByWorker(tx, others),
    );
    const writtenIds = new Set(publications.map(({ post }) => post.id));
    const written = others.filter(({ post }) => writtenIds.has(post.id));
    recordMetrics.countTransitions(written);
    return written.filter(({ transition }) => isVisibleChange(transition)).map(({ post }) => post);
  }

  function wakeWorkspaces(changedPosts: readonly FencedPost[]): void {
    const workspaces = new Set(changedPosts.map((post) => post.workspace_id));
    wakeUps.send([...workspaces].map((workspaceId) => ({ topic: 'posts', workspaceId })));
  }

  return {
    recordAll,
    record: (post: FencedPost, transition: Transition) => recordAll([{ post, transition }]),
  };
}
