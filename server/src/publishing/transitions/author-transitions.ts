import { approvalCodes, UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import { EDITED_CAUSE, manualIssue, type PostIssue } from '../post-issues.ts';
import { PREPARE_AHEAD_MS, SAFETY_CHECK_DELAY_MS } from '../publishing.rules.ts';
import {
  callsOf,
  isActive,
  isInFlight,
  isUncalled,
  noCalls,
  preparationOf,
  type DisplayedIssue,
  type Holds,
  type Publication,
} from '../state.ts';
import type { AuthorEvent } from '../transition-events.ts';
import {
  after,
  change,
  earliest,
  firstCheckAt,
  latest,
  nextCheckAt,
  overtake,
  OWNER_INSISTS,
  toDisplayedIssue,
  toPreparing,
  withoutContainer,
  withoutPausedIssue,
  type Effect,
  type Handlers,
} from './transition-outcome.ts';

/** How far back a manual publication is searched, but not to before the due time. */
const MANUAL_LOOKBACK_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

const noDelays = { byInstagram: false, byOthers: false, byGap: false } as const;

/** The first commit wins: a change by the author or an intent. */
export const authorTransitions: Handlers<AuthorEvent> = {
  scheduled(publication, _event, now) {
    const { state, holds } = publication;
    if (isActive(state) || state.kind === 'published') return undefined;
    const outage = windowOfOwner(publication, now);
    return overtake(
      {
        ...publication,
        state: {
          kind: 'preparing',
          nextStepAt: firstCheckAt(publication, now),
          polls: 0,
          isPending: false,
          calls: noCalls,
          preparation: null,
        },
        issue: null,
        delays: noDelays,
        holds: { ...holds, missed: null, manual: null, manualPrompt: null, outage },
      },
      ...discardUnverifiable(publication),
      { kind: 'action', event: 'scheduled' },
    );
  },

  edited(publication, _event, now) {
    const { post, state, issue } = publication;
    const edited = { kind: 'action', event: 'edited' } as const;
    if (state.kind === 'ended' || state.kind === 'manual') {
      return change({ ...publication, issue: issue && afterCorrection(issue) }, edited);
    }
    if (!isUncalled(state)) return undefined;
    const preparation = withoutContainer(preparationOf(state));
    const isOfTarget = post.target === null || preparation?.account === post.target;
    const nextStepAt = firstCheckAt(publication, now);
    const progress = { nextStepAt, polls: 0, preparation: isOfTarget ? preparation : null };
    return overtake({ ...publication, state: toPreparing(state, progress), issue: null }, edited);
  },

  moved(publication, _event, now) {
    const { state, holds } = publication;
    if (!isUncalled(state)) return undefined;
    const { manualPrompt, outage } = holds;
    const moved = {
      ...withoutPausedIssue(publication),
      delays: noDelays,
      holds: { ...holds, missed: null, manualPrompt: null },
    };
    const action = { kind: 'action', event: 'moved' } as const;
    if (manualPrompt === null) {
      const nextStepAt = nextCheckAt(moved, now);
      return overtake({ ...moved, state: { ...state, nextStepAt } }, action);
    }
    // The new due time must be punctual, so the preparation searches for a manual publication until now.
    const window = {
      since: outage === null ? manualPrompt.at : earliest(outage.since, manualPrompt.at),
      until: outage === null ? now : latest(now, outage.until),
      isOwnerOnly: outage === null || outage.isOwnerOnly,
    };
    const progress = {
      nextStepAt: firstCheckAt(publication, now),
      preparation: preparationOf(state),
    };
    return overtake(
      {
        ...moved,
        state: toPreparing(state, progress),
        holds: { ...moved.holds, outage: window },
      },
      action,
    );
  },

  publish_now(publication, _event, now) {
    const { state, holds } = publication;
    if (!isUncalled(state)) return undefined;
    const isClaimable = state.kind === 'prepared' && holds.manualPrompt === null;
    return overtake(
      {
        ...publication,
        state: { ...state, nextStepAt: isClaimable ? after(now, SAFETY_CHECK_DELAY_MS) : now },
        delays: noDelays,
        holds: { ...automaticHolds(publication), missed: null },
      },
      { kind: 'lift_block' },
      { kind: 'action', event: 'publish_now' },
    );
  },

  retried(publication, { isTried }, now) {
    const { state, delays } = publication;
    if (state.kind !== 'ended' && state.kind !== 'manual') return undefined;
    const { calls, preparation } = state;
    const progress = { nextStepAt: now, polls: 0, isPending: true };
    const answer = isUnverifiable(publication) ? OWNER_INSISTS : null;
    const isReconciled = isTried && preparation !== null;
    return overtake(
      {
        ...publication,
        state: isReconciled
          ? { kind: 'reconciling', ...progress, preparation, calls: { ...calls, count: 0, answer } }
          : { kind: 'preparing', ...progress, preparation: null, calls: noCalls },
        issue: null,
        delays: isReconciled ? { ...delays, byOthers: false } : noDelays,
        holds: { ...automaticHolds(publication), missed: null, outage: null },
      },
      { kind: 'lift_block' },
      ...discardUnverifiable(publication),
      { kind: 'action', event: 'publish_now' },
    );
  },

  /** The prepared container stays. */
  approval_required(publication, { cause, issue }, now) {
    const { state, holds } = publication;
    if (isInFlight(state) || state.kind === 'published') return undefined;
    // A reopened approval counts from now: its owner, who has just changed the post, is reminded later.
    const isReopened = cause.kind === 'approval_reopened';
    const since = isReopened ? now : (holds.approval?.since ?? now);
    const nextStepAt = firstCheckAt(publication, now);
    return overtake(
      {
        ...publication,
        state: isActive(state) ? { ...state, nextStepAt } : state,
        issue: approvalIssue(publication, issue),
        holds: { ...holds, approval: { since } },
      },
      { kind: 'action', event: cause.kind, detail: cause.detail },
    );
  },

  approval_released(publication, { cause, tooLateIssue }, now) {
    const { state, holds } = publication;
    if (isInFlight(state) || state.kind === 'published') return undefined;
    const released = {
      ...publication,
      issue: approvalIssue(publication, tooLateIssue),
      holds: { ...holds, approval: null },
    };
    const action = { kind: 'action', event: cause.kind, detail: cause.detail } as const;
    const isTooLate = tooLateIssue !== undefined;
    if (isTooLate && holds.outage === null && (isUncalled(state) || state.kind === 'draft')) {
      return overtake({ ...released, state: { kind: 'draft' } }, action);
    }
    // An outage window is reconciled first; then the hold keeps the post from being published.
    const missed = isTooLate ? (holds.missed ?? { at: now }) : holds.missed;
    const nextStepAt = checkAfterReleaseAt(released, now);
    return overtake(
      {
        ...released,
        state: isActive(state) ? { ...state, nextStepAt } : state,
        holds: { ...released.holds, missed },
      },
      action,
    );
  },

  /** A post that may be out is reconciled first. */
  manual_publishing_started(publication, _event, now) {
    const { post, state, holds } = publication;
    if (state.kind === 'published' || state.kind === 'draft') return undefined;
    const searchedFrom = latest(post.dueAt, after(now, -MANUAL_LOOKBACK_MS));
    const manualPrompt = { at: holds.manualPrompt?.at ?? searchedFrom, checkedAt: null };
    const started = { ...publication, offeredFor: post.dueAt };
    const since = holds.manual?.since ?? now;
    const action = { kind: 'action', event: 'manual_publishing_started' } as const;
    if (isInFlight(state) || (isActive(state) && holds.outage !== null)) {
      return change({ ...started, holds: { ...holds, manual: { since }, manualPrompt } }, action);
    }
    return overtake(
      {
        ...started,
        state: {
          kind: 'manual',
          since: state.kind === 'manual' ? state.since : since,
          preparation: preparationOf(state),
          calls: callsOf(state),
        },
        issue: manualIssue,
        holds: { ...holds, manual: null, manualPrompt },
      },
      action,
    );
  },

  manual_publication_found(publication, { mediaId, permalink, account }, now) {
    const published = publishedByOwner(publication, { mediaId, permalink, account }, now);
    return published && overtake(published, { kind: 'history', event: 'published_manually' });
  },

  /** On the account that the post targets now, even after an attempt on another one. */
  manual_publication_confirmed(publication, _event, now) {
    const { post, state } = publication;
    const tried = preparationOf(state)?.account ?? null;
    const account = tried === null ? null : (post.target ?? tried);
    const medium = { mediaId: null, permalink: null, account };
    const published = publishedByOwner(publication, medium, now);
    return published && overtake(published, { kind: 'action', event: 'marked_by_hand' });
  },

  left_as_draft(publication) {
    const { state, holds } = publication;
    if (state.kind !== 'draft') return undefined;
    return change({ ...publication, issue: null, holds: { ...holds, missed: null } });
  },
};

const isUnverifiable = ({ issue }: Publication) => issue?.code === UNVERIFIABLE;

/** Since the offer. The owner of an unverifiable post has checked Instagram already. */
function windowOfOwner(publication: Publication, now: Date): Holds['outage'] {
  const { manualPrompt } = publication.holds;
  return manualPrompt === null || isUnverifiable(publication)
    ? null
    : { since: manualPrompt.at, until: now, isOwnerOnly: true };
}

/** An immediate attempt checks the account first (manual-publishing.ts). */
function automaticHolds(publication: Publication): Holds {
  const { holds } = publication;
  const prompt = isUnverifiable(publication) ? null : holds.manualPrompt;
  return { ...holds, manual: null, manualPrompt: prompt && { ...prompt, checkedAt: null } };
}

const discardUnverifiable = (publication: Publication): Effect[] => {
  const except = preparationOf(publication.state)?.container ?? null;
  return isUnverifiable(publication) ? [{ kind: 'discard_containers', except }] : [];
};

/** The recovery action becomes a retry. */
const afterCorrection = (issue: DisplayedIssue): DisplayedIssue =>
  issue.action === 'edit' || issue.action === 'change_media'
    ? { ...issue, cause: EDITED_CAUSE, action: 'try_again' }
    : issue;

/**
 * An approval issue never replaces the warning of a post with an unverifiable outcome. When it ends, a post that
 * its owner publishes manually says so again.
 */
function approvalIssue(
  publication: Publication,
  issue: PostIssue | undefined,
): DisplayedIssue | null {
  const before = publication.issue;
  if (issue !== undefined) return isUnverifiable(publication) ? before : toDisplayedIssue(issue);
  if (!approvalCodes.some((code) => code === before?.code)) return before;
  return publication.state.kind === 'manual' ? manualIssue : null;
}

const checkAfterReleaseAt = (publication: Publication, now: Date): Date =>
  publication.post.dueAt < after(now, PREPARE_AHEAD_MS + MINUTE_MS)
    ? now
    : nextCheckAt(publication, now);

/** All figures count the post as late through no fault of ours. */
function publishedByOwner(
  publication: Publication,
  medium: { mediaId: string | null; permalink: string | null; account: string | null },
  now: Date,
): Publication | undefined {
  const { state, holds, delays } = publication;
  if (state.kind !== 'ended' && state.kind !== 'manual') return undefined;
  return {
    ...publication,
    state: {
      kind: 'published',
      at: now,
      ...medium,
      container: state.preparation?.container ?? null,
      calls: state.calls,
      byOwnerSince: state.kind === 'manual' ? state.since : (holds.manual?.since ?? now),
    },
    issue: null,
    delays: { ...delays, byOthers: true },
    holds: { ...holds, manual: null },
  };
}
