import { heldForOwner } from './account-check.ts';
import type { ConnectedAccount } from '../instagram/instagram.accounts.ts';
import { problemOf } from '../instagram/instagram.errors.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { MadeContainer } from './containers.repository.ts';
import { endedAfter, failedWith, OWNER_INSISTS, unverifiable, type Move } from './moves.ts';
import type { StepDependencies } from './prepare.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import {
  CLOCK_SKEW_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  MAX_PUBLISH_ATTEMPTS,
  MAX_UNKNOWN_LOOKS,
  mediaOf,
  PAUSE_MS,
  processingDelayMs,
  productOf,
  QUIESCENCE_MS,
  sameCaption,
  TELLING_LOOKS,
  troubleDelayMs,
} from './publishing.rules.ts';
import { holds } from './removable-rules.ts';

/**
 * A publish had no clear answer. The container tells whether it happened; only when it surely did
 * not is the same container published again, and never a second one while the first may still be.
 */
export async function resolveDoubt(post: ClaimedPost, deps: StepDependencies): Promise<Move> {
  const { containers, accounts } = deps;
  const account = await accounts.accountToRead(post.workspace_id, post.ig_user_id ?? '');
  const isOver = (post.since_intent_ms ?? -post.due_in_ms) > GIVE_UP_MS;
  if (account === undefined) return givenUp(post, undefined, deps);
  const found = post.container_id === null ? undefined : await containers.find(post.container_id);
  if (found?.graph_id == null) return { kind: 'prepare-again', ms: 0 };
  const container = { ...found, graph_id: found.graph_id };
  try {
    const move = await readOutcome(post, account, container, deps);
    // Read for the last time: only what is known for sure still counts.
    return isOver && move.kind !== 'published' ? await givenUp(post, container, deps) : move;
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    if (isOver) return givenUp(post, container, deps);
    const { problem } = error;
    if (problem.class !== 'reconnect') {
      const told = post.looks >= TELLING_LOOKS ? { problem } : {};
      return { kind: 'wait', ms: troubleDelayMs(post.looks), isLook: true, ...told };
    }
    // Held until the owner authorises again; a token that was given up will never read any more.
    if (account.isEnded) return givenUp(post, container, deps);
    return heldForOwner(problem, account, deps);
  }
}

/** Nobody can tell any more. An owner who has looked and asks for it has it made anew. */
async function givenUp(
  post: ClaimedPost,
  container: { id: string } | undefined,
  { containers }: StepDependencies,
): Promise<Move> {
  if (post.publish_error !== OWNER_INSISTS) return unverifiable;
  if (container !== undefined) await containers.died(container.id, null);
  return { kind: 'prepare-again', ms: 0 };
}

async function readOutcome(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: MadeContainer,
  deps: StepDependencies,
): Promise<Move> {
  const { state } = await deps.publishing.containerStatus(account, container.graph_id);
  if (state === 'published') return boundTo(post, account, container, deps);
  if (state === 'processing') {
    return { kind: 'wait', ms: processingDelayMs(post.looks), isLook: true };
  }
  if (!holds('R5')) return whenDead(post, account, container, 'failed', deps);
  // Until nothing can be under way any more nothing is final, whatever the container says of itself.
  const sinceIntentMs = post.since_intent_ms ?? Number.POSITIVE_INFINITY;
  const quietInMs = Math.max(QUIESCENCE_MS - sinceIntentMs, post.quiet_in_ms ?? 0);
  if (quietInMs > 0) return { kind: 'wait', ms: quietInMs };
  return state === 'finished'
    ? whenUnpublished(post, account, container, deps)
    : whenDead(post, account, container, state, deps);
}

/** The container will never be published. Another is made if nothing on the account can be the post. */
async function whenDead(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: MadeContainer,
  state: 'expired' | 'failed',
  deps: StepDependencies,
): Promise<Move> {
  const candidates = await candidatesFor(post, account, container, deps);
  const mediaId = mediaOf(post.caption, candidates);
  const isNamed = await captionNames(post, deps);
  const isFound = mediaId !== undefined && isNamed && (holds('R5') || state !== 'failed');
  if (isFound) return { kind: 'published', mediaId, isVerified: true };
  // Something is there that may be this one: a second container could double it.
  const isSuspect =
    post.media_type === 'STORIES'
      ? candidates.length > 0
      : candidates.some(({ caption }) => sameCaption(caption, post.caption));
  if (isSuspect && holds('R5')) return givenUp(post, container, deps);
  await deps.containers.died(container.id, state);
  return { kind: 'prepare-again', ms: 0 };
}

