import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { faultOf } from './fault.rules.ts';
import type { UnpublishedMove } from './move-columns.ts';
import type { PublishedPost } from './record-published.ts';

/** Counts what has been written of posts, and logs it: after the commit, and once. */
export function createRecordFigures(deps: {
  metrics: Pick<Metrics, 'postPublished' | 'postEnded'>;
  log: Log;
}) {
  const { metrics, log } = deps;
  return {
    published(posts: readonly PublishedPost[]): void {
      for (const { id: postId, late_ms: lateMs, is_excused: isExcused } of posts) {
        metrics.postPublished(lateMs, isExcused);
        log.info({ postId, lateMs }, 'a post is out');
      }
    },

    moved(moves: readonly { held: { id: string }; move: UnpublishedMove }[]): void {
      for (const { held, move } of moves) {
        log.info({ postId: held.id, move: move.kind }, 'a post has moved');
        if (move.kind !== 'ended') continue;
        metrics.postEnded(move.status, faultOf(move.status, move.problem));
      }
    },
  };
}
