import type { Tx } from '../database/database.ts';
import type { ChannelName } from './channel-names.ts';

/** `attempts` counts the claims, so it tells the newest holder from an earlier one. */
export interface Claim {
  id: string;
  attempts: number;
}

/** A claimed message; its first attempt is number 1. */
export interface OutboxMessage extends Claim {
  key: string;
  userId: string | null;
  content: unknown;
  createdAt: Date;
  /** Null without an end; 0 or less when it has expired. */
  secondsLeft: number | null;
}

/**
 * What came of an attempt. `dropped`: the message is no longer needed; `failed`: the receiver will never
 * accept it. `record` runs in the transaction that stores this, and only if the message is still ours.
 */
export type Delivery = (
  | { kind: 'sent' | 'dropped' | 'failed' }
  /** A message that expires before the next attempt fails. */
  | { kind: 'retry'; inSeconds: number }
) & {
  result?: string;
  record?: (tx: Tx) => Promise<void>;
};

/** One kind of receiver. A message that is repeated after a crash must do no harm there. */
export interface Channel {
  /** Messages that one process sends at a time. */
  concurrency: number;
  /** Messages of one workspace or user that all processes together send at a time. */
  perGroup: number;
  /** Longer than an attempt takes: an expired lease means that its process has died. */
  leaseSeconds: number;
  /** May throw: the message is then tried again. */
  deliver(message: OutboxMessage): Promise<Delivery>;
}
export type Channels = Readonly<Record<ChannelName, Channel>>;
