import { InstagramError } from '../instagram/instagram.graph.ts';
import type { Nudges } from '../nudges.ts';
import type { StepDependencies } from './prepare.ts';
import { createSlots } from './slots.ts';

/** So many are read in one go, */
const AT_ONCE = 200;
/** of so many workspaces at a time: the calls of a full hour come first. */
const WORKSPACES_AT_ONCE = 10;
/** What Instagram says of one medium, as one that its owner has deleted; all else is the account's. */
const NOT_THERE = '100/33';

interface Unlinked {
  id: string;
  workspace_id: string;
}

/** What follows a publication: its permalink. None of it can fail the post. */
export function createAfterwards(
  deps: Pick<StepDependencies, 'repository' | 'accounts' | 'publishing' | 'observe' | 'log'> & {
    nudges: Nudges;
  },
) {
  const { repository, accounts, publishing, observe, nudges, log } = deps;

  async function readPermalink(postId: string): Promise<void> {
    const post = await repository.find(postId);
    if (post?.media_id == null || post.permalink !== null) return;
    const account = await accounts.accountToRead(post.workspace_id, post.ig_user_id ?? '');
    if (account === undefined) return;
    await observe('permalink', postId);
    await repository.setPermalink(postId, await publishing.permalink(account, post.media_id));
  }

  /** One after the other, and each that can be read; an account that does not answer is left alone. */
  async function readOwn(workspaceId: string, posts: readonly Unlinked[]): Promise<void> {
    for (const { id } of posts) {
      try {
        await readPermalink(id);
      } catch (error) {
        log.warn({ error, postId: id }, 'a permalink was not read');
        if (!(error instanceof InstagramError)) throw error;
        if (error.problem.code !== NOT_THERE) break;
      }
    }
    nudges.send([{ topic: 'posts', workspaceId }]);
  }

  /** Reads the links of what was published; what could not be read now is read later. */
  return async function readPermalinks(): Promise<void> {
    const lanes = createSlots(WORKSPACES_AT_ONCE);
    const unlinked = await repository.withoutPermalink(AT_ONCE);
    const own = Map.groupBy(unlinked, ({ workspace_id: id }) => id);
    await Promise.all(
      [...own].map(async ([workspaceId, posts]) => {
        await lanes.take();
        await readOwn(workspaceId, posts).finally(() => lanes.give());
      }),
    );
  };
}
