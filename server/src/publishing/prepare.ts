import { dayKey } from '@pontual/contract/brasilia-time.ts';
import type {
  ConnectedAccount,
  HeldUp,
  InstagramAccounts,
} from '../instagram/instagram.accounts.ts';
import { storyRefused } from '../instagram/instagram.errors.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { InstagramPublishing } from '../instagram/instagram.publishing.ts';
import type { Log } from '../log.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { accountProblem, checkAccount, heldForOwner, quotaWarning } from './account-check.ts';
import type { ContainersRepository, Failures, MadeContainer } from './containers.repository.ts';
import {
  afterStoryRefusal,
  endedTooLate,
  endedUnconfirmed,
  endedWithoutAccount,
  failedWith,
  lookAgain,
  mayPass,
  named,
  OTHER_ACCOUNT,
  ourFault,
  unverifiable,
  type Move,
  type Problem,
} from './moves.ts';
import { convertingMedia, unfitMedia } from './media-check.ts';
import type { NeighboursRepository } from './neighbours.repository.ts';
import type { Observe } from './observe.ts';
import { haveReady, makeAgain, type Setback } from './pieces.ts';
import { planOf, type PostFile } from './plan.ts';
import type { ClaimedPost, PublishingRepository } from './publishing.repository.ts';
import {
  EDITING_MS,
  EDITING_UNTIL_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  HELD_UP_LOOK_MS,
  PAUSE_MS,
  PREPARE_AHEAD_MS,
  troubleDelayMs,
} from './publishing.rules.ts';
import { reconcileUnseen } from './unseen.ts';

export interface StepDependencies {
  repository: PublishingRepository;
  containers: ContainersRepository;
  neighbours: NeighboursRepository;
  accounts: InstagramAccounts;
  publishing: InstagramPublishing;
  links: MediaLinks;
  observe: Observe;
  log: Log;
}

/** One step of making a post ready: see to the account, make its containers, ask how they are. */
export async function prepare(post: ClaimedPost, deps: StepDependencies): Promise<Move> {
  const move = await prepareNow(post, deps);
  // Nobody has looked whether it went out while nobody watched: that it did not is not known. For a
  // day its owner may still connect the account that tells.
  const isUnknown =
    move.kind === 'ended' &&
    move !== unverifiable &&
    post.unseen_since !== null &&
    post.due_in_ms <= 0;
  if (!isUnknown) return move;
  return post.due_in_ms < -GIVE_UP_MS
    ? unverifiable
    : { kind: 'wait', ms: HELD_UP_LOOK_MS, problem: move.problem };
}

async function prepareNow(post: ClaimedPost, deps: StepDependencies): Promise<Move> {
  const account = await deps.accounts.accountOf(post.workspace_id, post.target_ig_user_id);
  if (post.due_in_ms < -GIVE_UP_MS && !isStillTold(post)) return endedTooLate(post);
  const files = await deps.containers.filesOf(post.id);
  const unfit = unfitMedia(post, files);
  // What may have gone out while nobody watched is looked for first, whatever its file is now.
  if (unfit !== undefined && post.unseen_since === null) return unfit;
  if (account === undefined) return withoutAccount(post);
  if (post.target_ig_user_id !== null && post.target_ig_user_id !== account.igUserId) {
    return askForAccount(post, post.target_ig_user_id, account, deps);
  }
  if (account.heldUp !== null) return waitForAccount(post, account, account.heldUp, deps);
  const early = waitForTheirTime(post);
  if (early !== undefined) return early;
  try {
    if (post.unseen_since !== null) return await reconcileUnseen(post, account, deps);
    return (await checkAccount(account, deps)) ?? (await makeReady(post, account, files, deps));
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    return moveAfter({ problem: error.problem }, post, account, deps);
  }
}

/**
 * Whether the account tells even of a post of days ago that it went out, as after an old backup was
 * restored: its media are listed for good, stories for a day.
 */
const isStillTold = (post: ClaimedPost): boolean =>
  post.unseen_since !== null && post.media_type !== 'STORIES';