/** Published for sure. Which media it became is good to know, and no reason to wait for long. */
async function boundTo(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: MadeContainer,
  deps: StepDependencies,
): Promise<Move> {
  try {
    const candidates = await candidatesFor(post, account, container, deps);
    const mediaId =
      post.media_type === 'STORIES' ? onlyOne(candidates) : mediaOf(post.caption, candidates);
    const isNamed = namesNothing(post) || (await captionNames(post, deps));
    return { kind: 'published', mediaId: isNamed ? (mediaId ?? null) : null, isVerified: true };
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const mayPass = error.problem.class === 'transient' || error.problem.class === 'rate_limited';
    if (mayPass && post.looks < MAX_UNKNOWN_LOOKS) throw error;
    return { kind: 'published', mediaId: null, isVerified: true };
  }
}

/** A new story that is no other post of ours is this one, since only one is on its way at a time. */
const onlyOne = (candidates: readonly { id: string }[]) =>
  candidates.length === 1 ? candidates[0]?.id : undefined;

/** The container is still unpublished, and nothing can be under way any more: that is final. */
async function whenUnpublished(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: MadeContainer,
  deps: StepDependencies,
): Promise<Move> {
  // Where the caption does not name the post, any other picture of the account would do as well.
  if (await captionNames(post, deps)) {
    const mediaId = mediaOf(post.caption, await candidatesFor(post, account, container, deps));
    if (mediaId !== undefined) return { kind: 'published', mediaId, isVerified: true };
  }
  // Its owner has changed it since: this container says something else.
  if (container.revision !== post.revision) return { kind: 'prepare-again', ms: 0 };
  const problem = problemOf(post.publish_error);
  switch (problem?.class) {
    case 'content':
      return failedWith(problem);
    case 'blocked':
      await deps.accounts.pause(
        account,
        { reason: problem.class, code: problem.code },
        PAUSE_MS.blocked,
      );
      return failedWith(problem);
    case 'quota':
    case 'rate_limited':
      return { kind: 'publish-again', ms: PAUSE_MS[problem.class], uncounted: 'refused', problem };
    case 'reconnect':
      return { kind: 'publish-again', ms: 0, uncounted: 'refused', problem };
    case 'transient':
    case 'not_ready':
    case undefined: {
      // For as long as it may be late; the same container can be tried as often as one likes.
      const mayBeLate = post.due_in_ms > -EXPIRY_MS || post.late_excused;
      return mayBeLate
        ? { kind: 'publish-again', ms: 0 }
        : endedAfter(post.publish_error, failedWith(unconfirmed));
    }
    case 'new_container':
    case 'bug':
      return post.publish_attempts < MAX_PUBLISH_ATTEMPTS
        ? { kind: 'publish-again', ms: 0 }
        : failedWith(unconfirmed);
  }
}

const unconfirmed = {
  class: 'transient',
  code: 'unconfirmed',
  cause: 'O Instagram não confirmou a publicação depois de várias tentativas.',
  action: 'try_again',
} as const;

/** Stories have no caption on Instagram, and an empty one says nothing. */
const namesNothing = (post: ClaimedPost) => post.media_type === 'STORIES' || post.caption === '';

/** Whether the caption tells this post from every other on the account. */
const captionNames = async (post: ClaimedPost, { neighbours }: StepDependencies) =>
  !namesNothing(post) && !(await neighbours.hasTwin(post));

/** What the account has of the time in question and of this kind that is no post of ours yet. */
async function candidatesFor(
  post: ClaimedPost,
  account: ConnectedAccount,
  container: MadeContainer,
  { publishing, containers }: StepDependencies,
) {
  const intentAt = post.intent_at?.getTime();
  // What was published unasked, as before a backup came back, was so after its container was made.
  const since = new Date((intentAt ?? container.born_at.getTime()) - CLOCK_SKEW_MS);
  const until = intentAt === undefined ? Infinity : intentAt + QUIESCENCE_MS + CLOCK_SKEW_MS;
  const before = new Set(post.live_story_ids);
  const listed =
    post.media_type === 'STORIES'
      ? await publishing.liveStories(account)
      : await publishing.mediaSince(account, since);
  const found = listed.filter(
    ({ id, publishedAt, productType }) =>
      publishedAt >= since &&
      publishedAt.getTime() <= until &&
      productType === productOf(post) &&
      !before.has(id),
  );
  const bound = await containers.boundMedia(found.map(({ id }) => id));
  return found.filter(({ id }) => !bound.has(id));
}
