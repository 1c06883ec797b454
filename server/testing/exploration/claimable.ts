import { CLAIM_AHEAD_MS, EXPIRY_MS, GIVE_UP_MS } from '../../src/publishing/publishing.rules.ts';
import { isRuleActive } from '../../src/publishing/removable-rules.ts';
import type { Publication } from '../../src/publishing/state.ts';

const CHECK_FRESHNESS_MS = 60_000;

/** What the claim reads beside the publication. */
export interface ClaimFacts {
  /** The pause covers the due time. */
  isPaused: boolean;
  /** The account of the preparation is connected, and neither throttled nor in need of a reconnection. */
  isAccountReady: boolean;
  /** Finished, and with the present content. */
  hasContainer: boolean;
}

/** What the statement of the claim (claim-and-record.ts) demands of a post that no worker has in hand. */
export function isClaimable(publication: Publication, facts: ClaimFacts, now: Date): boolean {
  const { post, state, holds, delays } = publication;
  if (state.kind !== 'prepared') return false;
  const sinceDueMs = now.getTime() - post.dueAt.getTime();
  const { goodUntil } = state.preparation;
  return (
    holds.outage === null &&
    (!isRuleActive('claim-holds') || isHeldByNothing(publication, facts, now)) &&
    facts.isAccountReady &&
    facts.hasContainer &&
    sinceDueMs >= -CLAIM_AHEAD_MS &&
    sinceDueMs < GIVE_UP_MS &&
    (sinceDueMs < EXPIRY_MS || state.calls.intentAt !== null || delays.byInstagram) &&
    goodUntil !== null &&
    goodUntil > now
  );
}

function isHeldByNothing({ holds }: Publication, { isPaused }: ClaimFacts, now: Date): boolean {
  const { approval, missed, manual, manualPrompt } = holds;
  const isChecked =
    manualPrompt === null ||
    (manualPrompt.checkedAt !== null &&
      now.getTime() - manualPrompt.checkedAt.getTime() < CHECK_FRESHNESS_MS);
  return !isPaused && approval === null && missed === null && manual === null && isChecked;
}
