import type { AccountHoldReason } from '../../src/instagram/connection/accounts.ts';
import type { EngineEvent } from '../../src/publishing/transition-events.ts';
import type { Publication } from '../../src/publishing/state.ts';

/** Everything that decides what becomes of one post: our row, the workers, and the truth at Instagram. */
export interface Situation {
  publication: Publication;
  /** ms since the epoch; Instagram's clock is the same. */
  now: number;
  leasedUntil: number;
  /** Of workers that have something in hand, the newest last. */
  hands: readonly Hand[];
  containers: readonly Container[];
  /** Calls without an answer, which may still take effect. */
  calls: readonly OpenCall[];
  /** Media that our calls have published: on the account that the post targets, and on those that it has left. */
  media: number;
  formerMedia: number;
  /** `first` is the account that the post targets. */
  accounts: { first: Connection; other: Connection };
  isPaused: boolean;
  /** When another post of the account was published. */
  otherCalledAt: number;
  /** Until then Instagram throttles the app. */
  appThrottledUntil: number;
  backup: Backup | null;
  /** The outage window is that of a restored backup. */
  isRestored: boolean;
  /** The owner insisted on a publication although it was unknown whether the post is out. */
  isOwnersRisk: boolean;
  /** What may still happen: without a limit the walk would not end. */
  left: Budget;
}

export interface Budget {
  author: number;
  account: number;
  faults: number;
  /** A backup and its restoration are one each. */
  backups: number;
}

export interface Connection {
  isConnected: boolean;
  hold: AccountHoldReason | null;
}

export interface Container {
  id: string;
  revision: number;
  /** Its row is in our database, which a restored backup forgets. */
  isKnown: boolean;
  isDead: boolean;
  /** Of an account that the post has left. */
  isFormer: boolean;
  /** At Instagram. */
  truth: 'processing' | 'finished' | 'failed' | 'published';
}

export interface OpenCall {
  container: string;
  sentAt: number;
}

export type Hand =
  /** A step or a call has found this, and its worker is about to record it. */
  | { kind: 'finding'; fence: number; event: EngineEvent }
  /** The intent is written, the call is not sent. */
  | { kind: 'intent'; fence: number; claimedAt: number; container: string };

export interface Backup {
  publication: Publication;
  containers: readonly string[];
  takenAt: number;
}
