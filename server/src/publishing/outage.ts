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

/** The media of the account in the outage window decide before anything is published again. */
export async function reconcileOutage(
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Transition> {
  // This query precedes the list of media: media that a conflicting post has bound by then are no candidates.
  const isIdentified =
    post.media_type !== 'STORIES' &&
    post.caption !== '' &&
    !(await deps.conflictingPosts.hasDuplicateCandidate(post));
  const [only, ...others] = await findPublishedInOutage(post, account, deps);
  // A story or a post without a caption may be any publication of the owner.
  if (only !== undefined && others.length === 0 && isIdentified) {
    return { kind: 'published', mediaId: only.id, isVerified: true, igUserId: account.igUserId };
  }
  const ownStatuses = await pollOwnContainers(post, account, deps);
  const published = ownStatuses.find(({ state }) => state === 'published');
  if (published !== undefined) return reconcileUnexpected(published.container, account);
  const isUnpublished = ownStatuses.some(({ state }) => state === 'finished');
  if (only === undefined || isUnpublished) return { kind: 'outage_cleared' };
  // A post that was not due had no reason to be published in an outage. Before a restore workers were
  // running, and its owner may have published it at once.
  const isEarly = post.due_in_ms > 0 && !(await deps.repository.wasRestored(post.id));
  return isEarly ? { kind: 'outage_cleared' } : unverifiable;
}

/** Instagram has published it without our record, as after a restored backup: no other one is created. */
export const reconcileUnexpected = (
  container: CreatedContainer,
  account: ConnectedAccount,
): Transition => ({
  kind: 'reconciling',
  ms: 0,
  code: 'published-unasked',
  container: { id: container.id, igUserId: account.igUserId },
});

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

const isLost = ({ issue }: InstagramError, post: ClaimedPost): boolean =>
  issue.class === 'new_container' ||
  (issue.class !== 'reconnect' && post.poll_count >= MAX_UNREADABLE_POLLS);

async function findPublishedInOutage(
  post: ClaimedPost,
  account: ConnectedAccount,
  { publishing, containers }: StepDependencies,
) {
  const from = (post.outage_since?.getTime() ?? 0) - CLOCK_SKEW_MS;
  const to = (post.outage_until?.getTime() ?? Infinity) + CLOCK_SKEW_MS;
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
