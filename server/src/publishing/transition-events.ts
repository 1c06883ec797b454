import type { InstagramIssue } from '../instagram/graph/errors.ts';
import type {
  AccountStanding,
  Candidates,
  ContainerReading,
  OutageMedia,
  OutcomeFacts,
  OwnContainers,
  OwnerMedia,
  PreparationReading,
  SettledState,
  StepFacts,
} from './observations.ts';
import type { PostIssue } from './post-issues.ts';

/** Everything that can happen to a publication. */
export type PublicationEvent = AuthorEvent | AccountEvent | EngineEvent;
export type PublicationEventKind = PublicationEvent['kind'];

/** By the author, an approver or the owner. The caller has locked the post and written what the author wrote. */
export type AuthorEvent =
  | { kind: 'scheduled' }
  | { kind: 'edited' }
  | { kind: 'moved' }
  /** Now, although it is scheduled for later. */
  | { kind: 'publish_now' }
  /** After an end. `isTried`: the container of the last call may be out, and its account can still be read. */
  | { kind: 'retried'; isTried: boolean }
  | { kind: 'approval_required'; cause: ApprovalCause; issue: PostIssue | undefined }
  /** With `tooLateIssue` the approval came after the due time. */
  | { kind: 'approval_released'; cause: ApprovalCause; tooLateIssue: PostIssue | undefined }
  | { kind: 'manual_publishing_started' }
  | { kind: 'manual_publication_found'; mediaId: string; permalink: string | null; account: string }
  | { kind: 'manual_publication_confirmed' }
  | { kind: 'left_as_draft' };

export interface ApprovalCause {
  kind:
    | 'approval_requested'
    | 'approval_reopened'
    | 'approval_withdrawn'
    | 'approved'
    | 'change_requested';
  detail?: Record<string, unknown> | undefined;
}

export const approvalRequested: AuthorEvent = {
  kind: 'approval_required',
  cause: { kind: 'approval_requested' },
  issue: undefined,
};
export const approvalReopened: AuthorEvent = {
  kind: 'approval_required',
  cause: { kind: 'approval_reopened' },
  issue: undefined,
};
export const approvalWithdrawn: AuthorEvent = {
  kind: 'approval_released',
  cause: { kind: 'approval_withdrawn' },
  tooLateIssue: undefined,
};

/** To the account, the workspace or the installation; each concerns many posts. */
export type AccountEvent =
  /** The account that is connected now publishes a post of an earlier one, unless it may be out there. */
  | { kind: 'account_confirmed' }
  /** `withSameLogin`: the connected accounts of the workspace whose login is the same as before. */
  | { kind: 'account_connected'; withSameLogin: ReadonlySet<string> }
  /** `account` null: all of them. */
  | { kind: 'account_disconnected'; account: string | null; hasOtherAccount: boolean }
  /** The standing of the account or a pause has changed: what is due soon is checked at once. */
  | { kind: 'recheck' }
  | { kind: 'pause_ended'; until: Date | null }
  /** Concerns posts that existed at `since`. Until `until` a call from before a restored backup may take effect. */
  | { kind: 'outage_found'; since: Date; until: Date; isRestored: boolean }
  /** The workspace is being deleted. */
  | { kind: 'publishing_stopped' }
  /** The only process of the installation has started: no other process holds a lease. */
  | { kind: 'worker_lost' };

/** What a step, or a call of it, has found. The worker has the post in hand: its fence is the newest. */
export type EngineEvent =
  /** The step of a post that was not called. */
  | { kind: 'step_due'; facts: StepFacts }
  | { kind: 'account_checked' }
  /** Instagram refuses the token or restricts the account, which `account` says as well. */
  | { kind: 'account_refused'; account: AccountStanding; issue: InstagramIssue }
  | { kind: 'containers_read'; reading: PreparationReading }
  /** A call of the preparation failed. `label` names the item of a carousel. */
  | { kind: 'preparation_failed'; issue: InstagramIssue; label: string | undefined }
  | { kind: 'outage_media_listed'; media: OutageMedia }
  | { kind: 'own_containers_read'; media: OutageMedia; containers: OwnContainers }
  | { kind: 'owner_media_listed'; media: OwnerMedia }
  | { kind: 'owner_media_unreadable'; issue: InstagramIssue }
  /** The step of a post in flight. */
  | { kind: 'outcome_due'; facts: OutcomeFacts }
  | { kind: 'container_read'; facts: OutcomeFacts; state: ContainerReading }
  | {
      kind: 'candidates_listed';
      facts: OutcomeFacts;
      state: SettledState;
      candidates: Candidates;
    }
  /** `isPublished`: the container is; only the media of the account could not be listed. */
  | {
      kind: 'outcome_unreadable';
      facts: OutcomeFacts;
      issue: InstagramIssue;
      isPublished: boolean;
    }
  /** By a fault of ours; `reference` identifies it in our log. */
  | { kind: 'step_failed'; reference: string }
  /**
   * `hasWaited`: late only because its account publishes one post at a time, or Instagram throttled the app; `isDelayedByGap`:
   * its call waits for the gap after another call of its account.
   */
  | { kind: 'intent_written'; worker: string; hasWaited: boolean; isDelayedByGap: boolean }
  | { kind: 'call_succeeded'; mediaId: string }
  /** Every answer but a clear success: none, or an error with this code. */
  | { kind: 'call_unanswered'; code: string }
  | { kind: 'call_unsent' };
