import type { ConnectedAccount } from '../instagram/connection/accounts.ts';
import type { FileFailure } from '../instagram/graph/error-table.ts';
import type { InstagramIssue } from '../instagram/graph/errors.ts';
import type { Preparation } from './state.ts';

/** Of an account, without its tokens. */
export type AccountStanding = Omit<
  ConnectedAccount,
  'token' | 'userToken' | 'sealedToken' | 'grantedScopes'
>;

/** What the database says when a step of an uncalled post is due. */
export interface StepFacts {
  /** The pause that covers the due time. */
  pauseId: string | null;
  /** The one to publish on; null when none is connected. */
  account: AccountStanding | null;
  /** Of the account that the post targets, when another one is connected. */
  targetUsername: string | null;
  media: { refusal: string | null; isConverting: boolean };
  /** Null when the owner never changed the content. */
  editedAt: Date | null;
  /**
   * Preparing: one of its containers is alive on this account. Prepared: its container is finished and has the
   * present content.
   */
  hasContainer: boolean;
  isBehindIdenticalPost: boolean;
  /** Until the oldest post of the last 24 hours no longer counts; 0 while the quota is not used up. */
  quotaFreeInMs: number;
}

/** What the database says when the outcome of a call is to be found out. */
export interface OutcomeFacts {
  /**
   * When the step began. What it read before the quiescence time was over proves nothing, even if it is
   * recorded later.
   */
  at: Date;
  /** The one of the call; null when it can no longer be read. */
  account: AccountStanding | null;
  /** Null when nothing was created at Instagram. */
  container: { id: string; isOutdated: boolean } | null;
  /** Whether the caption identifies the post among the media of the account. Stories have none there. */
  caption: 'none' | 'shared' | 'unique';
}

export type SettledState = 'finished' | 'published' | 'expired' | 'failed';
export type ContainerReading = SettledState | 'processing';

/** Media of the account that may be the post: of its type and time, and of no other post. */
export interface Candidates {
  ids: readonly string[];
  withSameCaption: readonly string[];
}

/** What became of the containers of a post. `label` names the item of a carousel. */
export type PreparationReading =
  | {
      kind: 'ready';
      account: AccountStanding;
      preparation: Preparation;
      containerIds: string[];
      hasCopyrightMatch: boolean;
      /** The quota of the account, if the posts before this one use it up. */
      exhaustedQuota: number | null;
    }
  /** Instagram is downloading the files, or has got them. */
  | { kind: 'created' }
  /** All bytes of a video. */
  | { kind: 'uploaded' }
  /** The bytes of a video are sent in the next steps. `queued`: after those of other posts; `interrupted`: the rest. */
  | { kind: 'uploading'; progress: 'next' | 'queued' | 'interrupted' }
  | { kind: 'processing' }
  /** Another change has taken the post: nothing was created. */
  | { kind: 'overtaken' }
  | { kind: 'over_budget' }
  /** So many containers of a file have failed that no other is created. */
  | { kind: 'exhausted'; label: string | undefined; failure: FileFailure | undefined }
  | { kind: 'refused'; issue: InstagramIssue; label: string | undefined }
  /** `failures`: how often containers of this content had failed before. */
  | { kind: 'lost'; issue: InstagramIssue; label: string | undefined; failures: number }
  | { kind: 'published_unasked'; container: { id: string; account: string } }
  /** The post in which a published child was used is unknown. */
  | { kind: 'child_published' };

/** The account in an outage window. */
export interface OutageMedia {
  /** When the step began. */
  at: Date;
  account: string;
  ids: readonly string[];
  /** No other post of ours may be one of them. */
  isIdentified: boolean;
  /** The window is that of a restored backup. */
  isRestored: boolean;
}

export interface OwnContainers {
  published: string | null;
  isOneUnpublished: boolean;
}

/** What the owner may have published manually. */
export type ManualMatch =
  | { kind: 'none' }
  | { kind: 'found'; mediaId: string }
  | { kind: 'unclear' };

export interface OwnerMedia {
  match: ManualMatch;
  /** An unclear match may be another post of ours, whose outcome will be known soon. */
  mayBeOurs: boolean;
}
