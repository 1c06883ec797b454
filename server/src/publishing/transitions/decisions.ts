import { findIssueByCode, type InstagramIssue } from '../../instagram/graph/errors.ts';
import {
  awayIssue,
  permissionRefusedIssues,
  tooLateIssue,
  toPostIssue,
  unverifiableIssue,
  type PostIssue,
} from '../post-issues.ts';
import { EXPIRY_MS, MAX_UNKNOWN_ERROR_POLLS, retryDelayMs } from '../publishing.rules.ts';
import type { ActiveState, EndOutcome, Preparation, Publication } from '../state.ts';
import type { StepTask, Effect } from './transition-outcome.ts';

/** What the engine does with a post after it has found something; `apply-decision.ts` says what that changes. */
export type EngineDecision =
  /** Nothing changes before this is known or done. */
  | { kind: 'task'; task: StepTask }
  | Wait
  /** `containerIds`: with the children. */
  | { kind: 'become_prepared'; preparation: Preparation; containerIds: string[]; issue?: PostIssue }
  | { kind: 'prepare_again'; effects: Effect[] }
  /** The account shows no publication in the outage window. */
  | { kind: 'clear_outage' }
  /** The account shows no manual publication now, which allows the claim. */
  | { kind: 'confirm_automatic' }
  | { kind: 'reconcile'; ms: number; code: string; container?: { id: string; account: string } }
  /**
   * The call certainly had no effect. It counts as an attempt, unless it was never sent, or Instagram refused
   * it for a temporary reason.
   */
  | {
      kind: 'call_again';
      ms: number;
      issue?: PostIssue;
      uncountedReason?: 'never_sent' | 'refused';
    }
  /** `account` binds the post to it, if it was bound to none before. */
  | {
      kind: 'become_published';
      mediaId: string | null;
      account?: string;
      /** Not by the answer to the call, but by what the account shows. */
      isVerified: boolean;
      isManual?: true;
    }
  | { kind: 'hand_over'; effects: Effect[] }
  | { kind: 'return_missed'; pauseId: string | null }
  | { kind: 'return_unapproved' }
  | { kind: 'end'; outcome: EndOutcome; issue: PostIssue; effects: Effect[] };

export type StateChange = Exclude<EngineDecision, { kind: 'task' }>;

/**
 * `isPoll` slows the next poll down; `restartsPolls`: after a lost container or a complete upload. `keepsIssue` leaves the displayed issue; `forecastMs` is displayed.
 * `isDelayedByInstagram`: Instagram, an identical post or our conversion delays the post, so it does not expire.
 */
export interface Wait {
  kind: 'wait';
  ms: number;
  issue?: PostIssue;
  isPoll?: true;
  restartsPolls?: true;
  isDelayedByInstagram?: true;
  keepsIssue?: true;
  forecastMs?: number;
}

export const dueInMs = ({ post }: Publication, now: Date): number =>
  post.dueAt.getTime() - now.getTime();

/**
 * A publication now would surprise the owner: no call was made, and Instagram did not cause the delay.
 * With an intent the post may be out, and is tried for GIVE_UP_MS.
 */
export const isTooLate = (publication: Publication<ActiveState>, now: Date): boolean =>
  dueInMs(publication, now) < -EXPIRY_MS &&
  publication.state.calls.intentAt === null &&
  !publication.delays.byInstagram;

export const endWith = (
  outcome: EndOutcome,
  issue: PostIssue,
  effects: Effect[] = [],
): EngineDecision => ({ kind: 'end', outcome, issue, effects });

export const failWith = (
  issue: InstagramIssue,
  label?: string,
  effects?: Effect[],
): EngineDecision => endWith('failed', toPostIssue(issue, label), effects);

/** A post with an intent has failed instead of expired. */
export const endUntried = ({ state }: Publication<ActiveState>, issue: PostIssue): EngineDecision =>
  endWith(state.calls.intentAt === null ? 'expired' : 'failed', issue);

export function endTooLate(publication: Publication<ActiveState>): EngineDecision {
  const code = publication.issue?.code ?? null;
  // The last thing that happened to it is why it is late.
  const isInstagramAway = findIssueByCode(code)?.class === 'transient';
  return endAfter(code, endUntried(publication, isInstagramAway ? awayIssue : tooLateIssue));
}

export const prepareAgain: EngineDecision = { kind: 'prepare_again', effects: [] };

export const endUnverifiable: EngineDecision = endWith('error', unverifiableIssue);

/** `code`: the last answer of Instagram. */
export const endAfter = (
  code: string | null | undefined,
  otherwise: EngineDecision,
): EngineDecision => {
  const refusal = permissionRefusedIssues[code ?? ''];
  return refusal === undefined ? otherwise : endWith('failed', refusal);
};

/** An undocumented error, until it has come too often. */
export const mayBeTemporary = (
  { code }: Pick<PostIssue, 'code'>,
  { state, issue }: Publication<ActiveState>,
): boolean => state.polls < MAX_UNKNOWN_ERROR_POLLS || issue?.code !== code;

export const retryLater = ({ state }: Publication<ActiveState>, issue?: PostIssue): Wait => ({
  kind: 'wait',
  ms: retryDelayMs(state.polls),
  isPoll: true,
  ...(issue === undefined ? {} : { issue }),
});
