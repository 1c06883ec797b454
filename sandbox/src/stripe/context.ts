import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../platform/clock.ts';
import type { FaultStore } from '../platform/faults.ts';
import type { Ids } from '../instagram/ids.ts';
import type { Settings } from '../platform/settings.ts';
import type { PaymentRecords } from './records.ts';
import type { Timeline } from './timeline.ts';
import type { WebhookSender } from './webhooks/delivery.ts';

/** The call in progress, which its events name. */
export type CurrentRequest = { id: string | null; idempotency_key: string | null };

export type PaymentsContext = {
  clock: Clock;
  settings: Settings;
  faults: FaultStore;
  ids: Ids;
  records: PaymentRecords;
  database: DatabaseSync;
  timeline: Timeline;
  webhookSender: WebhookSender;
  random: () => number;
  currentRequest: CurrentRequest;
  url: () => string;
};

/** Returns an id in the format of the vendor: the prefix names the type. */
export function newId({ ids }: PaymentsContext, prefix: string, length = 24): string {
  return ids.secret(`${prefix}_`).slice(0, prefix.length + 1 + length);
}

export const getNow = ({ clock }: PaymentsContext): number => Math.floor(clock.now() / 1000);
