import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../platform/clock.ts';
import type { FaultStore } from '../platform/faults.ts';
import type { Ids } from '../instagram/ids.ts';
import type { Settings } from '../platform/settings.ts';
import type { PaymentRecords } from './records.ts';
import type { Timeline } from './timeline.ts';
import type { WebhookSender } from './webhooks/delivery.ts';

/** The call that is being answered, which the events it causes name. */
export type CurrentRequest = { id: string | null; idempotency_key: string | null };

/** What the parts of the payments fake work on. */
export type PaymentsContext = {
  clock: Clock;
  settings: Settings;
  faults: FaultStore;
  ids: Ids;
  records: PaymentRecords;
  database: DatabaseSync;
  /** What will happen by itself: renewals, retries, expiries. */
  timeline: Timeline;
  webhookSender: WebhookSender;
  /** The chance that shuffles webhooks. */
  random: () => number;
  currentRequest: CurrentRequest;
  /** The sandbox's own address, for links in answers. */
  url: () => string;
};

/** An id as this vendor's are: a prefix that says what it is. */
export function newId({ ids }: PaymentsContext, prefix: string, length = 24): string {
  return ids.secret(`${prefix}_`).slice(0, prefix.length + 1 + length);
}

/** Now in seconds, on the test clock if the thing lives on one. */
export function getNow({ clock, records }: PaymentsContext, testClock: string | null): number {
  const frozenClock = testClock === null ? undefined : records.clocks.get(testClock);
  return frozenClock ? frozenClock.frozen_time : Math.floor(clock.now() / 1000);
}
