import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { faultOf } from '../transitions/fault.rules.ts';
import type { WrittenPublication } from './publication-writer.ts';
import type { PublishedPost } from './claim-and-record.ts';

type Punctuality = Pick<PublishedPost, 'id' | 'late_ms' | 'is_excused' | 'delayed_by_gap'>;

/** Called once, after the commit. */
export function createRecordMetrics(deps: {
  metrics: Pick<Metrics, 'recordPublished' | 'recordPostEnded'>;
  log: Log;
}) {
  const { metrics, log } = deps;

  function countPublished({ id, late_ms: lateMs, ...post }: Punctuality): void {
    metrics.recordPublished(lateMs, {
      isExcused: post.is_excused,
      isDelayedByGap: post.delayed_by_gap,
    });
    log.info({ postId: id, lateMs }, 'a post was published');
  }

  return {
    countPublished,

    countTransitions(written: readonly WrittenPublication[]): void {
      for (const { publication, event } of written) {
        const { post, state, issue, delays } = publication;
        log.info(
          { postId: post.id, event: event.kind, state: state.kind },
          'a transition was recorded',
        );
        if (state.kind === 'published') {
          countPublished({
            id: post.id,
            late_ms: state.at.getTime() - post.dueAt.getTime(),
            is_excused: delays.byInstagram || delays.byOthers,
            delayed_by_gap: delays.byGap,
          });
        }
        if (state.kind === 'ended')
          metrics.recordPostEnded(state.outcome, faultOf(state.outcome, issue));
      }
    },
  };
}
