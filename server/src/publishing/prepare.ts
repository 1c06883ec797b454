import type { PostRow } from '../database/tables.ts';
import { newId } from '../ids.ts';
import type { InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramProblem } from '../instagram/instagram.errors.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { InstagramPublishing, PublishingAccount } from '../instagram/instagram.publishing.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { Log } from '../log.ts';
import {
  expiredTooLate,
  expiredWithoutAccount,
  failedWith,
  needsReconnect,
  ourFault,
  type Move,
} from './moves.ts';
import type { ContainersRepository } from './containers.repository.ts';
import type { ClaimedPost, PublishingRepository } from './publishing.repository.ts';
import {
  EXPIRY_MS,
  MAX_CONTAINERS,
  PREPARE_AHEAD_MS,
  processingDelayMs,
  troubleDelayMs,
} from './publishing.rules.ts';

const PAUSED_LOOK_MS = 60_000;
const RATE_LIMITED_LOOK_MS = 5 * 60_000;

export interface StepDependencies {
  repository: PublishingRepository;
  containers: ContainersRepository;
  accounts: InstagramAccounts;
  publishing: InstagramPublishing;
  links: MediaLinks;
  log: Log;
}

/** One step of making a post ready: see to the account, make the container, or ask how it is. */
export async function prepare(post: ClaimedPost, deps: StepDependencies): Promise<Move> {
  const account = await deps.accounts.accountOf(post.workspace_id);
  const isLate = post.due_in_ms < -EXPIRY_MS;
  if (account === undefined) {
    return post.due_in_ms > 0 ? { kind: 'wait-for-hour' } : expiredWithoutAccount;
  }
  if (account.paused) {
    return isLate
      ? { kind: 'ended', status: 'failed', problem: needsReconnect }
      : { kind: 'wait', ms: PAUSED_LOOK_MS, problem: needsReconnect };
  }
  // A post that had an intent is seen to its end, however late.
  if (isLate && post.intent_at === null) return expiredTooLate;
  if (post.due_in_ms > PREPARE_AHEAD_MS) {
    return { kind: 'wait', ms: post.due_in_ms - PREPARE_AHEAD_MS };
  }
  const container = await deps.containers.findLiving(post, account.igUserId);
  try {
    if (container?.graph_id == null) return await makeContainer(post, account, deps);
    return await askContainer(post, account, { ...container, graph_id: container.graph_id }, deps);
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    return moveAfter(error.problem, post, account, deps);
  }
}

async function makeContainer(
  post: ClaimedPost,
  account: PublishingAccount,
  { containers, publishing, links }: StepDependencies,
): Promise<Move> {
  if (post.containers_made >= MAX_CONTAINERS) return gaveUp(post);
  // The row comes first: the link that Instagram fetches the image from hangs on it.
  const id = newId();
  if (!(await containers.insert(id, post, account.igUserId))) return overtaken;
  try {
    const graphId = await publishing.createImageContainer(account, {
      url: links.forContainer(id),
      caption: post.caption,
    });
    await containers.made(id, graphId);
  } catch (error) {
    // Instagram may have made one all the same: an orphan, that is never published.
    await containers.setState(id, 'dead');
    throw error;
  }
  return { kind: 'wait', ms: processingDelayMs(0) };
}

async function askContainer(
  post: ClaimedPost,
  account: PublishingAccount,
  container: { id: string; graph_id: string },
  { containers, publishing }: StepDependencies,
): Promise<Move> {
  const status = await publishing.containerStatus(account, container.graph_id);
  switch (status.state) {
    case 'processing':
      return { kind: 'wait', ms: processingDelayMs(post.looks + 1), isLook: true };
    case 'finished':
      await containers.setState(container.id, 'finished');
      return { kind: 'prepared', containerId: container.id, igUserId: account.igUserId };
    case 'published':
      // Known to Instagram and not to us, as after a restored backup: bound, never made again.
      return {
        kind: 'doubt',
        ms: 0,
        problem: { code: 'published-unasked', cause: '', action: 'wait' },
        container: { id: container.id, igUserId: account.igUserId },
      };
    case 'expired':
      await containers.setState(container.id, 'dead');
      return { kind: 'prepare-again', ms: 0 };
    case 'failed':
      await containers.setState(container.id, 'dead');
      return status.problem.class === 'content'
        ? failedWith(status.problem)
        : {
            kind: 'prepare-again',
            ms: troubleDelayMs(post.containers_made),
            problem: status.problem,
          };
  }
}

/** What an error of Instagram's, before any intent, means for the post. */
export async function moveAfter(
  problem: InstagramProblem,
  post: ClaimedPost,
  account: PublishingAccount,
  { accounts, log }: Pick<StepDependencies, 'accounts' | 'log'>,
): Promise<Move> {
  switch (problem.class) {
    case 'transient':
    case 'not_ready':
      return { kind: 'wait', ms: troubleDelayMs(post.looks), problem, isLook: true };
    case 'new_container':
      return { kind: 'prepare-again', ms: troubleDelayMs(post.containers_made), problem };
    case 'rate_limited':
    case 'quota':
      return { kind: 'wait', ms: RATE_LIMITED_LOOK_MS, problem };
    case 'reconnect':
      await accounts.pauseForReconnect(account.igUserId);
      return { kind: 'wait', ms: PAUSED_LOOK_MS, problem };
    case 'blocked':
    case 'content':
      return failedWith(problem);
    case 'bug':
      log.error({ postId: post.id, code: problem.code }, 'Instagram found a call of ours wrong');
      return ourFault(`${problem.code}-${post.id.slice(-8)}`);
  }
}

/** The write will be refused by the fence: whoever overtook this step decides. */
const overtaken: Move = { kind: 'wait', ms: 0 };

function gaveUp(post: PostRow): Move {
  return {
    kind: 'ended',
    status: 'failed',
    problem: {
      code: post.error_code ?? 'too-many-containers',
      cause:
        'O Instagram não conseguiu processar este arquivo depois de várias tentativas. Troque a imagem ou tente de novo.',
      action: 'change_media',
    },
  };
}
