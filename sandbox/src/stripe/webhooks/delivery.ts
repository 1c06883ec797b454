import type { StripeEvent } from '../objects.ts';

/** One event on its way to one endpoint. */
export type Delivery = {
  id: string;
  event: string;
  type: string;
  /** The endpoint's id, or `configured` for the one of the settings. */
  endpoint: string;
  url: string;
  /** `dropped` is lost on purpose: it is never tried. */
  state: 'pending' | 'delivered' | 'failed' | 'dropped';
  /** Milliseconds on the sandbox's clock. */
  created_at_ms: number;
  next_attempt_at_ms: number | null;
  attempts: { at_ms: number; status: number | null; error?: string }[];
};

export type WebhookSender = {
  /** Sends the event to every endpoint that asked for its type. */
  dispatch(event: StripeEvent): void;
  /** Sends it once more, whatever became of it before. */
  resend(event: StripeEvent): void;
  /** The next attempt of a delivery is due. */
  attempt(id: string): void;
  /** How many endpoints asked for events of this type. */
  countEndpoints(type: string): number;
  /** Forgets what waits in line. */
  reset(): void;
  close(): void;
};
