import { InstagramError } from '../instagram/instagram.graph.ts';
import { problemOf } from '../instagram/instagram.errors.ts';
import type { PublishingAccount } from '../instagram/instagram.publishing.ts';
import { failedWith, type Move } from './moves.ts';
import type { StepDependencies } from './prepare.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import {
  MAX_PUBLISH_ATTEMPTS,
  mediaOf,
  processingDelayMs,
  QUIESCENCE_MS,
  troubleDelayMs,
} from './publishing.rules.ts';

/** Instagram's clock and ours may differ by this much, in ms. */
const CLOCK_SKEW_MS = 60_000;
const PAUSED_LOOK_MS = 60_000;

/**
 * A publish had no clear answer. The container tells whether it happened; only when it surely did
 * not is the same container published again, and never a second one while the first may still be.
 */
export async function resolveDoubt(post: ClaimedPost, deps: StepDependencies): Promise<Move> {
  const { containers, accounts, publishing } = deps;
  const account = await accounts.accountOf(post.workspace_id);
  const container =
    post.container_id === null ? undefined : await containers.find(post.container_id);
  // Without the account nothing can be read: the doubt is held until it is connected again.
  const held: Move = { kind: 'wait', ms: PAUSED_LOOK_MS };
  if (account === undefined || account.igUserId !== post.ig_user_id) return held;
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
        return { kind: 'prepare-again', ms: 0 };
      }
    }
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    if (error.problem.class === 'reconnect') await accounts.pauseForReconnect(account.igUserId);
    return { kind: 'wait', ms: troubleDelayMs(post.looks), isLook: true };
  }
}

/** The container is still unpublished: once nothing can be under way any more, that is final. */
async function afterQuiescence(
  post: ClaimedPost,
  account: PublishingAccount,
  deps: StepDependencies,
): Promise<Move> {
  const quietInMs = QUIESCENCE_MS - (post.since_intent_ms ?? Number.POSITIVE_INFINITY);
  if (quietInMs > 0) return { kind: 'wait', ms: quietInMs };
  const mediaId = await findMedia(post, account, deps);
  if (mediaId !== undefined) return { kind: 'published', mediaId };

  const problem = problemOf(post.error_code);
  if (problem?.class === 'content' || problem?.class === 'blocked') return failedWith(problem);
  if (problem?.class === 'reconnect') await deps.accounts.pauseForReconnect(account.igUserId);
  if (problem?.class === 'new_container') return { kind: 'prepare-again', ms: 0, problem };
  if (post.publish_attempts >= MAX_PUBLISH_ATTEMPTS) {
    return failedWith({
      class: 'transient',
      code: problem?.code ?? 'no-answer',
      cause: 'O Instagram não confirmou a publicação depois de várias tentativas.',
      action: 'try_again',
    });
  }
  return { kind: 'publish-again' };
}

/** The media that the post became, if exactly one of the account's can be it. */
async function findMedia(
  post: ClaimedPost,
  account: PublishingAccount,
  { publishing, containers }: StepDependencies,
): Promise<string | undefined> {
  const since = new Date((post.intent_at?.getTime() ?? 0) - CLOCK_SKEW_MS);
  const found = await publishing.mediaSince(account, since);
  const bound = await containers.boundMedia(found.map(({ id }) => id));
  return mediaOf(post.caption, found, bound);
}
