import { InstagramError } from '../../instagram/graph/graph.ts';
import type { AccountMedia } from '../../instagram/graph/reader.ts';
import type { PostRow } from '../../platform/database/rows.ts';
import { refuseAccount } from './account-check.ts';
import type { ManualMatch } from '../observations.ts';
import { matchManualMedia } from './manual-publishing.rules.ts';
import { CLOCK_SKEW_MS, productTypeOf } from '../publishing.rules.ts';
import type { Step, StepDependencies } from './step.ts';
import type { EngineEvent } from '../transition-events.ts';
import { listUnboundMedia, withoutBound } from './unbound-media.ts';

/** Which of these media of the account the owner has published for the post since the first offer. */
export async function findManualMatch(
  post: PostRow,
  media: readonly AccountMedia[],
  deps: Pick<StepDependencies, 'containers' | 'conflictingPosts'>,
): Promise<ManualMatch> {
  const from = (post.manual_prompted_at?.getTime() ?? 0) - CLOCK_SKEW_MS;
  const candidates = media.filter(
    ({ productType, publishedAt }) =>
      productType === productTypeOf(post) && publishedAt.getTime() >= from,
  );
  return matchUnbound(post, await withoutBound(candidates, deps.containers), deps);
}

/** A medium of two equal posts identifies neither. */
async function matchUnbound(
  post: PostRow,
  media: readonly AccountMedia[],
  { conflictingPosts }: Pick<StepDependencies, 'conflictingPosts'>,
): Promise<ManualMatch> {
  const match = matchManualMedia(post, media);
  const isShared = match.kind === 'found' && (await conflictingPosts.hasIdenticalManualPost(post));
  return isShared ? { kind: 'unclear' } : match;
}

/** What the owner may have published manually since the first offer. */
export async function readOwnerMedia(step: Step, deps: StepDependencies): Promise<EngineEvent> {
  const { post, account } = step;
  const since = post.manual_prompted_at ?? post.now;
  try {
    const media = await listUnboundMedia(step, { since, until: null }, deps);
    const match = await matchUnbound(post, media, deps);
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
