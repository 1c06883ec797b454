import { holdForReconnect } from './account-check.ts';
import type { ConnectedAccount } from '../instagram/connection/accounts.ts';
import { findIssueByCode } from '../instagram/graph/errors.ts';
import { InstagramError } from '../instagram/graph/graph.ts';
import type { CreatedContainer } from './containers.repository.ts';
import { endAfter, failWith, OWNER_INSISTS, unverifiable, type Transition } from './transitions.ts';
import type { StepDependencies } from './step-dependencies.ts';
import type { ClaimedPost } from './claimed-post.ts';
import {
  CLOCK_SKEW_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  MAX_PUBLISH_ATTEMPTS,
  MAX_UNKNOWN_ERROR_POLLS,
  matchMedia,
  ACCOUNT_THROTTLE_MS,
  pollDelayMs,
  productTypeOf,
  QUIESCENCE_MS,
  isSameCaption,
  POLLS_BEFORE_ISSUE,
  retryDelayMs,
} from './publishing.rules.ts';
import { isRuleActive } from './removable-rules.ts';

/**
 * A publish had no clear answer. The container tells whether it happened; only when it surely did
 * not is the same container published again, and never a second one while the first may still be.
 */
export async function reconcileOutcome(
  post: ClaimedPost,
  deps: StepDependencies,
): Promise<Transition> {
  const { containers, accounts } = deps;
  const account = await accounts.accountToRead(post.workspace_id, post.ig_user_id ?? '');
  const isPastGiveUp = (post.since_intent_ms ?? -post.due_in_ms) > GIVE_UP_MS;
  if (account === undefined) return giveUp(post, undefined, deps);
  const found = post.container_id === null ? undefined : await containers.find(post.container_id);
  if (found?.graph_id == null) return { kind: 'prepare-again', ms: 0 };
  const container = { ...found, graph_id: found.graph_id };
  try {
    const transition = await readOutcome(post, account, container, deps);
    // Read for the last time: only what is known for sure still counts.
    return isPastGiveUp && transition.kind !== 'published'
      ? await giveUp(post, container, deps)
      : transition;
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    if (isPastGiveUp) return giveUp(post, container, deps);
    const { issue } = error;
    if (issue.class !== 'reconnect') {
      const issueToShow = post.looks >= POLLS_BEFORE_ISSUE ? { issue } : {};
      return { kind: 'wait', ms: retryDelayMs(post.looks), isPoll: true, ...issueToShow };
    }
    // Held until the owner authorises again; a token that was given up will never read any more.
    if (account.isEnded) return giveUp(post, container, deps);
    return holdForReconnect(issue, account, deps);
  }
}

/** Nobody can tell any more. An owner who has looked and asks for it has it made anew. */
async function giveUp(
  post: ClaimedPost,
  container: { id: string } | undefined,
  { containers }: StepDependencies,
): Promise<Transition> {
  if (post.publish_error !== OWNER_INSISTS) return unverifiable;
  if (container !== undefined) await containers.markDead(container.id, null);
  return { kind: 'prepare-again', ms: 0 };
}

async function readOutcome(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: CreatedContainer,
  deps: StepDependencies,
): Promise<Transition> {
  const { state } = await deps.publishing.containerStatus(account, container.graph_id);
  if (state === 'published') return bindPublished(post, account, container, deps);
  if (state === 'processing') {
    return { kind: 'wait', ms: pollDelayMs(post.looks), isPoll: true };
  }
  if (!isRuleActive('R5')) return afterContainerDied(post, account, container, 'failed', deps);
  // Until nothing can be under way any more nothing is final, whatever the container says of itself.
  const sinceIntentMs = post.since_intent_ms ?? Number.POSITIVE_INFINITY;
  const quiescentInMs = Math.max(QUIESCENCE_MS - sinceIntentMs, post.quiet_in_ms ?? 0);
  if (quiescentInMs > 0) return { kind: 'wait', ms: quiescentInMs };
  return state === 'finished'
    ? afterUnpublished(post, account, container, deps)
    : afterContainerDied(post, account, container, state, deps);
}

/** The container will never be published. Another is made if nothing on the account can be the post. */
async function afterContainerDied(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: CreatedContainer,
  state: 'expired' | 'failed',
  deps: StepDependencies,
): Promise<Transition> {
  const candidates = await findCandidates(post, account, container, deps);
  const mediaId = matchMedia(post.caption, candidates);
  const isIdentified = await isCaptionUnique(post, deps);
  const isFound =
    mediaId !== undefined && isIdentified && (isRuleActive('R5') || state !== 'failed');
  if (isFound) return { kind: 'published', mediaId, isVerified: true };
  // Something is there that may be this one: a second container could double it.
  const isSuspect =
    post.media_type === 'STORIES'
      ? candidates.length > 0
      : candidates.some(({ caption }) => isSameCaption(caption, post.caption));
  if (isSuspect && isRuleActive('R5')) return giveUp(post, container, deps);
  await deps.containers.markDead(container.id, state);
  return { kind: 'prepare-again', ms: 0 };
}

