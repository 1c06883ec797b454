import type { MediaType, PostAction } from '@pontual/contract/posts/posts.ts';

/** A post and what the engine knows of its publication. */
export interface Publication<Known extends State = State> {
  post: PublicationPost;
  /** Counts its leases and what overtakes them: a worker with an older one can no longer write. */
  fence: number;
  state: Known;
  /** What the author sees: why the post waits or was not published. */
  issue: DisplayedIssue | null;
  holds: Holds;
  /** The due time for which its owner was offered manual publishing: one offer for each. */
  offeredFor: Date | null;
  delays: Delays;
}

/** What the author decided, as far as the engine depends on it. The engine never changes it. */
export interface PublicationPost {
  id: string;
  workspaceId: string;
  /** Counts the changes of the content. */
  revision: number;
  mediaType: MediaType;
  dueAt: Date;
  /** The Instagram account to publish on; null: the first one that is connected. */
  target: string | null;
}

export type State =
  | Draft
  | Preparing
  | Prepared
  | Publishing
  | Reconciling
  | Published
  | Ended
  | Manual;
export type StateKind = State['kind'];

/** Never scheduled, or returned to its author, who chooses another due time. */
export interface Draft {
  kind: 'draft';
}

/** Its containers are being created, or it is too early for that. */
export interface Preparing extends Progress {
  kind: 'preparing';
  /** An earlier one. After a restored backup Instagram may show that its container is published. */
  preparation: Preparation | null;
}

/** Only the publish call is left. */
export interface Prepared extends Progress {
  kind: 'prepared';
  preparation: Preparation;
}

/**
 * The intent is written: the call may have been sent. When its worker dies, the lease ends, and the next step
 * finds out the outcome.
 */
export interface Publishing extends Progress {
  kind: 'publishing';
  preparation: Preparation;
  /** The worker that makes the call. */
  worker: string | null;
}

/**
 * The outcome of the call is unknown and is being found out. Every answer but a clear success leads here, even
 * a refusal: the container is read, and believed only when no call can take effect any more.
 */
export interface Reconciling extends Progress {
  kind: 'reconciling';
  preparation: Preparation;
}

export interface Published {
  kind: 'published';
  at: Date;
  /** Null when it is certain that the post is out, but not which medium it is. */
  mediaId: string | null;
  permalink: string | null;
  /** Null when the owner published it and the account is not known. */
  account: string | null;
  container: string | null;
  calls: PublishCalls;
  /** When the owner took it over; null: we published it. */
  byOwnerSince: Date | null;
}

/**
 * Not published. `error`: by our fault, or with an outcome that only the owner can find out. A retry begins with
 * the outcome of the last call.
 */
export interface Ended {
  kind: 'ended';
  outcome: EndOutcome;
  preparation: Preparation | null;
  calls: PublishCalls;
}
export type EndOutcome = 'failed' | 'error' | 'expired';

/** The owner publishes it with the Instagram app; the engine makes no call. */
export interface Manual {
  kind: 'manual';
  since: Date;
  preparation: Preparation | null;
  calls: PublishCalls;
}

/** Of a state that time does not leave alone. */
interface Progress {
  /** Recovery finds a step whose job was lost. */
  nextStepAt: Date;
  /** Reads without a result in this state, for back-off and limits. */
  polls: number;
  /** The engine has acted at or after the due time: the author can no longer change the post. */
  isPending: boolean;
  calls: PublishCalls;
}

/** What a publish call names. */
export interface Preparation {
  container: string | null;
  account: string;
  /** Until when Instagram stores the containers; null when that is not known. */
  goodUntil: Date | null;
  /** The live stories of the account before a story of ours; null for other posts. */
  liveStories: string[] | null;
}

/** The publish calls since the post was scheduled. */
export interface PublishCalls {
  /** Those that count against the limit: neither unsent, nor refused for a temporary reason. */
  count: number;
  /** When the intent of the last one that may have been sent was written. */
  intentAt: Date | null;
  /** Why the last one is reconciled: the code of Instagram's answer, or that the owner insists. */
  answer: string | null;
}

export const noCalls: PublishCalls = { count: 0, intentAt: null, answer: null };

export interface DisplayedIssue {
  code: string;
  cause: string;
  action: PostAction | null;
  /** When the post is expected to continue. */
  forecastAt: Date | null;
}

/** The holds that the row stores. All that a step looks for stand in transitions/holds.ts. */
export interface Holds {
  /** It needs an approval and has none, until an approver or the owner releases it. */
  approval: { since: Date } | null;
  /** Its due time passed in a pause, or before its approval: its author chooses another. */
  missed: { at: Date } | null;
  /** The owner takes it over as soon as it is certain that our call had no effect. */
  manual: { since: Date } | null;
  /** The owner may have published it manually since `at`: the account is checked before a call of ours. */
  manualPrompt: { at: Date; checkedAt: Date | null } | null;
  /** It may have been published in this window without our record, until the account has been read. */
  outage: OutageWindow | null;
}

export interface OutageWindow {
  since: Date;
  /** In the future after a restored backup: until then a call from before it may take effect. */
  until: Date;
  /** Only the owner may have published it; we made no call. */
  isOwnerOnly: boolean;
}

/** After the due time. */
export interface Delays {
  /** Instagram, our conversion or an identical post delayed it: it does not expire. */
  byInstagram: boolean;
  /** Its account or its owner delayed it: it does not count as our miss. */
  byOthers: boolean;
  /** It is not the first of its account: its call waited for the gap after another. */
  byGap: boolean;
}

export type UncalledState = Preparing | Prepared;
export type InFlightState = Publishing | Reconciling;
export type ActiveState = UncalledState | InFlightState;

export const isActive = (state: State): state is ActiveState => 'nextStepAt' in state;

export const isPreparing = (state: State): state is Preparing => state.kind === 'preparing';
export const isPrepared = (state: State): state is Prepared => state.kind === 'prepared';

export const isUncalled = (state: State): state is UncalledState =>
  state.kind === 'preparing' || state.kind === 'prepared';

/** A call may be running or may have had an effect. */
export const isInFlight = (state: State): state is InFlightState =>
  state.kind === 'publishing' || state.kind === 'reconciling';

export const callsOf = (state: State): PublishCalls => ('calls' in state ? state.calls : noCalls);

export const preparationOf = (state: State): Preparation | null =>
  'preparation' in state ? state.preparation : null;
