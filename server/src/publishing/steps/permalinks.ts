import { InstagramError } from '../../instagram/graph/graph.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { StepDependencies } from './step.ts';
import type { PostWithoutPermalink } from '../store/publishing.repository.ts';
import { createSemaphore } from '../../platform/semaphore.ts';

/** Few posts of each account, so that a slow account does not delay the next pass. */
const LIMITS = { perAccount: 20, all: 200 } as const;
/** Few, because due publish calls come first. */
const ACCOUNTS_AT_ONCE = 10;
/** Then the cause is not the media. */
const FAILURES_IN_A_ROW = 3;
const ACCOUNT_WIDE_CLASSES: ReadonlySet<string> = new Set([
  'rate_limited',
  'app_limited',
  'quota',
  'blocked',
  'reconnect',
]);

/** A failed read does not fail the post. */
export function createPermalinkReader(
  deps: Pick<StepDependencies, 'repository' | 'accounts' | 'publishing' | 'observe' | 'log'> & {
    dispatcher: Dispatcher;
    wakeUps: WakeUps;
  },
) {
  const { repository, accounts, publishing, observe, dispatcher, wakeUps, log } = deps;

  async function readAccountPermalinks(posts: readonly PostWithoutPermalink[]): Promise<void> {
    const [first] = posts;
    if (first === undefined) return;
    const workspaceId = first.workspace_id;
    const account = await accounts.accountToRead(workspaceId, first.ig_user_id);
    if (account === undefined || account.holdReason !== null) return;
    let failures = 0;
    let hasNewPermalink = false;
    for (const { id, media_id: mediaId } of posts) {
      try {
        await observe('permalink', id);
        await repository.setPermalink(id, await publishing.permalink(account, mediaId));
        hasNewPermalink = true;
        failures = 0;
      } catch (error) {
        failures += 1;
        log.warn({ error, postId: id }, 'a permalink was not read');
        const isAccountWide =
          error instanceof InstagramError && ACCOUNT_WIDE_CLASSES.has(error.issue.class);
        if (isAccountWide || failures === FAILURES_IN_A_ROW) break;
      }
    }
    if (hasNewPermalink) wakeUps.send([{ topic: 'posts', workspaceId }]);
  }

  return async function readPermalinks(): Promise<void> {
    if (dispatcher.isFull()) return;
    const semaphore = createSemaphore(ACCOUNTS_AT_ONCE);
    const unlinked = await repository.withoutPermalink(LIMITS);
    const postsByAccount = Map.groupBy(
      unlinked,
      (post) => `${post.workspace_id}/${post.ig_user_id}`,
    );
    await Promise.all(
      [...postsByAccount.values()].map(async (posts) => {
        await semaphore.acquire();
        await readAccountPermalinks(posts)
          .catch((error: unknown) => log.error({ error }, 'no permalinks of an account were read'))
          .finally(() => semaphore.release());
      }),
    );
  };
}
