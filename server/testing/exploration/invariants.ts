import { isActive, type State } from '../../src/publishing/state.ts';
import { GAP_MS, type Successor } from './successors.ts';
import type { Situation } from './situation.ts';

/** What must be true whatever happens. @returns what a successor has broken */
export function brokenInvariant(before: Situation, successor: Successor): string | undefined {
  const { name, situation: after } = successor;
  const { publication, isOwnersRisk } = after;
  const media = allMediaOf(after);
  const { state, issue } = publication;
  if (media > 1 && !isOwnersRisk) return 'the post is out twice';
  if (successor.isCall) {
    if (before.now < before.publication.post.dueAt.getTime()) {
      return 'the call is made before the due time';
    }
    if (before.now < before.otherCalledAt + GAP_MS) {
      return 'two posts of an account are published at once';
    }
    if ((allMediaOf(before) > 0 || before.calls.length > 0) && !isOwnersRisk) {
      return 'a call is made while an earlier one may take effect';
    }
  }
  if (name === 'claim' && isHeld(before)) return 'a post on hold is claimed';
  if (name === 'claim' && before.appThrottledUntil > before.now) {
    return 'a post is claimed while Instagram throttles the app';
  }
  if (media > 0 && !isOwnersRisk && isNotOut(state))
    return 'a published post reads as not published';
  if (isLostHold(before, state)) return 'a post on hold ends by itself';
  const needsIssue = state.kind === 'ended' || state.kind === 'manual';
  const hasNoAction = issue !== null && issue.action === null && state.kind !== 'draft';
  if ((needsIssue && issue === null) || hasNoAction) {
    return 'an issue does not say what the author can do';
  }
  return undefined;
}

const allMediaOf = ({ media, formerMedia }: Situation): number => media + formerMedia;

const isHeld = ({ publication, isPaused }: Situation): boolean => {
  const { approval, missed, manual } = publication.holds;
  return isPaused || approval !== null || missed !== null || manual !== null;
};

/** An end that says the post is not out, and asks for no check. */
const isNotOut = (state: State): boolean =>
  state.kind === 'draft' ||
  state.kind === 'manual' ||
  (state.kind === 'ended' && state.outcome !== 'error');

/** A post that its owner takes over is left to them, and one without an approval returns to its author. */
function isLostHold({ publication }: Situation, after: State): boolean {
  const { state, holds } = publication;
  if (!isActive(state) || after.kind !== 'ended' || holds.outage !== null) return false;
  return holds.manual === null
    ? holds.approval !== null && after.outcome === 'expired'
    : after.outcome !== 'error';
}
