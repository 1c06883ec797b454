import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { faultOf } from './fault.rules.ts';
import type { UnpublishedTransition } from './transitions.ts';
import type { PublishedPost } from './record-published.ts';

/** Called once, after the commit. */
export function createRecordMetrics(deps: {
  metrics: Pick<Metrics, 'recordPublished' | 'recordPostEnded'>;
  log: Log;
}) {
  const { metrics, log } = deps;
  return {
    countPublished(posts: readonly PublishedPost[]): void {
      for (const { id: postId, late_ms: lateMs, is_excused: isExcused } of posts) {
        metrics.recordPublished(lateMs, isExcused);
        log.info({ postId, lateMs }, 'a post was published');
      }
    },

    countTransitions(
      outcomes: readonly { post: { id: string }; transition: UnpublishedTransition }[],
    ): void {
      for (const { post, transition } of outcomes) {
        log.info({ postId: post.id, transition: transition.kind }, 'a transition was recorded');
        if (transition.kind !== 'ended') continue;
        metrics.recordPostEnded(transition.status, faultOf(transition.status, transition.issue));
      }
    },
  };
}
