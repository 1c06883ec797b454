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
  // What had its hour still to come had no reason to go out while nobody watched.
  return post.due_in_ms > 0 ? { kind: 'seen' } : unverifiable;
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
