import { NOT_VISIBLE } from '@pontual/contract/posts/issue-codes.ts';
import type { ConnectedAccount } from '../../instagram/connection/accounts.ts';
import { InstagramError } from '../../instagram/graph/graph.ts';
import { notify } from '../../notifications/notify.ts';
import type { Database } from '../../platform/database/database.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { StepDependencies } from './step.ts';
import type { PostWithoutPermalink } from '../store/publishing.repository.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { CLOCK_SKEW_MS, ABSENT_AFTER_MS, VISIBLE_AFTER_MS } from '../publishing.rules.ts';

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

/** The medium does not exist, or an outage hides it. */
const UNKNOWN_MEDIUM = '100/33';

const ABSENT_MESSAGE =
  'O Instagram confirmou este post, mas ele não aparece na conta. Veja no Instagram se ele está lá. Se não estiver, agende de novo.';

/** A failed read does not fail the post. */
export function createPermalinkReader(
  deps: Pick<StepDependencies, 'repository' | 'accounts' | 'publishing' | 'observe' | 'log'> & {
    database: Database;
    dispatcher: Dispatcher;
    wakeUps: WakeUps;
    recordCall: { shownPublication(igUserId: string, isShown: boolean): void };
  },
) {
  const { repository, accounts, publishing, observe, dispatcher, wakeUps, recordCall, log } = deps;

  async function isListed(
    account: ConnectedAccount,
    { media_id: mediaId, media_type: type, published_at: at }: PostWithoutPermalink,
  ): Promise<boolean> {
    const since = new Date(at.getTime() - CLOCK_SKEW_MS);
    const media = await (type === 'STORIES'
      ? publishing.liveStories(account)
      : publishing.mediaSince(account, since));
    return media.some(({ id }) => id === mediaId);
  }

  /** The post stays published: only its owner can see whether it is, and nothing is published twice. */
  const reportAbsence = ({
    id,
    workspace_id: workspaceId,
    media_id: mediaId,
  }: PostWithoutPermalink) =>
    notify(deps.database.db, {
      kind: 'issue',
      workspaceId,
      postId: id,
      dedupeKey: `absent:${id}:${mediaId}`,
      code: NOT_VISIBLE,
      message: ABSENT_MESSAGE,
      action: 'wait',
    });

  /** Instagram has confirmed publications that never appeared. The operator learns of them first, each for minutes. */
  async function checkAbsence(
    account: ConnectedAccount,
    post: PostWithoutPermalink,
    error: unknown,
  ): Promise<void> {
    const isUnknown = error instanceof InstagramError && error.issue.code === UNKNOWN_MEDIUM;
    if (!isUnknown || post.age_ms < ABSENT_AFTER_MS) return;
    try {
      const isShown = await isListed(account, post);
      if (post.age_ms < VISIBLE_AFTER_MS) recordCall.shownPublication(account.igUserId, isShown);
      else if (!isShown) await reportAbsence(post);
    } catch (unlisted) {
      log.warn({ error: unlisted, postId: post.id }, 'the media of an account were not listed');
    }
  }

  async function readAccountPermalinks(posts: readonly PostWithoutPermalink[]): Promise<void> {
    const [first] = posts;
    if (first === undefined) return;
    const workspaceId = first.workspace_id;
    const account = await accounts.accountToRead(workspaceId, first.ig_user_id);
    if (account === undefined || account.holdReason !== null) return;
    let failures = 0;
    let hasNewPermalink = false;
    for (const post of posts) {
      const { id, media_id: mediaId } = post;
      try {
        await observe('permalink', id);
        await repository.setPermalink(id, await publishing.permalink(account, mediaId));
        recordCall.shownPublication(account.igUserId, true);
        hasNewPermalink = true;
        failures = 0;
      } catch (error) {
        failures += 1;
        log.warn({ error, postId: id }, 'a permalink was not read');
        await checkAbsence(account, post, error);
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
