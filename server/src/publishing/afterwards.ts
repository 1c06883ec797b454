import type { Nudges } from '../nudges.ts';
import type { StepDependencies } from './prepare.ts';

/**
 * The jobs that read what was published: one for each workspace's posts, since a job for each post
 * would cost the calls of a full hour their time.
 */
export function permalinkJobs(
  posts: readonly { id: string; workspace_id: string; next?: Date }[],
): { data: { postIds: string[] }; group: string; startAfter?: Date }[] {
  const jobs = [];
  for (const [group, own] of Map.groupBy(posts, ({ workspace_id: id }) => id)) {
    const job = { data: { postIds: own.map(({ id }) => id) }, group };
    const next = own[0]?.next;
    jobs.push(next === undefined ? job : { ...job, startAfter: next });
  }
  return jobs;
}

/** What follows a publication: its permalink. None of it can fail the post. */
export function createAfterwards(
  deps: Pick<StepDependencies, 'repository' | 'accounts' | 'publishing' | 'observe'> & {
    nudges: Nudges;
  },
) {
  const { repository, accounts, publishing, observe, nudges } = deps;

  async function readPermalink(postId: string): Promise<void> {
    const post = await repository.find(postId);
    if (post?.media_id == null || post.permalink !== null) return;
    const account = await accounts.accountToRead(post.workspace_id, post.ig_user_id ?? '');
    if (account === undefined) return;
    await observe('permalink', postId);
    await repository.setPermalink(postId, await publishing.permalink(account, post.media_id));
    nudges.send([{ topic: 'posts', workspaceId: post.workspace_id }]);
  }

  /**
   * One after the other, and each that can be read.
   * @throws InstagramError of the last that could not, for the job to be tried again.
   */
  return async function readPermalinks(postIds: readonly string[]): Promise<void> {
    let failure: { error: unknown } | undefined;
    for (const postId of postIds) {
      await readPermalink(postId).catch((error: unknown) => {
        failure = { error };
      });
    }
    if (failure !== undefined) throw failure.error;
  };
}
