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
 * The same container is published again only if it is certainly not published, and never a second one while
 * the first may still be.
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
    // The last read: only a certain publication counts.
    return isPastGiveUp && transition.kind !== 'published'
      ? await giveUp(post, container, deps)
      : transition;
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    if (isPastGiveUp) return giveUp(post, container, deps);
    const { issue } = error;
    if (issue.class !== 'reconnect') {
      const issueToShow = post.poll_count >= POLLS_BEFORE_ISSUE ? { issue } : {};
      return { kind: 'wait', ms: retryDelayMs(post.poll_count), isPoll: true, ...issueToShow };
    }
    // Held until the owner authorises again; the token of an ended connection never works again.
    if (account.isEnded) return giveUp(post, container, deps);
    return holdForReconnect(issue, account, deps);
  }
}

/** If the owner has checked Instagram and insists, the post is prepared again. */
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
    return { kind: 'wait', ms: pollDelayMs(post.poll_count), isPoll: true };
  }
  if (!isRuleActive('R5')) return afterContainerDied(post, account, container, 'failed', deps);
  // While a call may be running no status of the container is final.
  const sinceIntentMs = post.since_intent_ms ?? Number.POSITIVE_INFINITY;
  const quiescentInMs = Math.max(QUIESCENCE_MS - sinceIntentMs, post.quiet_in_ms ?? 0);
  if (quiescentInMs > 0) return { kind: 'wait', ms: quiescentInMs };
  return state === 'finished'
    ? afterUnpublished(post, account, container, deps)
    : afterContainerDied(post, account, container, state, deps);
}

/** Another container is created if no medium of the account can be the post. */
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
  // A medium may be this post: a second container could publish it twice.
  const isSuspect =
    post.media_type === 'STORIES'
      ? candidates.length > 0
      : candidates.some(({ caption }) => isSameCaption(caption, post.caption));
  if (isSuspect && isRuleActive('R5')) return giveUp(post, container, deps);
  await deps.containers.markDead(container.id, state);
  return { kind: 'prepare-again', ms: 0 };
}

/** The publication is certain; the id of its medium is not worth a long wait. */
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
    if (mayPass && post.poll_count < MAX_UNKNOWN_ERROR_POLLS) throw error;
    return { kind: 'published', mediaId: null, isVerified: true };
  }
}

/** Only one story is in flight at a time, so a new story that is bound to no other post is this one. */
const idOfOnly = (candidates: readonly { id: string }[]) =>
  candidates.length === 1 ? candidates[0]?.id : undefined;

/** No call can be running, so this status is final. */
async function afterUnpublished(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: CreatedContainer,
  deps: StepDependencies,
): Promise<Transition> {
  // Otherwise any other picture of the account would match.
  if (await isCaptionUnique(post, deps)) {
    const mediaId = matchMedia(post.caption, await findCandidates(post, account, container, deps));
    if (mediaId !== undefined) return { kind: 'published', mediaId, isVerified: true };
  }
  // The owner has changed the post since, so this container has the old content.
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
      // Without a limit of attempts, as long as the post may be late.
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

/** Stories have no caption on Instagram, and an empty caption identifies nothing. */
const hasNoCaption = (post: ClaimedPost) => post.media_type === 'STORIES' || post.caption === '';

const isCaptionUnique = async (post: ClaimedPost, { conflictingPosts }: StepDependencies) =>
  !hasNoCaption(post) && !(await conflictingPosts.hasIdenticalPost(post));

async function findCandidates(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: CreatedContainer,
  { publishing, containers }: StepDependencies,
) {
  const intentAt = post.intent_at?.getTime();
  // A publication without an intent, as before a restored backup, is newer than its container.
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
