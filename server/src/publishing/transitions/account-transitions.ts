import { applyDecision, leftToAuthor } from './apply-decision.ts';
import { endUnverifiable } from './decisions.ts';
import { PAUSED } from '../post-issues.ts';
import { PREPARE_AHEAD_MS, QUIESCENCE_MS } from '../publishing.rules.ts';
import { isActive, isInFlight, isUncalled, preparationOf, type Publication } from '../state.ts';
import type { AccountEvent } from '../transition-events.ts';
import {
  after,
  change,
  earliest,
  firstCheckAt,
  isPastDue,
  latest,
  nextCheckAt,
  overtake,
  toPreparing,
  withoutPausedIssue,
  type Handlers,
} from './transition-outcome.ts';

const RESTORED_STORY_DELAY_MS = 60_000;

export const accountTransitions: Handlers<AccountEvent> = {
  /** Before the target changes: what may be out on the former account stays with it, for its owner to check. */
  account_confirmed(publication, _event, now) {
    const { state } = publication;
    if (state.kind !== 'preparing') return undefined;
    if (wasDueInOutage(publication)) {
      const ended = applyDecision(publication, endUnverifiable, now);
      return ended && overtake(ended.publication, ...ended.effects);
    }
    const nextStepAt = firstCheckAt(publication, now);
    return overtake(
      { ...publication, state: { ...state, nextStepAt, preparation: null }, issue: null },
      { kind: 'action', event: 'account_confirmed' },
    );
  },

  /** A post that may be out stays with its account. A running step with the old account must not write. */
  account_connected(publication, { withSameLogin }, now) {
    const { state } = publication;
    const nextStepAt = firstCheckAt(publication, now);
    if (state.kind === 'preparing' || state.kind === 'reconciling') {
      return overtake({ ...publication, state: { ...state, nextStepAt } });
    }
    if (state.kind !== 'prepared' || withSameLogin.has(state.preparation.account)) return undefined;
    return overtake({ ...publication, state: toPreparing(state, { nextStepAt }) });
  },

  /** With another account the check is early enough to ask the owner whether it may publish the post. */
  account_disconnected(publication, { account, hasOtherAccount }, now) {
    const { post, state } = publication;
    if (state.kind !== 'prepared') return undefined;
    if (account !== null && state.preparation.account !== account) return undefined;
    const nextStepAt = hasOtherAccount ? firstCheckAt(publication, now) : latest(now, post.dueAt);
    return overtake({ ...publication, state: toPreparing(state, { nextStepAt }) });
  },

  recheck(publication, _event, now) {
    const { state } = publication;
    if (!isUncalled(state) || !isDueSoon(publication, now)) return undefined;
    return change({ ...publication, state: { ...state, nextStepAt: now } });
  },

  /** A step makes a post a draft at its due time; here it is the rest, and what is in an outage window. */
  pause_ended(publication, { until }, now) {
    const { post, state, holds, issue } = publication;
    if (!isActive(state)) return undefined;
    const isCovered = isPastDue(publication, now) && (until === null || post.dueAt < until);
    const missed = holds.missed ?? (isCovered ? { at: now } : null);
    const marked = { ...publication, holds: { ...holds, missed } };
    if (isUncalled(state) && missed !== null && holds.outage === null) {
      return overtake(leftToAuthor(marked, now), { kind: 'history', event: 'held' });
    }
    if (isUncalled(state) && (issue?.code === PAUSED || isDueSoon(publication, now))) {
      const nextStepAt = nextCheckAt(marked, now);
      return overtake({ ...withoutPausedIssue(marked), state: { ...state, nextStepAt } });
    }
    return missed === holds.missed ? undefined : change(marked);
  },

  /**
   * After a gap between heartbeats a post that was pending may be out without our record. After a restored
   * backup a call from before it may still take effect, and so concerns posts in flight, too.
   */
  outage_found(publication, { since, until, isRestored }, now) {
    const { post, state, holds } = publication;
    if (!isActive(state) || (isInFlight(state) && !isRestored)) return undefined;
    const outage = {
      since: holds.outage === null ? since : earliest(holds.outage.since, since),
      until: holds.outage === null ? until : latest(holds.outage.until, until),
      isOwnerOnly: false,
    };
    const suspected = { ...publication, holds: { ...holds, outage } };
    if (isInFlight(state)) {
      const nextStepAt = latest(until, state.nextStepAt);
      return overtake({ ...suspected, state: { ...state, nextStepAt } });
    }
    let nextStepAt = earliest(state.nextStepAt, firstCheckAt(publication, now));
    // A story is visible for one day, so its post cannot wait for its due time. Posts that were due come
    // first, because they determine which stories are theirs.
    if (isRestored && post.mediaType === 'STORIES' && post.dueAt > until) {
      nextStepAt = earliest(nextStepAt, after(until, RESTORED_STORY_DELAY_MS));
    }
    if (isRestored) nextStepAt = latest(until, nextStepAt);
    const prepared = preparationOf(state);
    const preparation = prepared && { ...prepared, goodUntil: null };
    return overtake({ ...suspected, state: toPreparing(state, { nextStepAt, preparation }) });
  },

  /** A call that may be running is waited for. */
  publishing_stopped(publication, _event, now) {
    const { state } = publication;
    if (!isActive(state)) return undefined;
    const intentAt = state.kind === 'publishing' ? state.calls.intentAt : null;
    if (intentAt !== null && intentAt >= after(now, -QUIESCENCE_MS)) return undefined;
    return overtake({ ...publication, state: { kind: 'draft' } });
  },

  worker_lost(publication, _event, now) {
    const { state } = publication;
    if (!isActive(state)) return undefined;
    return overtake({ ...publication, state: { ...state, nextStepAt: now } });
  },
};

const wasDueInOutage = ({ post, holds: { outage } }: Publication): boolean =>
  outage !== null && !outage.isOwnerOnly && post.dueAt <= outage.until;

const isDueSoon = ({ post }: Publication, now: Date): boolean =>
  post.dueAt < after(now, PREPARE_AHEAD_MS);
