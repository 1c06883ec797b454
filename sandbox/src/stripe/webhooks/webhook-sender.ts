import type { StripeEvent } from '../objects.ts';
import { newId, type PaymentsContext } from '../context.ts';
import { STRIPE } from '../api/credentials.ts';
import type { Delivery, WebhookSender } from './delivery.ts';
import { sign } from './signature.ts';

export type PostWebhook = (
  url: string,
  body: string,
  headers: Record<string, string>,
) => Promise<number>;

/** The maximum number of concurrent webhooks: few, so that they arrive roughly in order. */
const MAX_CONCURRENCY = 4;
const RESPONSE_TIMEOUT_MS = 10_000;
const MAX_RETRY_DELAY_MS = 3_600_000;
const DEFAULT_SHUFFLE_MS = 1000;

/** Sends a webhook over HTTP; a redirect is not followed and counts as a failure. */
export const postOverHttp: PostWebhook = async (url, body, headers) => {
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
  await answer.arrayBuffer();
  return answer.status;
};

/** Returns the sender that delivers events, retries refused ones and records each attempt. */
export function createWebhookSender(
  getContext: () => PaymentsContext,
  post: PostWebhook,
): WebhookSender {
  const queue: string[] = [];
  let inProgressCount = 0;
  let isOpen = true;

  function createDelivery(event: StripeEvent, waitMs: number, isLost = false): void {
    const { clock, records, settings, timeline } = getContext();
    const url = settings.current().webhookUrl;
    if (url === '') return;
    const now = clock.now();
    const delivery: Delivery = {
      id: newId(getContext(), 'whd'),
      event: event.id,
      type: event.type,
      url,
      state: isLost ? 'dropped' : 'pending',
      created_at_ms: now,
      next_attempt_at_ms: isLost ? null : now + waitMs,
      attempts: [],
    };
    records.deliveries.put(delivery);
    if (isLost) return;
    if (waitMs > 0) timeline.setTimer(delivery.id, now + waitMs);
    else attempt(delivery.id);
  }

  function dispatch(event: StripeEvent): void {
    for (const { waitMs, isLost } of simulateDeliveries(getContext(), event))
      createDelivery(event, waitMs, isLost);
  }

  function attempt(id: string): void {
    queue.push(id);
    startNext();
  }

  function startNext(): void {
    if (!isOpen || inProgressCount >= MAX_CONCURRENCY) return;
    const id = queue.shift();
    if (id === undefined) return;
    inProgressCount += 1;
    void deliver(id).finally(() => {
      inProgressCount -= 1;
      startNext();
    });
    startNext();
  }

  async function deliver(id: string): Promise<void> {
    // The caller finishes first, because the clock may still be at an earlier time for it.
    await Promise.resolve();
    const request = buildRequest(getContext(), id);
    if (!request) return;
    const outcome = await post(request.url, request.body, request.headers).then(
      (status) => ({ status }),
      (error: unknown) => ({ status: null, error: String(error) }),
    );
    if (isOpen) recordAttempt(id, outcome);
  }

  function recordAttempt(id: string, outcome: { status: number | null; error?: string }): void {
    const { clock, records, settings, timeline } = getContext();
    const delivery = records.deliveries.get(id);
    // A reset has deleted the delivery meanwhile.
    if (!delivery) return;
    const now = clock.now();
    const attempts = [...delivery.attempts, { at_ms: now, ...outcome }];
    const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const { webhookRetryMs, webhookAttempts } = settings.current();
    const isFinal = isDelivered || attempts.length >= webhookAttempts;
    const waitMs = Math.min(MAX_RETRY_DELAY_MS, webhookRetryMs * 2 ** (attempts.length - 1));
    const next = isFinal ? null : now + waitMs;
    const state = isDelivered ? 'delivered' : isFinal ? 'failed' : 'pending';
    records.deliveries.put({ ...delivery, attempts, state, next_attempt_at_ms: next });
    timeline.setTimer(id, next ?? undefined);
  }

  return {
    dispatch,
    resend: (event) => createDelivery(event, 0),
    attempt,
    reset: () => {
      queue.length = 0;
    },
    close: () => {
      isOpen = false;
      queue.length = 0;
    },
  };
}

/** Applies faults and randomness to an event; each entry is one delivery. */
function simulateDeliveries(
  { faults, settings, random }: PaymentsContext,
  { type }: StripeEvent,
): { waitMs: number; isLost: boolean }[] {
  const { webhookDelayMs, webhookShuffleMs, webhookDrop, webhookDuplicate } = settings.current();
  const armed = faults.consume('payments', [type, 'webhook']);
  const fault = armed?.fault;
  const shuffleMs = fault === 'shuffle' ? armed?.delayMs || DEFAULT_SHUFFLE_MS : webhookShuffleMs;
  const delay = fault === 'delay' ? (armed?.delayMs ?? 0) : webhookDelayMs;
  const waitMs = (): number => delay + Math.floor(random() * shuffleMs);
  const isLost = fault === 'drop' || random() < webhookDrop;
  const isDuplicated = !isLost && (fault === 'duplicate' || random() < webhookDuplicate);
  const first = { waitMs: waitMs(), isLost };
  return isDuplicated ? [first, { waitMs: waitMs(), isLost }] : [first];
}

function buildRequest({ clock, records }: PaymentsContext, id: string) {
  const delivery = records.deliveries.get(id);
  const event = delivery && records.events.get(delivery.event);
  if (!delivery || !event) return undefined;
  // The receiver checks the signature against its own clock, which the sandbox cannot advance.
  const at = Math.floor((clock.isSelfRunning ? Date.now() : clock.now()) / 1000);
  const body = JSON.stringify(event, null, 2);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': sign(STRIPE.webhookSecret, body, at),
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  };
  return { url: delivery.url, body, headers };
}
