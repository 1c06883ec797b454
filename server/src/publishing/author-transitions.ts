import { approvalCodes, UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import { manualIssue } from './manual-columns.ts';
import { withoutPausedIssue } from './pause-hold.ts';
import { PREPARE_AHEAD_MS, SAFETY_CHECK_DELAY_MS } from './publishing.rules.ts';
import {
  callsOf,
  isActive,
  isInFlight,
  noCalls,
  preparationOf,
  type Holds,
  type DisplayedIssue,
  type Publication,
} from './state.ts';
import type { AuthorEvent } from './transition-events.ts';
import {
  after,
  checkWhenPreparedAt,
  earliest,
  firstCheckAt,
  latest,
  toIssue,
  type Effect,
  type Outcome,
} from './transition-outcome.ts';
import { OWNER_INSISTS, type PostIssue } from './transitions.ts';

/** How far back a manual publication is searched, but not to before the due time. */
const MANUAL_LOOKBACK_MS = 24 * 3_600_000;

const noDelays = { byInstagram: false, byOthers: false } as const;

const isUnverifiable = ({ issue }: Publication) => issue?.code === UNVERIFIABLE;

type Transitions = {
  [Kind in AuthorEvent['kind']]: (
    publication: Publication,
    event: Extract<AuthorEvent, { kind: Kind }>,
    now: Date,
  ) => Outcome | undefined;
};

const overtake = (publication: Publication, ...effects: Effect[]): Outcome => ({
  publication,
  effects,
  isOvertaking: true,
});

/** The first commit wins: a change by the author or an intent. */
export const authorTransitions: Transitions = {
  scheduled(publication, _event, now) {
    const { state, holds } = publication;
    if (isActive(state) || state.kind === 'published') return undefined;
    return overtake(
      {
        ...publication,
        state: {
          kind: 'preparing',
          nextStepAt: firstCheckAt(publication, now),
          polls: 0,
          isPending: false,
          calls: noCalls,
        },
        issue: null,
        delays: noDelays,
        holds: {
          ...holds,
          missed: null,
          manual: null,
          manualPrompt: null,
          outage: manualWindow(publication, now),
        },
      },
      ...discardUnverifiable(publication),
      { kind: 'action', event: 'scheduled' },
    );
  },

  edited(publication, _event, now) {
    const { state, issue } = publication;
    if (state.kind === 'preparing' || state.kind === 'prepared') {
      const { isPending, calls } = state;
      const nextStepAt = firstCheckAt(publication, now);
      return overtake(
        {
          ...publication,
          state: { kind: 'preparing', nextStepAt, polls: 0, isPending, calls },
          issue: null,
        },
        { kind: 'action', event: 'edited' },
      );
    }
    if (state.kind !== 'ended' && state.kind !== 'manual') return undefined;
    return {
      publication: { ...publication, issue: issue && afterCorrection(issue) },
      effects: [{ kind: 'action', event: 'edited' }],
      isOvertaking: false,
    };
  },

  moved(publication, _event, now) {
    const { state, holds } = publication;
    if (state.kind !== 'preparing' && state.kind !== 'prepared') return undefined;
    const { manualPrompt, outage } = holds;
    const cleared = {
      ...withoutPausedIssue(publication),
      delays: noDelays,
      holds: { ...holds, missed: null, manualPrompt: null },
    };
    const moved = { kind: 'action', event: 'moved' } as const;
    if (manualPrompt === null) {
      const nextStepAt =
        state.kind === 'prepared'
          ? checkWhenPreparedAt(cleared, now)
          : firstCheckAt(publication, now);
      return overtake({ ...cleared, state: { ...state, nextStepAt } }, moved);
    }
    // The new due time must be punctual, so the preparation searches for a manual publication until now.
    const { polls, isPending, calls } = state;
    const window = {
      since: outage === null ? manualPrompt.at : earliest(outage.since, manualPrompt.at),
      until: now,
      isOwnerOnly: outage === null || outage.isOwnerOnly,
    };
    return overtake(
      {
        ...cleared,
        state: {
          kind: 'preparing',
          nextStepAt: firstCheckAt(publication, now),
          polls,
          isPending,
          calls,
        },
        holds: { ...cleared.holds, outage: window },
      },
      moved,
    );
  },

  publish_now(publication, _event, now) {
    const { state, holds } = publication;
    if (state.kind !== 'preparing' && state.kind !== 'prepared') return undefined;
    const isClaimable = state.kind === 'prepared' && holds.manualPrompt === null;
    return overtake(
      {
        ...publication,
        state: { ...state, nextStepAt: isClaimable ? after(now, SAFETY_CHECK_DELAY_MS) : now },
        delays: noDelays,
        holds: automaticHolds(publication),
      },
      { kind: 'lift_block' },
      { kind: 'action', event: 'publish_now' },
    );
  },

  publish_again(publication, { isTried }, now) {
    const { state, delays } = publication;
    if (state.kind !== 'ended' && state.kind !== 'manual') return undefined;
    const preparation = isTried ? preparationOf(state) : null;
    const progress = { nextStepAt: now, polls: 0, isPending: true };
    const answer = isUnverifiable(publication) ? OWNER_INSISTS : null;
    return overtake(
      {
        ...publication,
        state:
          preparation === null
            ? { kind: 'preparing', ...progress, calls: noCalls }
            : {
                kind: 'reconciling',
                ...progress,
                preparation,
                calls: { ...state.calls, count: 0, answer },
              },
        issue: null,
        delays: preparation === null ? noDelays : { ...delays, byOthers: false },
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
    return overtake(
      {
        ...publication,
        state: isActive(state) ? { ...state, nextStepAt: firstCheckAt(publication, now) } : state,
        issue: approvalIssue(publication, issue),
        holds: { ...holds, approval: { since } },
      },
      { kind: 'action', event: cause.kind, ...(cause.detail && { detail: cause.detail }) },
    );
  },

  /** An outage window is still reconciled; then a hold keeps the post from being published. */
  approval_released(publication, { cause, tooLateIssue }, now) {
    const { state, holds } = publication;
    if (state.kind === 'published') return undefined;
    const released = {
      ...publication,
      issue: approvalIssue(publication, tooLateIssue),
      holds: { ...holds, approval: null },
    };
    const approved = {
      kind: 'action',
      event: cause.kind,
      ...(cause.detail && { detail: cause.detail }),
    } as const;
    if (tooLateIssue !== undefined && holds.outage === null) {
      return overtake({ ...released, state: { kind: 'draft' } }, approved);
    }
    const missed = tooLateIssue === undefined ? holds.missed : (holds.missed ?? { at: now });
    return overtake(
      {
        ...released,
        state: isActive(state) ? { ...state, nextStepAt: checkAt(released, now) } : state,
        holds: { ...released.holds, missed },
      },
      approved,
    );
  },

  /** A post that may be out is reconciled first. */
  manual_publishing_started(publication, _event, now) {
    const { post, state, holds } = publication;
    if (state.kind === 'published' || state.kind === 'draft') return undefined;
    const searchFrom = latest(post.dueAt, after(now, -MANUAL_LOOKBACK_MS));
    const manualPrompt = {
      at: holds.manualPrompt?.at ?? searchFrom,
      dueAt: post.dueAt,
      checkedAt: null,
    };
    const since = holds.manual?.since ?? now;
    const started = { kind: 'action', event: 'manual_publishing_started' } as const;
    const mayBePublished = isInFlight(state) || holds.outage !== null;
    if (mayBePublished && isActive(state)) {
      return {
        publication: { ...publication, holds: { ...holds, manual: { since }, manualPrompt } },
        effects: [started],
        isOvertaking: false,
      };
    }
    return overtake(
      {
        ...publication,
        state: {
          kind: 'manual',
          since: state.kind === 'manual' ? state.since : since,
          preparation: preparationOf(state),
          calls: callsOf(state),
        },
        issue: manualIssue,
        holds: { ...holds, manual: null, manualPrompt },
      },
      started,
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
    return {
      publication: { ...publication, issue: null, holds: { ...holds, missed: null } },
      effects: [],
      isOvertaking: false,
    };
  },
};

/** The owner of an unverifiable post has checked Instagram already. */
function manualWindow(publication: Publication, now: Date): Holds['outage'] {
  const { manualPrompt } = publication.holds;
  return manualPrompt === null || isUnverifiable(publication)
    ? null
    : { since: manualPrompt.at, until: now, isOwnerOnly: true };
}

/** An immediate attempt checks the account first (manual-publishing.ts). */
function automaticHolds(publication: Publication): Holds {
  const { holds } = publication;
  const { manualPrompt } = holds;
  return {
    ...holds,
    manual: null,
    manualPrompt:
      manualPrompt === null || isUnverifiable(publication)
        ? null
        : { ...manualPrompt, checkedAt: null },
  };
}

const discardUnverifiable = (publication: Publication): Effect[] =>
  isUnverifiable(publication)
    ? [
        {
          kind: 'discard_containers',
          except: preparationOf(publication.state)?.container ?? null,
        },
      ]
    : [];

const EDITED_CAUSE = 'Post alterado. Publique agora ou escolha um novo horário.';

/** The recovery action becomes a retry. */
const afterCorrection = (issue: DisplayedIssue): DisplayedIssue =>
  issue.action === 'edit' || issue.action === 'change_media'
    ? { ...issue, cause: EDITED_CAUSE, action: 'try_again' }
    : issue;

const isApprovalIssue = ({ code }: DisplayedIssue) =>
  (approvalCodes as readonly string[]).includes(code);

/** An approval issue never replaces the warning of a post with an unverifiable outcome. */
function approvalIssue(
  publication: Publication,
  issue: PostIssue | undefined,
): DisplayedIssue | null {
  const before = publication.issue;
  if (issue !== undefined) return isUnverifiable(publication) ? before : toIssue(issue);
  return before !== null && isApprovalIssue(before) ? null : before;
}

function checkAt(publication: Publication, now: Date): Date {
  const { post, state } = publication;
  if (post.dueAt < after(now, PREPARE_AHEAD_MS)) return now;
  return state.kind === 'prepared'
    ? checkWhenPreparedAt(publication, now)
    : firstCheckAt(publication, now);
}

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
      isByOwner: true,
    },
    issue: null,
    delays: { ...delays, byOthers: true },
    holds: { ...holds, manual: null },
  };
}
