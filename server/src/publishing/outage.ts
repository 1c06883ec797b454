import type { ConnectedAccount } from '../instagram/connection/accounts.ts';
import { InstagramError } from '../instagram/graph/graph.ts';
import type { CreatedContainer } from './containers.repository.ts';
import { unverifiable, type Transition } from './transitions.ts';
import type { StepDependencies } from './step-dependencies.ts';
import type { ClaimedPost } from './claimed-post.ts';
import {
  CLOCK_SKEW_MS,
  MAX_UNREADABLE_POLLS,
  productTypeOf,
  isSameCaption,
} from './publishing.rules.ts';

/**
 * This database was not alive for a while, or is a restored backup: the post may have gone out
 * meanwhile. What the account published in that time tells, before anything is published again.
 */
export async function reconcileOutage(
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Transition> {
  // Asked before the list: whatever is bound to a rival by then is none of what is found in it.
  const isIdentified =
    post.media_type !== 'STORIES' &&
    post.caption !== '' &&
    !(await deps.conflictingPosts.hasDuplicateCandidate(post));
  const [only, ...others] = await findPublishedInOutage(post, account, deps);
  // A caption names it; a story, or a post without one, could be anything the owner published.
  if (only !== undefined && others.length === 0 && isIdentified) {
    return { kind: 'published', mediaId: only.id, isVerified: true, igUserId: account.igUserId };
  }
  const ownStatuses = await pollOwnContainers(post, account, deps);
  const published = ownStatuses.find(({ state }) => state === 'published');
  if (published !== undefined) return reconcileUnexpected(published.container, account);
  // Of what has a container of its own, that one tells.
  const isUnpublished = ownStatuses.some(({ state }) => state === 'finished');
  if (only === undefined || isUnpublished) return { kind: 'seen' };
  // What had its hour still to come had no reason to go out while nobody watched. Before a backup came
  // back somebody did, and its owner may have published it at once.
  const isEarly = post.due_in_ms > 0 && !(await deps.repository.wasRestored(post.id));
  return isEarly ? { kind: 'seen' } : unverifiable;
}

/**
 * Known to Instagram as published and not to us, as after a restored backup: bound, never made again.
 */
export const reconcileUnexpected = (
  container: CreatedContainer,
  account: ConnectedAccount,
): Transition => ({
  kind: 'doubt',
  ms: 0,
  code: 'published-unasked',
  container: { id: container.id, igUserId: account.igUserId },
});

/** The containers that may have been published meanwhile, as far as Instagram still tells of them. */
async function pollOwnContainers(
  post: ClaimedPost,
  account: ConnectedAccount,
  { publishing, containers }: StepDependencies,
) {
  const liveContainers = await containers.findLive(post, account.igUserId);
  const mainContainers = liveContainers.filter(({ kind }) => kind !== 'child');
  const polls = mainContainers.map(async (container) => {
    try {
      const { state } = await publishing.containerStatus(account, container.graph_id);
      return [{ container, state }];
    } catch (error) {
      if (error instanceof InstagramError && isLost(error, post)) return [];
      throw error;
    }
  });
  return (await Promise.all(polls)).flat();
}

/** Instagram knows it no longer, or has not let us read it for long. */
const isLost = ({ issue }: InstagramError, post: ClaimedPost): boolean =>
  issue.class === 'new_container' ||
  (issue.class !== 'reconnect' && post.looks >= MAX_UNREADABLE_POLLS);

/** What went out in that time, is no post of ours, and could be this one. */
async function findPublishedInOutage(
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
      productType === productTypeOf(post) &&
      (isStory || isSameCaption(caption, post.caption)),
  );
  const bound = await containers.findBoundMedia(found.map(({ id }) => id));
  return found.filter(({ id }) => !bound.has(id));
}
