import type { ConnectedAccount } from '../instagram/instagram.accounts.ts';
import { unverifiable, type Move } from './moves.ts';
import type { StepDependencies } from './prepare.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import { CLOCK_SKEW_MS, productOf, sameCaption } from './publishing.rules.ts';

/**
 * This database was not alive for a while, or is a restored backup: the post may have gone out
 * meanwhile. What the account published in that time tells, before anything is published again.
 */
export async function reconcileUnseen(
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Move> {
  const alike = await publishedUnseen(post, account, deps);
  const [only, another] = alike;
  if (only === undefined) return { kind: 'seen' };
  // A caption names it; a story, or a post without one, could be anything the owner published.
  const isNamed =
    post.media_type !== 'STORIES' &&
    post.caption !== '' &&
    another === undefined &&
    !(await deps.neighbours.hasRival(post));
  if (isNamed) {
    return { kind: 'published', mediaId: only.id, isVerified: true, igUserId: account.igUserId };
  }
  // What had its hour still to come had no reason to go out while nobody watched; and of what has a
  // container of its own, that one tells (prepare.ts asks it next).
  const isTold = post.due_in_ms > 0 || (await hasOwnContainer(post, account, deps));
  return isTold ? { kind: 'seen' } : unverifiable;
}

/** Whether the container that would have been published is known, and Instagram still tells of it. */
async function hasOwnContainer(
  post: ClaimedPost,
  account: ConnectedAccount,
  { publishing, containers }: StepDependencies,
): Promise<boolean> {
  const living = await containers.livingOf(post, account.igUserId);
  const main = living.find(({ kind }) => kind !== 'child');
  if (main === undefined) return false;
  const { state } = await publishing.containerStatus(account, main.graph_id);
  return state === 'finished' || state === 'published';
}

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
