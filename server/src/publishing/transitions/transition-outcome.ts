import type { WorkspaceNotification } from '../../notifications/kinds/workspace-notifications.ts';
import type { OutageMedia, OutcomeFacts, SettledState } from '../observations.ts';
import { PREPARE_AHEAD_MS, SAFETY_CHECK_DELAY_MS } from '../publishing.rules.ts';
import {
  preparationOf,
  type ActiveState,
  type DisplayedIssue,
  type Preparation,
  type Preparing,
  type Publication,
} from '../state.ts';
import { PAUSED, type PostIssue } from '../post-issues.ts';

/** An entry in the history of a post. */
export type PostEventKind =
  | 'scheduled'
  | 'edited'
  | 'moved'
  | 'publish_now'
  | 'account_confirmed'
  | 'waiting'
  | 'prepared'
  | 'unanswered'
  | 'publish_again'
  | 'published'
  | 'verified'
  | 'held'
  | 'approval_requested'
  | 'approval_withdrawn'
  | 'approval_reopened'
  | 'approved'
  | 'change_requested'
  | 'unapproved'
  | 'manual'
  | 'manual_publishing_started'
  | 'published_manually'
  | 'marked_by_hand'
  | 'ended'
  | 'commented'
  | 'not_commented';

/** What must happen next; the writer hands it on in the transaction that writes the state. */
export type Effect =
  | { kind: 'history'; event: PostEventKind; detail?: Record<string, unknown> | undefined }
  /** In the history and, with the person who did it, in the audit log. */
  | { kind: 'action'; event: PostEventKind; detail?: Record<string, unknown> | undefined }
  | { kind: 'notify'; notification: WorkspaceNotification }
  /** The status page counts an end by our fault. */
  | { kind: 'count_failure' }
  /** The owner has resolved the block of the account on Instagram. */
  | { kind: 'lift_block' }
  /** All but the one of its last call, which is checked first. Of an unverifiable post any may be out. */
  | { kind: 'discard_containers'; except: string | null }
  /** They are of the present revision, although they may have been created for an earlier one. */
  | { kind: 'adopt_containers'; ids: readonly string[] }
  | { kind: 'container_published'; id: string }
  /** `failure` counts against its content. */
  | { kind: 'discard_container'; id: string; failure: string | null }
  | { kind: 'block_account'; account: string; code: string; ms: number }
  /** By the worker that has the post in hand; the publication is unchanged. */
  | { kind: 'task'; task: StepTask };

/** Nothing changes before this is known. */
export type StepTask =
  | { kind: 'prepare_containers' }
  | { kind: 'check_account' }
  | { kind: 'list_outage_media' }
  | { kind: 'read_own_containers'; media: OutageMedia }
  | { kind: 'list_owner_media' }
  | { kind: 'read_container'; facts: OutcomeFacts }
  | { kind: 'list_candidates'; facts: OutcomeFacts; state: SettledState }
  /** The dispatcher claims the post now. */
  | { kind: 'claim' };

/** Replaces the code of Instagram's answer: the owner has checked Instagram and still wants the publication. */
export const OWNER_INSISTS = 'owner-insists';

export interface Outcome {
  publication: Publication;
  effects: readonly Effect[];
  /** The post gets a new fence and no lease: a worker that has it in hand can no longer write. */
  isOvertaking: boolean;
}

export const overtake = (publication: Publication, ...effects: Effect[]): Outcome => ({
  publication,
  effects,
  isOvertaking: true,
});

/** A worker that has the post in hand still writes what it finds. */
export const change = (publication: Publication, ...effects: Effect[]): Outcome => ({
  publication,
  effects,
  isOvertaking: false,
});

/** `undefined`: the event does not concern a publication in this state. */
export type Handlers<Event extends { kind: string }> = {
  [Kind in Event['kind']]: (
    publication: Publication,
    event: Extract<Event, { kind: Kind }>,
    now: Date,
  ) => Outcome | undefined;
};

const MINUTE_MS = 60_000;

export const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
export const latest = (one: Date, other: Date): Date => (one > other ? one : other);
export const earliest = (one: Date, other: Date): Date => (one < other ? one : other);

export const isPastDue = ({ post }: Publication, now: Date): boolean => post.dueAt <= now;

/** The first check of a post that is not prepared. */
export const firstCheckAt = ({ post }: Publication, now: Date): Date =>
  latest(now, after(post.dueAt, -PREPARE_AHEAD_MS));

/** A safety net beside the dispatcher, and for each hold the check that it needs. */
export function checkWhenPreparedAt({ post, holds }: Publication, now: Date): Date {
  const windowAt = after(post.dueAt, -PREPARE_AHEAD_MS);
  if (windowAt > after(now, MINUTE_MS)) return windowAt;
  // It is checked at once, to remind the owner, and again at its due time.
  if (holds.approval !== null) return now;
  const dueAt = latest(now, post.dueAt);
  // Only a check of the account allows the claim.
  return holds.manualPrompt === null ? after(dueAt, SAFETY_CHECK_DELAY_MS) : dueAt;
}

export const nextCheckAt = (publication: Publication, now: Date): Date =>
  publication.state.kind === 'prepared'
    ? checkWhenPreparedAt(publication, now)
    : firstCheckAt(publication, now);

/** Without `preparation` the container of the present one is given up, and its account is kept. */
export const toPreparing = (
  state: ActiveState,
  progress: Partial<Preparing> & { nextStepAt: Date },
): Preparing => ({
  kind: 'preparing',
  polls: state.polls,
  isPending: state.isPending,
  calls: state.calls,
  preparation: withoutContainer(preparationOf(state)),
  ...progress,
});

export const withoutContainer = (preparation: Preparation | null): Preparation | null =>
  preparation && { ...preparation, container: null, goodUntil: null };

export const toDisplayedIssue = (
  { code, cause, action }: PostIssue,
  forecastAt: Date | null = null,
): DisplayedIssue => ({ code, cause, action, forecastAt });

/** If the pause still covers the post, the issue appears again before its due time. */
export const withoutPausedIssue = (publication: Publication): Publication =>
  publication.issue?.code === PAUSED ? { ...publication, issue: null } : publication;
