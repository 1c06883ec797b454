import type { Database } from '../../platform/database/database.ts';
import { InstagramError } from '../../instagram/graph/graph.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Dispatcher } from '../../publishing/dispatcher.ts';
import { createSemaphore } from '../../publishing/semaphore.ts';
import { createManualPublishingRepository } from './manual-publishing.repository.ts';
import { targetAccountOf, type ManualPostDetector } from './manual-post-detector.ts';

/** Accounts that are read at the same time; the calls of the dispatcher have priority. */
const ACCOUNTS_AT_ONCE = 10;

export type ManualPostDetection = ReturnType<typeof createManualPostDetection>;

/** Creates the periodic detection of posts that their owners may have published manually. */
export function createManualPostDetection(deps: {
  database: Database;
  dispatcher: Pick<Dispatcher, 'isFull'>;
  manualPostDetector: Pick<ManualPostDetector, 'detectAll'>;
  log: Log;
}) {
  const { database, dispatcher, manualPostDetector, log } = deps;
  const repository = createManualPublishingRepository(database.db);
  const stopping = new AbortController();

  /** A busy dispatcher would be delayed by these reads, and a stopping process by all of them. */
  const isBusyOrStopping = () => stopping.signal.aborted || dispatcher.isFull();

  const logReadFailure = (error: unknown): void => {
    if (error instanceof InstagramError) {
      log.info({ code: error.issue.code }, 'an account was not looked at');
    } else log.error({ error }, 'an account was not looked at');
  };

  return {
    /**
     * Runs one pass over the posts to detect; it releases to the next pass the posts that it skipped because
     * the dispatcher is busy or the process stops.
     */
    async detectManualPosts(): Promise<void> {
      if (isBusyOrStopping()) return;
      const slots = createSemaphore(ACCOUNTS_AT_ONCE);
      const claimed = await repository.claimPostsToDetect();
      const postsByAccount = Map.groupBy(
        claimed,
        (post) => `${post.workspace_id}/${targetAccountOf(post)}`,
      );
      const skippedIds: string[] = [];
      await Promise.all(
        [...postsByAccount.values()].map(async (posts) => {
          await slots.acquire();
          if (isBusyOrStopping()) skippedIds.push(...posts.map(({ id }) => id));
          else await manualPostDetector.detectAll(posts).catch(logReadFailure);
          slots.release();
        }),
      );
      if (skippedIds.length > 0) await repository.releasePosts(skippedIds);
    },

    stop(): void {
      stopping.abort();
    },
  };
}
