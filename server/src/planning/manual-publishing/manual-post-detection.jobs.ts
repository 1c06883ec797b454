import type { Database } from '../../platform/database/database.ts';
import { InstagramError } from '../../instagram/graph/graph.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Dispatcher } from '../../publishing/dispatch/dispatcher.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { createManualPublishingRepository } from './manual-publishing.repository.ts';
import { targetAccountOf, type ManualPostDetector } from './manual-post-detector.ts';

/** The calls of the dispatcher have priority. */
const ACCOUNTS_AT_ONCE = 10;

export type ManualPostDetection = ReturnType<typeof createManualPostDetection>;

export function createManualPostDetection(deps: {
  database: Database;
  dispatcher: Pick<Dispatcher, 'isFull'>;
  manualPostDetector: Pick<ManualPostDetector, 'detectAll'>;
  log: Log;
}) {
  const { database, dispatcher, manualPostDetector, log } = deps;
  const repository = createManualPublishingRepository(database.db);
  const stopping = new AbortController();

  /** These reads would delay a busy dispatcher, and all of them a stopping process. */
  const isBusyOrStopping = () => stopping.signal.aborted || dispatcher.isFull();

  const logReadFailure = (error: unknown): void => {
    if (error instanceof InstagramError) {
      log.info({ code: error.issue.code }, 'an account was not looked at');
    } else log.error({ error }, 'an account was not looked at');
  };

  return {
    /** Releases the posts that it skips because the dispatcher is busy or the process stops. */
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
