import { InstagramError } from '../../instagram/graph/graph.ts';
import type { InstagramPublishing } from '../../instagram/graph/publishing.ts';
import type { AccountMedia, ReadingAccount } from '../../instagram/graph/reader.ts';
import type { PostRow } from '../../platform/database/tables.ts';
import { refuseAccount } from './account-check.ts';
import type { ManualMatch } from '../observations.ts';
import { matchManualMedia } from './manual-publishing.rules.ts';
import { CLOCK_SKEW_MS, productTypeOf } from '../publishing.rules.ts';
import type { Step, StepDependencies } from './step.ts';
import type { EngineEvent } from '../transition-events.ts';
import { withoutBound } from './unbound-media.ts';

/** @throws InstagramError */
export async function listOwnerMedia(
  account: ReadingAccount,
  since: Date,
  kinds: { stories: boolean; others: boolean },
  publishing: Pick<InstagramPublishing, 'mediaSince' | 'liveStories'>,
): Promise<AccountMedia[]> {
  const from = new Date(since.getTime() - CLOCK_SKEW_MS);
  const [media, stories] = await Promise.all([
    kinds.others ? publishing.mediaSince(account, from) : [],
    kinds.stories ? publishing.liveStories(account) : [],
  ]);
  return [...media, ...stories].filter(({ publishedAt }) => publishedAt >= from);
}

export async function findManualMatch(
  post: PostRow,
  media: readonly AccountMedia[],
  { containers, conflictingPosts }: Pick<StepDependencies, 'containers' | 'conflictingPosts'>,
): Promise<ManualMatch> {
  const from = (post.manual_prompted_at?.getTime() ?? 0) - CLOCK_SKEW_MS;
  const candidates = media.filter(
    ({ productType, publishedAt }) =>
      productType === productTypeOf(post) && publishedAt.getTime() >= from,
  );
  const unboundMedia = await withoutBound(candidates, containers);
  const match = matchManualMedia(post, unboundMedia);
  if (match.kind !== 'found' || !(await conflictingPosts.hasIdenticalManualPost(post)))
    return match;
  return { kind: 'unclear' };
}

/** What the owner may have published manually since the first offer. */
export async function readOwnerMedia(step: Step, deps: StepDependencies): Promise<EngineEvent> {
  const { post, account } = step;
  const isStory = post.media_type === 'STORIES';
  const kinds = { stories: isStory, others: !isStory };
  const since = post.manual_prompted_at ?? post.now;
  try {
    const match = await findManualMatch(
      post,
      await listOwnerMedia(account, since, kinds, deps.publishing),
      deps,
    );
    const mayBeOurs =
      match.kind === 'unclear' &&
      (await deps.conflictingPosts.hasUnrecordedCall(post, account.igUserId));
    return { kind: 'owner_media_listed', media: { match, mayBeOurs } };
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const { issue } = error;
    return issue.class === 'reconnect'
      ? refuseAccount(issue, step, deps)
      : { kind: 'owner_media_unreadable', issue };
  }
}
