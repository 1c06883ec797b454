import { newId } from '../ids.ts';
import type {
  ConnectedAccount,
  HeldUp,
  InstagramAccounts,
} from '../instagram/instagram.accounts.ts';
import { heldUpProblem, notReady, type InstagramProblem } from '../instagram/instagram.errors.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { InstagramPublishing } from '../instagram/instagram.publishing.ts';
import type { Log } from '../log.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { ContainersRepository } from './containers.repository.ts';
import {
  endedTooLate,
  endedWithoutAccount,
  failedForOtherAccount,
  failedWith,
  gaveUpContainers,
  ourFault,
  type Move,
} from './moves.ts';
import type { ClaimedPost, PublishingRepository } from './publishing.repository.ts';
import {
  EXPIRY_MS,
  GIVE_UP_MS,
  HELD_UP_LOOK_MS,
  MAX_CONTAINERS,
  MAX_UNKNOWN_LOOKS,
  PAUSE_MS,
  PREPARE_AHEAD_MS,
  PROCESSING_LIMIT_MS,
  processingDelayMs,
  troubleDelayMs,
} from './publishing.rules.ts';

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
  if (post.due_in_ms < -GIVE_UP_MS) return endedTooLate(post);
  if (account === undefined) {
    return post.due_in_ms > 0 ? { kind: 'wait-for-hour' } : endedWithoutAccount(post);
  }
  const isAnother = post.ig_user_id !== null && post.ig_user_id !== account.igUserId;
  if (isAnother && post.intent_at !== null) return failedForOtherAccount;
  if (account.heldUp !== null) return waitForAccount(post, account.heldUp);
  if (post.due_in_ms > PREPARE_AHEAD_MS) {
    return { kind: 'wait', ms: post.due_in_ms - PREPARE_AHEAD_MS };
  }
  const container = await deps.containers.findLiving(post, account.igUserId);
  if (container === undefined && isTooLate(post)) return endedTooLate(post);
  try {
    return container?.graph_id == null
      ? await makeContainer(post, account, deps)
      : await askContainer(post, account, { ...container, graph_id: container.graph_id }, deps);
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    return moveAfter(error.problem, post, account, deps);
  }
}

/** Whether publishing now would surprise its owner: its hour is long past, through our own fault. */
export const isTooLate = (post: ClaimedPost): boolean =>
  post.due_in_ms < -EXPIRY_MS && post.intent_at === null && !post.late_excused;

function waitForAccount(post: ClaimedPost, heldUp: HeldUp): Move {
  const problem = heldUpProblem(heldUp);
  // Limits pass by themselves; what needs the owner ends with the hour that publishing may be late.
  const endsLate = heldUp === 'reconnect' || heldUp === 'blocked';
  if (endsLate && isTooLate(post)) return failedWith(problem);
  const wait = { kind: 'wait', ms: HELD_UP_LOOK_MS, problem } as const;
  return endsLate ? wait : { ...wait, onInstagram: true };
}

async function makeContainer(
  post: ClaimedPost,
  account: ConnectedAccount,
  { containers, publishing, links }: StepDependencies,
): Promise<Move> {
  if (post.containers_failed >= MAX_CONTAINERS) return gaveUpContainers(post);
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
  account: ConnectedAccount,
  { id, graph_id: graphId, age_ms: ageMs }: { id: string; graph_id: string; age_ms: number },
  { containers, publishing }: StepDependencies,
): Promise<Move> {
  const status = await publishing.containerStatus(account, graphId);
  switch (status.state) {
    case 'processing':
      if (ageMs > PROCESSING_LIMIT_MS) {
        await containers.setState(id, 'dead');
        return containerFailed(post, notReady);
      }
      return {
        kind: 'wait',
        ms: processingDelayMs(post.looks + 1),
        isLook: true,
        onInstagram: true,
      };
    case 'finished':
      await containers.setState(id, 'finished');
      return { kind: 'prepared', containerId: id, igUserId: account.igUserId };
    case 'published':
      // Known to Instagram and not to us, as after a restored backup: bound, never made again.
      return {
        kind: 'doubt',
        ms: 0,
        code: 'published-unasked',
        container: { id, igUserId: account.igUserId },
      };
    case 'expired':
      await containers.setState(id, 'dead');
      return containerFailed(post, notReady);
    case 'failed':
      await containers.setState(id, 'dead');
      return status.problem.class === 'content'
        ? failedWith(status.problem)
        : containerFailed(post, status.problem);
  }
}

const containerFailed = (post: ClaimedPost, problem: InstagramProblem): Move => ({
  kind: 'prepare-again',
  ms: troubleDelayMs(post.containers_failed),
  problem,
  containerFailed: true,
});

/** What an error of Instagram's, before any intent, means for the post. */
async function moveAfter(
  problem: InstagramProblem,
  post: ClaimedPost,
  account: ConnectedAccount,
  { accounts, log }: StepDependencies,
): Promise<Move> {
  switch (problem.class) {
    case 'transient':
    case 'not_ready':
      if (isTooLate(post)) return endedTooLate(post);
      return { kind: 'wait', ms: troubleDelayMs(post.looks), problem, isLook: true };
    case 'new_container':
      return containerFailed(post, problem);
    case 'rate_limited':
    case 'quota':
    case 'blocked':
      await accounts.pause(account, problem.class, PAUSE_MS[problem.class]);
      return problem.class === 'blocked'
        ? failedWith(problem)
        : { kind: 'wait', ms: PAUSE_MS[problem.class], problem, onInstagram: true };
    case 'reconnect':
      await accounts.markForReconnect(account);
      return { kind: 'wait', ms: HELD_UP_LOOK_MS, problem };
    case 'content':
      return failedWith(problem);
    case 'bug':
      // Again and again the very same: no passing one.
      if (post.looks < MAX_UNKNOWN_LOOKS || post.error_code !== problem.code) {
        return { kind: 'wait', ms: troubleDelayMs(post.looks), problem, isLook: true };
      }
      log.error({ postId: post.id, code: problem.code }, 'Instagram found a call of ours wrong');
      return ourFault(`${problem.code}-${post.id.slice(-8)}`);
  }
}

/** The write will be refused by the fence: whoever overtook this step decides. */
const overtaken: Move = { kind: 'wait', ms: 0 };
