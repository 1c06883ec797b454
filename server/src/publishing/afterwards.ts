import type { Nudges } from '../nudges.ts';
import type { StepDependencies } from './prepare.ts';

/** What follows a publication: its permalink. None of it can fail the post. */
export function createAfterwards(
  deps: Pick<StepDependencies, 'repository' | 'accounts' | 'publishing' | 'observe'> & {
    nudges: Nudges;
  },
) {
  const { repository, accounts, publishing, observe, nudges } = deps;

  /** @throws InstagramError, for the job to be tried again. */
  return async function readPermalink(postId: string): Promise<void> {
    const post = await repository.find(postId);
    if (post?.media_id == null || post.permalink !== null) return;
    const account = await accounts.accountToRead(post.workspace_id, post.ig_user_id ?? '');
    if (account === undefined) return;
    await observe('permalink', postId);
    await repository.setPermalink(postId, await publishing.permalink(account, post.media_id));
    nudges.send([{ topic: 'posts', workspaceId: post.workspace_id }]);
  };
}
