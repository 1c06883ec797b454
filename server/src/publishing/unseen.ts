import type { ConnectedAccount } from '../instagram/instagram.accounts.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { MadeContainer } from './containers.repository.ts';
import { unverifiable, type Move } from './moves.ts';
import type { StepDependencies } from './prepare.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import { CLOCK_SKEW_MS, MAX_BLIND_LOOKS, productOf, sameCaption } from './publishing.rules.ts';

/**
 * This database was not alive for a while, or is a restored backup: the post may have gone out
 * meanwhile. What the account published in that time tells, before anything is published again.
 */
export async function reconcileUnseen(
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Move> {
  // Asked before the list: whatever is bound to a rival by then is none of what is found in it.
  const isNamed =
    post.media_type !== 'STORIES' && post.caption !== '' && !(await deps.neighbours.hasRival(post));
  const [only, ...others] = await publishedUnseen(post, account, deps);
  // A caption names it; a story, or a post without one, could be anything the owner published.
  if (only !== undefined && others.length === 0 && isNamed) {
    return { kind: 'published', mediaId: only.id, isVerified: true, igUserId: account.igUserId };
  }
  const own = await ownContainers(post, account, deps);
  const published = own.find(({ state }) => state === 'published');
  if (published !== undefined) return publishedUnasked(published.container, account);
  // Of what has a container of its own, that one tells.
  const isUnpublished = own.some(({ state }) => state === 'finished');
  if (only === undefined || isUnpublished) return { kind: 'seen' };
  // What had its hour still to come had no reason to go out while nobody watched. Before a backup came
  // back somebody did, and its owner may have published it at once.
  const isEarly = post.due_in_ms > 0 && !(await deps.repository.wasRestored(post.id));
  return isEarly ? { kind: 'seen' } : unverifiable;
}

/**
 * Known to Instagram as published and not to us, as after a restored backup: bound, never made again.
 */
export const publishedUnasked = (container: MadeContainer, account: ConnectedAccount): Move => ({
  kind: 'doubt',
  ms: 0,
  code: 'published-unasked',
  container: { id: container.id, igUserId: account.igUserId },
});

/** The containers that may have been published meanwhile, as far as Instagram still tells of them. */
async function ownContainers(
  post: ClaimedPost,
  account: ConnectedAccount,
  { publishing, containers }: StepDependencies,
) {
  const living = await containers.livingOf(post, account.igUserId);
  const mains = living.filter(({ kind }) => kind !== 'child');
  const asked = mains.map(async (container) => {
    try {
      const { state } = await publishing.containerStatus(account, container.graph_id);
      return [{ container, state }];
    } catch (error) {
      if (error instanceof InstagramError && isLost(error, post)) return [];
      throw error;
    }
  });
  return (await Promise.all(asked)).flat();
}

/** Instagram knows it no longer, or has not let us read it for long. */
const isLost = ({ problem }: InstagramError, post: ClaimedPost): boolean =>
  problem.class === 'new_container' ||
  (problem.class !== 'reconnect' && post.looks >= MAX_BLIND_LOOKS);

/** What went out in that time, is no post of ours, and could be this one. */
async function publishedUnseen(
  post: ClaimedPost,
  account: ConnectedAccount,
  { publishing, containers }: StepDependencies,
) {
  const from = (post.unseen_since?.getTime() ?? 0) - CLOCK_SKEW_MS;
  const to = (post.unseen_until?.getTime() ?? Infinity) + CLOCK_SKEW_MS;
  const isStory = post.media_type === 'STORIES';
  const listed = isStory
    ? await publishing.liveStories(account)
    : await publishing.mediaSince(account, new Date(from));
  const found = listed.filter(
    ({ publishedAt, productType, caption }) =>
      publishedAt.getTime() >= from &&
      publishedAt.getTime() <= to &&
      productType === productOf(post) &&
      (isStory || sameCaption(caption, post.caption)),
  );
  const bound = await containers.boundMedia(found.map(({ id }) => id));
  return found.filter(({ id }) => !bound.has(id));
}
