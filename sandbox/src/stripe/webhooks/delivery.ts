import type { StripeEvent } from '../objects.ts';

export type Delivery = {
  id: string;
  event: string;
  type: string;
  url: string;
  /** `dropped` is lost intentionally and never attempted. */
  state: 'pending' | 'delivered' | 'failed' | 'dropped';
  /** In ms on the clock of the sandbox. */
  created_at_ms: number;
  next_attempt_at_ms: number | null;
  attempts: { at_ms: number; status: number | null; error?: string }[];
};

export type WebhookSender = {
  dispatch(event: StripeEvent): void;
  resend(event: StripeEvent): void;
  attempt(id: string): void;
  reset(): void;
  close(): void;
};