/** Published for sure. Which media it became is good to know, and no reason to wait for long. */
async function bindPublished(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: CreatedContainer,
  deps: StepDependencies,
): Promise<Transition> {
  try {
    const candidates = await findCandidates(post, account, container, deps);
    const mediaId =
      post.media_type === 'STORIES' ? idOfOnly(candidates) : matchMedia(post.caption, candidates);
    const isIdentified = hasNoCaption(post) || (await isCaptionUnique(post, deps));
    return {
      kind: 'published',
      mediaId: isIdentified ? (mediaId ?? null) : null,
      isVerified: true,
    };
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const mayPass = error.issue.class === 'transient' || error.issue.class === 'rate_limited';
    if (mayPass && post.looks < MAX_UNKNOWN_ERROR_POLLS) throw error;
    return { kind: 'published', mediaId: null, isVerified: true };
  }
}

/** A new story that is no other post of ours is this one, since only one is on its way at a time. */
const idOfOnly = (candidates: readonly { id: string }[]) =>
  candidates.length === 1 ? candidates[0]?.id : undefined;

/** The container is still unpublished, and nothing can be under way any more: that is final. */
async function afterUnpublished(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: CreatedContainer,
  deps: StepDependencies,
): Promise<Transition> {
  // Where the caption does not name the post, any other picture of the account would do as well.
  if (await isCaptionUnique(post, deps)) {
    const mediaId = matchMedia(post.caption, await findCandidates(post, account, container, deps));
    if (mediaId !== undefined) return { kind: 'published', mediaId, isVerified: true };
  }
  // Its owner has changed it since: this container says something else.
  if (container.revision !== post.revision) return { kind: 'prepare-again', ms: 0 };
  const issue = findIssueByCode(post.publish_error);
  switch (issue?.class) {
    case 'content':
      return failWith(issue);
    case 'blocked':
      await deps.accounts.throttle(
        account,
        { reason: issue.class, code: issue.code },
        ACCOUNT_THROTTLE_MS.blocked,
      );
      return failWith(issue);
    case 'quota':
    case 'rate_limited':
      return {
        kind: 'publish-again',
        ms: ACCOUNT_THROTTLE_MS[issue.class],
        uncountedReason: 'refused',
        issue,
      };
    case 'reconnect':
      return { kind: 'publish-again', ms: 0, uncountedReason: 'refused', issue };
    case 'transient':
    case 'not_ready':
    case undefined: {
      // For as long as it may be late; the same container can be tried as often as one likes.
      const mayBeLate = post.due_in_ms > -EXPIRY_MS || post.late_excused;
      return mayBeLate
        ? { kind: 'publish-again', ms: 0 }
        : endAfter(post.publish_error, failWith(unconfirmedIssue));
    }
    case 'new_container':
    case 'bug':
      return post.publish_attempts < MAX_PUBLISH_ATTEMPTS
        ? { kind: 'publish-again', ms: 0 }
        : failWith(unconfirmedIssue);
  }
}

const unconfirmedIssue = {
  class: 'transient',
  code: 'unconfirmed',
  cause: 'O Instagram não confirmou a publicação depois de várias tentativas.',
  action: 'try_again',
} as const;

/** Stories have no caption on Instagram, and an empty one says nothing. */
const hasNoCaption = (post: ClaimedPost) => post.media_type === 'STORIES' || post.caption === '';

/** Whether the caption tells this post from every other on the account. */
const isCaptionUnique = async (post: ClaimedPost, { conflictingPosts }: StepDependencies) =>
  !hasNoCaption(post) && !(await conflictingPosts.hasIdenticalPost(post));

/** What the account has of the time in question and of this kind that is no post of ours yet. */
async function findCandidates(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: CreatedContainer,
  { publishing, containers }: StepDependencies,
) {
  const intentAt = post.intent_at?.getTime();
  // What was published unasked, as before a backup came back, was so after its container was made.
  const since = new Date((intentAt ?? container.born_at.getTime()) - CLOCK_SKEW_MS);
  const until = intentAt === undefined ? Infinity : intentAt + QUIESCENCE_MS + CLOCK_SKEW_MS;
  const liveBefore = new Set(post.live_story_ids);
  const listed =
    post.media_type === 'STORIES'
      ? await publishing.liveStories(account)
      : await publishing.mediaSince(account, since);
  const found = listed.filter(
    ({ id, publishedAt, productType }) =>
      publishedAt >= since &&
      publishedAt.getTime() <= until &&
      productType === productTypeOf(post) &&
      !liveBefore.has(id),
  );
  const bound = await containers.findBoundMedia(found.map(({ id }) => id));
  return found.filter(({ id }) => !bound.has(id));
}
