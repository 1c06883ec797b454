import type { ConnectedAccount } from '../instagram/instagram.accounts.ts';
import { problemOf } from '../instagram/instagram.errors.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import { failedWith, unverifiable, type Move } from './moves.ts';
import type { StepDependencies } from './prepare.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import {
  CLOCK_SKEW_MS,
  HELD_UP_LOOK_MS,
  MAX_PUBLISH_ATTEMPTS,
  mediaOf,
  PAUSE_MS,
  processingDelayMs,
  QUIESCENCE_MS,
  troubleDelayMs,
} from './publishing.rules.ts';

/**
 * A publish had no clear answer. The container tells whether it happened; only when it surely did
 * not is the same container published again, and never a second one while the first may still be.
 */
export async function resolveDoubt(post: ClaimedPost, deps: StepDependencies): Promise<Move> {
  const { containers, accounts, publishing } = deps;
  const account = await accounts.accountToRead(post.workspace_id, post.ig_user_id ?? '');
  if (account === undefined) return unverifiable;
  const container =
    post.container_id === null ? undefined : await containers.find(post.container_id);
  if (container?.graph_id == null) return { kind: 'prepare-again', ms: 0 };
  try {
    const status = await publishing.containerStatus(account, container.graph_id);
    switch (status.state) {
      case 'published':
        return { kind: 'published', mediaId: (await findMedia(post, account, deps)) ?? null };
      case 'processing':
        return { kind: 'wait', ms: processingDelayMs(post.looks), isLook: true };
      case 'finished':
        return await afterQuiescence(post, account, deps);
      case 'expired':
      case 'failed': {
        const mediaId = await findMedia(post, account, deps);
        if (mediaId !== undefined) return { kind: 'published', mediaId };
        await containers.setState(container.id, 'dead');
        return { kind: 'prepare-again', ms: 0, containerFailed: true };
      }
    }
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    if (error.problem.class !== 'reconnect') {
      return { kind: 'wait', ms: troubleDelayMs(post.looks), isLook: true };
    }
    // Held until the owner authorises again; a token that was given up will never read any more.
    if (account.isEnded) return unverifiable;
    await accounts.markForReconnect(account);
    return { kind: 'wait', ms: HELD_UP_LOOK_MS, problem: error.problem };
  }
}

/** The container is still unpublished: once nothing can be under way any more, that is final. */
async function afterQuiescence(
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Move> {
  const quietInMs = QUIESCENCE_MS - (post.since_intent_ms ?? Number.POSITIVE_INFINITY);
  if (quietInMs > 0) return { kind: 'wait', ms: quietInMs };
  // A caption names a post; without one, any other picture of the account would do as well.
  const mediaId = post.caption === '' ? undefined : await findMedia(post, account, deps);
  if (mediaId !== undefined) return { kind: 'published', mediaId };

  const problem = problemOf(post.publish_error);
  if (problem?.class === 'content') return failedWith(problem);
  if (problem?.class === 'blocked') {
    await deps.accounts.pause(account, 'blocked', PAUSE_MS.blocked);
    return failedWith(problem);
  }
  if (problem?.class === 'quota' || problem?.class === 'rate_limited') {
    const ms = PAUSE_MS[problem.class];
    await deps.accounts.pause(account, problem.class, ms);
    return { kind: 'publish-again', ms, wasNoAttempt: true, problem };
  }
  if (post.publish_attempts < MAX_PUBLISH_ATTEMPTS) return { kind: 'publish-again', ms: 0 };
  return failedWith(problem?.class === 'reconnect' ? problem : unconfirmed);
}

const unconfirmed = {
  class: 'transient',
  code: 'unconfirmed',
  cause: 'O Instagram não confirmou a publicação depois de várias tentativas.',
  action: 'try_again',
} as const;

/** The media that the post became, if exactly one of the account's can be it. */
async function findMedia(
  post: ClaimedPost,
  account: ConnectedAccount,
  { publishing, containers }: StepDependencies,
): Promise<string | undefined> {
  const intentAt = post.intent_at?.getTime();
  const since = new Date(intentAt === undefined ? 0 : intentAt - CLOCK_SKEW_MS);
  const until = intentAt === undefined ? Infinity : intentAt + QUIESCENCE_MS + CLOCK_SKEW_MS;
  const found = (await publishing.mediaSince(account, since)).filter(
    ({ publishedAt, productType }) => publishedAt.getTime() <= until && productType === 'FEED',
  );
  const bound = await containers.boundMedia(found.map(({ id }) => id));
  return mediaOf(post.caption, found, bound);
}
