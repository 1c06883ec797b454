import { UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import type { ConnectedAccount } from '../instagram/connection/accounts.ts';
import { InstagramError } from '../instagram/graph/graph.ts';
import type { InstagramPublishing } from '../instagram/graph/publishing.ts';
import type { AccountMedia, ReadingAccount } from '../instagram/graph/reader.ts';
import type { PostRow } from '../platform/database/tables.ts';
import { holdForReconnect } from './account-check.ts';
import { matchManualMedia, type ManualMatch } from './manual-publishing.rules.ts';
import { unverifiable, type Transition } from './transitions.ts';
import type { StepDependencies } from './step-dependencies.ts';
import type { ClaimedPost } from './claimed-post.ts';
import { CLOCK_SKEW_MS, productTypeOf, retryDelayMs } from './publishing.rules.ts';

/** An outage window is reconciled first. */
export const transitionWhileManual = (post: ClaimedPost): Transition | undefined =>
  post.manual_since === null || post.outage_since !== null ? undefined : { kind: 'by-hand' };

/** A post under manual publishing passes to its owner if it is certainly not published. */
export function transitionAfterReconciling(post: ClaimedPost, transition: Transition): Transition {
  if (post.manual_since === null) return transition;
  const isUnpublished =
    transition.kind === 'publish-again' ||
    transition.kind === 'prepare-again' ||
    (transition.kind === 'ended' && transition.issue.code !== UNVERIFIABLE);
  return isUnpublished ? { kind: 'by-hand' } : transition;
}

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
  if (candidates.length === 0) return { kind: 'none' };
  const bound = await containers.findBoundMedia(candidates.map(({ id }) => id));
  const unboundMedia = candidates.filter(({ id }) => !bound.has(id));
  if (unboundMedia.length === 0) return { kind: 'none' };
  const match = matchManualMedia(post, unboundMedia);
  if (match.kind !== 'found' || !(await conflictingPosts.hasIdenticalManualPost(post)))
    return match;
  return { kind: 'unclear' };
}

/** Prevents a second publication. Undefined when the account shows no such medium. */
export async function detectManualPublication(
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Transition | undefined> {
  if (post.manual_prompted_at === null) return undefined;
  const isStory = post.media_type === 'STORIES';
  try {
    const kinds = { stories: isStory, others: !isStory };
    const media = await listOwnerMedia(account, post.manual_prompted_at, kinds, deps.publishing);
    const match = await findManualMatch(post, media, deps);
    if (match.kind === 'found') {
      return { kind: 'published', mediaId: match.mediaId, isVerified: true, isManual: true };
    }
    if (match.kind === 'unclear') {
      const mayBeOurs = await deps.conflictingPosts.hasUnrecordedCall(post, account.igUserId);
      return mayBeOurs ? waitForOtherOutcome(post) : unverifiable;
    }
    await deps.repository.recordManualCheck(post);
    return undefined;
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const { issue } = error;
    if (issue.class === 'reconnect') return holdForReconnect(issue, account, deps);
    return { kind: 'wait', ms: retryDelayMs(post.poll_count), issue, isPoll: true };
  }
}

/** The medium may be that of another post, whose outcome will be known soon. */
const waitForOtherOutcome = (post: ClaimedPost): Transition => ({
  kind: 'wait',
  ms: retryDelayMs(post.poll_count),
  isPoll: true,
  isDelayedByInstagram: true,
  keepsIssue: true,
});
