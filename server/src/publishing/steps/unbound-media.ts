import type { AccountMedia } from '../../instagram/graph/reader.ts';
import type { ContainersRepository } from './containers.repository.ts';
import { CLOCK_SKEW_MS, productTypeOf } from '../publishing.rules.ts';
import type { Step, StepDependencies } from './step.ts';

/**
 * What the account shows in this time that may be the post: of its type, and bound to no post. Instagram's clock may
 * differ from ours.
 * @throws InstagramError
 */
export async function listUnboundMedia(
  { post, account }: Step,
  { since, until }: { since: Date; until: Date | null },
  { publishing, containers }: Pick<StepDependencies, 'publishing' | 'containers'>,
): Promise<AccountMedia[]> {
  const from = new Date(since.getTime() - CLOCK_SKEW_MS);
  const to = until === null ? Infinity : until.getTime() + CLOCK_SKEW_MS;
  const listed =
    post.media_type === 'STORIES'
      ? await publishing.liveStories(account)
      : await publishing.mediaSince(account, from);
  const found = listed.filter(
    ({ publishedAt, productType }) =>
      publishedAt >= from &&
      publishedAt.getTime() <= to &&
      (productType === undefined || productType === productTypeOf(post)),
  );
  return withoutBound(found, containers);
}

export async function withoutBound(
  media: readonly AccountMedia[],
  containers: ContainersRepository,
): Promise<AccountMedia[]> {
  const bound = await containers.findBoundMedia(media.map(({ id }) => id));
  return media.filter(({ id }) => !bound.has(id));
}
