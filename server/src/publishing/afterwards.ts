import { InstagramError } from '../instagram/instagram.graph.ts';
import type { Nudges } from '../nudges.ts';
import type { Hour } from './hour.ts';
import type { StepDependencies } from './prepare.ts';
import type { Unlinked } from './publishing.repository.ts';
import { createSlots } from './slots.ts';

/** Read in one pass: so few of an account that a slow one does not hold up the next pass for long. */
const LIMITS = { perAccount: 20, all: 200 } as const;
/** Accounts that are read at a time: the calls of a full hour come first. */
const ACCOUNTS_AT_ONCE = 10;
/** After so many that cannot be read, one after the other, it is not about the media. */
const FAILURES_IN_A_ROW = 3;
/** Told once, these hold for the whole account. */
const OF_THE_ACCOUNT: ReadonlySet<string> = new Set([
  'rate_limited',
  'quota',
  'blocked',
  'reconnect',
]);

/** What follows a publication: its permalink. None of it can fail the post. */
export function createAfterwards(
  deps: Pick<StepDependencies, 'repository' | 'accounts' | 'publishing' | 'observe' | 'log'> & {
    hour: Hour;
    nudges: Nudges;
  },
) {
  const { repository, accounts, publishing, observe, hour, nudges, log } = deps;

  /** One after the other; an account that does not answer is left alone. */
  async function readOwn(posts: readonly Unlinked[]): Promise<void> {
    const [first] = posts;
    if (first === undefined) return;
    const workspaceId = first.workspace_id;
    const account = await accounts.accountToRead(workspaceId, first.ig_user_id);
    if (account === undefined || account.heldUp !== null) return;
    let failures = 0;
    let isNews = false;
    for (const { id, media_id: mediaId } of posts) {
      try {
        await observe('permalink', id);
        await repository.setPermalink(id, await publishing.permalink(account, mediaId));
        isNews = true;
        failures = 0;
      } catch (error) {
        failures += 1;
        log.warn({ error, postId: id }, 'a permalink was not read');
        const isAccounts =
          error instanceof InstagramError && OF_THE_ACCOUNT.has(error.problem.class);
        if (isAccounts || failures === FAILURES_IN_A_ROW) break;
      }
    }
    if (isNews) nudges.send([{ topic: 'posts', workspaceId }]);
  }

  /** Reads the links of what was published; what could not be read now is read later. */
  return async function readPermalinks(): Promise<void> {
    // Calls of an hour that lasts would wait behind these.
    if (hour.isFull()) return;
    const turns = createSlots(ACCOUNTS_AT_ONCE);
    const unlinked = await repository.withoutPermalink(LIMITS);
    const own = Map.groupBy(unlinked, (post) => `${post.workspace_id}/${post.ig_user_id}`);
    await Promise.all(
      [...own.values()].map(async (posts) => {
        await turns.take();
        await readOwn(posts)
          .catch((error: unknown) => log.error({ error }, 'no permalinks of an account were read'))
          .finally(() => turns.give());
      }),
    );
  };
}