/** Whether publishing now would surprise its owner: its hour is long past, through our own fault. */
export const isTooLate = (post: ClaimedPost): boolean =>
  post.due_in_ms < -EXPIRY_MS && post.intent_at === null && !post.late_excused;

/** Its owner is told while there is time to connect one. */
function withoutAccount(post: ClaimedPost): Move {
  if (post.due_in_ms <= 0) return endedWithoutAccount(post);
  if (post.due_in_ms > PREPARE_AHEAD_MS) {
    return { kind: 'wait', ms: post.due_in_ms - PREPARE_AHEAD_MS };
  }
  return {
    kind: 'wait',
    ms: post.due_in_ms,
    problem: {
      code: 'no-account',
      cause: 'Conecte uma conta do Instagram até a hora deste post para que ele saia.',
      action: 'reconnect',
      noticeKey: `no-account:${post.workspace_id}:${dayKey(post.scheduled_time)}`,
    },
  };
}

/**
 * Not before 30 min ahead, not while its owner is still at it, and after a restoration not while a call
 * of before may still have an effect, whoever had it looked at.
 */
function waitForTheirTime(post: ClaimedPost): Move | undefined {
  if ((post.quiet_in_ms ?? 0) > 0) return { kind: 'wait', ms: post.quiet_in_ms ?? 0 };
  // What tells of a story is gone after a day.
  if (post.unseen_since !== null && post.media_type === 'STORIES') return undefined;
  if (post.due_in_ms > PREPARE_AHEAD_MS) {
    return { kind: 'wait', ms: post.due_in_ms - PREPARE_AHEAD_MS };
  }
  const editing = Math.min(
    EDITING_MS - (post.since_edit_ms ?? EDITING_MS),
    post.due_in_ms - EDITING_UNTIL_MS,
  );
  return editing > 0 ? { kind: 'wait', ms: editing } : undefined;
}

/** Made for one account, while another is connected: its owner says whether it may go there. */
async function askForAccount(
  post: ClaimedPost,
  targetId: string,
  account: ConnectedAccount,
  { accounts }: StepDependencies,
): Promise<Move> {
  const target = (await accounts.usernameOf(targetId)) ?? 'outra conta';
  const question: Problem = {
    code: OTHER_ACCOUNT,
    cause: `Este post foi feito para @${target}, e a conta conectada agora é @${account.username}.`,
    action: 'confirm_account',
    isOfAccount: true,
    // A question for the posts of a day.
    noticeKey: `${OTHER_ACCOUNT}:${targetId}:${account.connectionId}:${dayKey(post.scheduled_time)}`,
  };
  const isOver = post.due_in_ms < -EXPIRY_MS;
  return isOver
    ? endedUnconfirmed(post, question)
    : { kind: 'wait', ms: HELD_UP_LOOK_MS, problem: question };
}

/** Limits end without anybody doing anything. */
export const passesByItself = (heldUp: HeldUp | null): heldUp is 'rate_limited' | 'quota' =>
  heldUp === 'rate_limited' || heldUp === 'quota';

export async function waitForAccount(
  post: ClaimedPost,
  account: ConnectedAccount,
  heldUp: HeldUp,
  { neighbours }: StepDependencies,
): Promise<Move> {
  const problem = accountProblem(account, heldUp);
  // What needs the owner ends with the hour that publishing may be late.
  const endsLate = !passesByItself(heldUp);
  if (endsLate && isTooLate(post)) return { kind: 'ended', status: 'failed', problem };
  const wait = { kind: 'wait', ms: HELD_UP_LOOK_MS, problem } as const;
  if (endsLate) return wait;
  // Of a quota that its own posts have used up is known when the first of them counts no longer.
  const room = heldUp === 'quota' ? await neighbours.roomInMs(account.igUserId) : 0;
  const forecastMs = Math.max(0, account.pausedForMs ?? 0, room);
  return { ...wait, onInstagram: true, forecastMs };
}

