import { PAUSED, heldIssue, withoutPausedIssue } from './pause-hold.ts';
import { PREPARE_AHEAD_MS } from './publishing.rules.ts';
import { isActive, isInFlight, type ActiveState, type Publication } from './state.ts';
import type { AccountEvent } from './transition-events.ts';
import {
  after,
  checkWhenPreparedAt,
  earliest,
  firstCheckAt,
  isPastDue,
  latest,
  type Effect,
  type Outcome,
} from './transition-outcome.ts';

/** After the quiescence, posts that were due are reconciled within this time, unless on hold. */
const RESTORED_STORY_DELAY_MS = 60_000;

type Transitions = {
  [Kind in AccountEvent['kind']]: (
    publication: Publication,
    event: Extract<AccountEvent, { kind: Kind }>,
    now: Date,
  ) => Outcome | undefined;
};

const overtake = (publication: Publication, ...effects: Effect[]): Outcome => ({
  publication,
  effects,
  isOvertaking: true,
});

const isUncalled = (state: Publication['state']) =>
  state.kind === 'preparing' || state.kind === 'prepared';

const prepareAgain = (
  { isPending, calls }: ActiveState,
  nextStepAt: Date,
): Publication['state'] => ({ kind: 'preparing', nextStepAt, polls: 0, isPending, calls });

export const accountTransitions: Transitions = {
  account_confirmed(publication, _event, now) {
    const { state } = publication;
    if (state.kind !== 'preparing') return undefined;
    return overtake(
      {
        ...publication,
        state: { ...state, nextStepAt: firstCheckAt(publication, now) },
        issue: null,
      },
      { kind: 'action', event: 'account_confirmed' },
    );
  },

  /** A post that may be out stays with its account. A running step with the old account must not write. */
  account_connected(publication, { isOwnAccountConnected }, now) {
    const { state } = publication;
    const nextStepAt = firstCheckAt(publication, now);
    switch (state.kind) {
      case 'preparing':
      case 'reconciling':
        return overtake({ ...publication, state: { ...state, nextStepAt } });
      case 'prepared':
        return isOwnAccountConnected
          ? undefined
          : overtake({ ...publication, state: prepareAgain(state, nextStepAt) });
      case 'draft':
      case 'publishing':
      case 'published':
      case 'ended':
      case 'manual':
        return undefined;
    }
  },

  /** With another account the check is early enough to ask the owner whether it may publish the post. */
  account_disconnected(publication, { hasOtherAccount }, now) {
    const { post, state } = publication;
    if (state.kind !== 'prepared') return undefined;
    const nextStepAt = hasOtherAccount ? firstCheckAt(publication, now) : latest(now, post.dueAt);
    return overtake({ ...publication, state: prepareAgain(state, nextStepAt) });
  },

  recheck(publication, _event, now) {
    const { post, state } = publication;
    if (!isActive(state) || !isUncalled(state)) return undefined;
    if (post.dueAt >= after(now, PREPARE_AHEAD_MS)) return undefined;
    return {
      publication: { ...publication, state: { ...state, nextStepAt: now } },
      effects: [],
      isOvertaking: false,
    };
  },

  /** A post past its due time becomes a draft once it is certain that it is not published. */
  pause_ended(publication, { until }, now) {
    const { post, state, holds, issue } = publication;
    if (!isActive(state)) return undefined;
    const isMissed = isPastDue(publication, now) && (until === null || post.dueAt < until);
    const missed = holds.missed ?? (isMissed ? { at: now } : null);
    const marked = { ...publication, holds: { ...holds, missed } };
    if (!isUncalled(state)) {
      return { publication: marked, effects: [], isOvertaking: false };
    }
    if (missed !== null && holds.outage === null) {
      return overtake(
        { ...marked, state: { kind: 'draft' }, issue: heldIssue(issue) },
        { kind: 'history', event: 'held' },
      );
    }
    const isDueSoon = post.dueAt < after(now, PREPARE_AHEAD_MS);
    if (issue?.code !== PAUSED && !isDueSoon) {
      return { publication: marked, effects: [], isOvertaking: false };
    }
    const nextStepAt =
      state.kind === 'prepared' ? checkWhenPreparedAt(marked, now) : firstCheckAt(marked, now);
    return overtake({ ...withoutPausedIssue(marked), state: { ...state, nextStepAt } });
  },

  /**
   * After a gap between heartbeats a post that was pending may be out without our record. After a restored
   * backup that holds for a call as well: its container's status is final only from `until` on.
   */
  outage_found(publication, { since, until, isRestored }, now) {
    const { post, state, holds } = publication;
    if (!isActive(state) || (isInFlight(state) && !isRestored)) return undefined;
    const outage = {
      since: holds.outage === null ? since : earliest(holds.outage.since, since),
      until,
      isOwnerOnly: false,
    };
    const suspected = { ...publication, holds: { ...holds, outage } };
    if (isInFlight(state)) {
      return overtake({
        ...suspected,
        state: { ...state, nextStepAt: latest(until, state.nextStepAt) },
      });
    }
    const checkAt = earliest(state.nextStepAt, firstCheckAt(publication, now));
    // A story is visible for one day, so its post cannot wait for its due time. Posts that were due come
    // first, because they determine which stories are theirs.
    const isEarlyStory = post.mediaType === 'STORIES' && post.dueAt > until;
    const restoredCheckAt = isEarlyStory
      ? earliest(checkAt, after(until, RESTORED_STORY_DELAY_MS))
      : checkAt;
    const nextStepAt = isRestored ? latest(until, restoredCheckAt) : checkAt;
    return overtake({ ...suspected, state: { ...prepareAgain(state, nextStepAt) } });
  },

  publishing_stopped(publication) {
    if (!isActive(publication.state)) return undefined;
    return overtake({ ...publication, state: { kind: 'draft' } });
  },

  worker_lost(publication, _event, now) {
    const { state } = publication;
    if (!isActive(state)) return undefined;
    return overtake({ ...publication, state: { ...state, nextStepAt: now } });
  },
};