async function makeReady(
  post: ClaimedPost,
  account: ConnectedAccount,
  files: readonly PostFile[],
  deps: StepDependencies,
): Promise<Move> {
  const { containers, publishing } = deps;
  const converting = convertingMedia(post, files);
  if (converting !== undefined) return converting;
  const [living, failures] = [
    await containers.livingOf(post, account.igUserId),
    await containers.failuresOf(post),
  ];
  // A container in the making is seen through; nothing new is begun for a post that is too late.
  if (living.length === 0 && isTooLate(post)) return endedTooLate(post);
  const context = { post, account, failures, deps };
  const plan = planOf(post, files);
  const children = await haveReady(plan.children, living, context);
  if (children.kind === 'move') return children.move;
  if (children.kind === 'setback') return afterSetback(children.setback, context);
  const main = plan.main(children.containers.map((child) => child.graph_id));
  const ready = await haveReady([main], living, context);
  if (ready.kind === 'move') return ready.move;
  if (ready.kind === 'setback') return afterSetback(ready.setback, context);
  const [container] = ready.containers;
  if (container === undefined) throw new Error('nothing to publish was made');
  const stories = post.media_type === 'STORIES' ? await publishing.liveStories(account) : null;
  const hasMatch = children.hasCopyrightMatch || ready.hasCopyrightMatch;
  const problem = hasMatch ? copyrightMatch(post) : await quotaWarning(post, account, deps);
  return {
    kind: 'prepared',
    made: {
      containerId: container.id,
      igUserId: account.igUserId,
      containerIds: [...children.containers, container].map(({ id }: MadeContainer) => id),
      liveStoryIds: stories === null ? null : stories.map(({ id }) => id),
    },
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Instagram takes it and may silence or hide it: its owner decides. */
const copyrightMatch = (post: ClaimedPost): Problem => ({
  code: 'copyright',
  cause:
    'O Instagram encontrou conteúdo com direitos autorais neste vídeo e pode silenciá-lo ou bloqueá-lo. Troque o vídeo ou o som.',
  action: 'change_media',
  noticeKey: `copyright:${post.id}:${post.revision}`,
});

/** `piece` where it is one of several files that Instagram found fault with. */
function afterSetback(
  setback: Setback,
  context: {
    post: ClaimedPost;
    account: ConnectedAccount;
    failures: ReadonlyMap<string, Failures>;
    deps: StepDependencies;
  },
): Move | Promise<Move> {
  const { post, account, failures, deps } = context;
  if (setback.problem.class === 'new_container') return makeAgain(setback, failures, post);
  return moveAfter({ problem: setback.problem, name: setback.piece.name }, post, account, deps);
}

/** What an error of Instagram's, before any intent, means for the post. */
async function moveAfter(
  { problem, name }: { problem: Setback['problem']; name?: string | undefined },
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Move> {
  switch (problem.class) {
    case 'transient':
    case 'not_ready':
    case 'new_container':
      if (isTooLate(post)) return endedTooLate(post);
      return { kind: 'wait', ms: troubleDelayMs(post.looks), problem, isLook: true };
    case 'rate_limited':
    case 'quota': {
      const ms = problem.waitMs ?? PAUSE_MS[problem.class];
      // Too many containers are no reason to hold back what is prepared already.
      if (problem.class === 'rate_limited') {
        await deps.accounts.pause(account, { reason: problem.class, code: problem.code }, ms);
      }
      return { kind: 'wait', ms, problem, onInstagram: true, forecastMs: ms };
    }
    case 'blocked': {
      const why = { reason: problem.class, code: problem.code };
      await deps.accounts.pause(account, why, PAUSE_MS.blocked);
      const held = await deps.accounts.accountOf(post.workspace_id, account.igUserId);
      return waitForAccount(post, held ?? account, 'blocked', deps);
    }
    case 'reconnect':
      return heldForOwner(problem, account, deps);
    case 'content':
      return problem.code === storyRefused.code
        ? afterStoryRefusal(post, named(problem, name))
        : failedWith(problem, name);
    case 'bug':
      if (mayPass(problem, post)) return lookAgain(named(problem, name), post);
      deps.log.error({ postId: post.id, code: problem.code }, 'Instagram found our call wrong');
      return ourFault(`${problem.code}-${post.id.slice(-8)}`);
  }
}
