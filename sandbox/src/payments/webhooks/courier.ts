import type { StripeEvent } from '../objects.ts';
import { newId, type PaymentsWorld } from '../world.ts';
import { STRIPE } from '../api/credentials.ts';
import type { Delivery } from './delivery.ts';
import { sign } from './signature.ts';

/** Carries one webhook; gives the status of the answer. */
export type PostWebhook = (
  url: string,
  body: string,
  headers: Record<string, string>,
) => Promise<number>;

export type Courier = {
  /** Sends the event to every endpoint that asked for its type. */
  dispatch(event: StripeEvent): void;
  /** Sends it once more, whatever became of it before. */
  resend(event: StripeEvent): void;
  /** The next attempt of a delivery is due. */
  attempt(id: string): void;
  /** How many endpoints asked for events of this type. */
  audienceOf(type: string): number;
  /** Forgets what waits in line. */
  reset(): void;
  close(): void;
};

type Target = { endpoint: string; url: string };

/** How many webhooks are under way at once: few, so that they come about in order. */
const AT_ONCE = 4;
const LONGEST_ANSWER_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;
const SHUFFLED_WITHIN_MS = 1000;

/** What carries webhooks over HTTP; a redirect is an answer like any other, and no success. */
export const postOverHttp: PostWebhook = async (url, body, headers) => {
  const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
  const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
  await answer.arrayBuffer();
  return answer.status;
};

/** Delivers events, retries what was not taken, and keeps the ledger of it. */
export function openCourier(world: () => PaymentsWorld, post: PostWebhook): Courier {
  const line: string[] = [];
  let underWay = 0;
  let isOpen = true;

  function hand(
    event: StripeEvent,
    { endpoint, url }: Target,
    waitMs: number,
    isLost = false,
  ): void {
    const { clock, records, timeline } = world();
    const now = clock.now();
    const delivery: Delivery = {
      id: newId(world(), 'whd'),
      event: event.id,
      type: event.type,
      endpoint,
      url,
      state: isLost ? 'dropped' : 'pending',
      created_at_ms: now,
      next_attempt_at_ms: isLost ? null : now + waitMs,
      attempts: [],
    };
    records.deliveries.put(delivery);
    if (isLost) return;
    if (waitMs > 0) timeline.plan(delivery.id, now + waitMs, null);
    else attempt(delivery.id);
  }

  function dispatch(event: StripeEvent): void {
    for (const target of targetsOf(world(), event.type)) {
      for (const { waitMs, isLost } of fateOf(world(), event)) hand(event, target, waitMs, isLost);
    }
  }

  function attempt(id: string): void {
    line.push(id);
    goOn();
  }

  function goOn(): void {
    if (!isOpen || underWay >= AT_ONCE) return;
    const id = line.shift();
    if (id === undefined) return;
    underWay += 1;
    void carry(id).finally(() => {
      underWay -= 1;
      goOn();
    });
    goOn();
  }

  async function carry(id: string): Promise<void> {
    // What causes a webhook is done first, by a clock that may stand at an earlier moment.
    await Promise.resolve();
    const letter = letterOf(world(), id);
    if (!letter) return;
    const outcome = await post(letter.url, letter.body, letter.headers).then(
      (status) => ({ status }),
      (error: unknown) => ({ status: null, error: String(error) }),
    );
    if (isOpen) conclude(id, outcome);
  }

  function conclude(id: string, outcome: { status: number | null; error?: string }): void {
    const { clock, records, settings, timeline } = world();
    const delivery = records.deliveries.get(id);
    // A reset has forgotten it meanwhile.
    if (!delivery) return;
    const now = clock.now();
    const attempts = [...delivery.attempts, { at_ms: now, ...outcome }];
    const isTaken = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const { webhookRetryMs, webhookAttempts } = settings.current();
    const isOver = isTaken || attempts.length >= webhookAttempts;
    const waitMs = Math.min(LONGEST_WAIT_MS, webhookRetryMs * 2 ** (attempts.length - 1));
    const next = isOver ? null : now + waitMs;
    const state = isTaken ? 'delivered' : isOver ? 'failed' : 'pending';
    records.deliveries.put({ ...delivery, attempts, state, next_attempt_at_ms: next });
    if (isTaken) countDown(world(), delivery.event);
    timeline.plan(id, next ?? undefined, null);
  }

  return {
    dispatch,
    resend: (event) => {
      for (const target of targetsOf(world(), event.type)) hand(event, target, 0);
    },
    attempt,
    audienceOf: (type) => targetsOf(world(), type).length,
    reset: () => {
      line.length = 0;
    },
    close: () => {
      isOpen = false;
      line.length = 0;
    },
  };
}

/** Whoever asked for events of this type. */
function targetsOf({ records, settings }: PaymentsWorld, type: string): Target[] {
  const { webhookUrl } = settings.current();
  const asked = records.endpoints
    .all()
    .filter(
      ({ status, enabled_events: types }) =>
        status === 'enabled' && (types.includes('*') || types.includes(type)),
    )
    .map(({ id, url }) => ({ endpoint: id, url }));
  return webhookUrl === '' ? asked : [{ endpoint: 'configured', url: webhookUrl }, ...asked];
}

/** What faults and chance make of an event on its way: each entry is one delivery. */
function fateOf(
  { faults, settings, random }: PaymentsWorld,
  { type }: StripeEvent,
): { waitMs: number; isLost: boolean }[] {
  const { webhookDelayMs, webhookShuffleMs, webhookDrop, webhookDuplicate } = settings.current();
  const armed = faults.take('payments', [type, 'webhook']);
  const fault = armed?.fault;
  const within = fault === 'shuffle' ? armed?.delayMs || SHUFFLED_WITHIN_MS : webhookShuffleMs;
  const delay = fault === 'delay' ? (armed?.delayMs ?? 0) : webhookDelayMs;
  const waitMs = (): number => delay + Math.floor(random() * within);
  const isLost = fault === 'drop' || random() < webhookDrop;
  const isTwice = !isLost && (fault === 'duplicate' || random() < webhookDuplicate);
  const once = { waitMs: waitMs(), isLost };
  return isTwice ? [once, { waitMs: waitMs(), isLost }] : [once];
}

/** One endpoint fewer that has not taken the event. */
function countDown({ records }: PaymentsWorld, id: string): void {
  const event = records.events.get(id);
  if (!event) return;
  records.events.put({ ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) });
}

function secretOf({ records }: PaymentsWorld, endpoint: string): string | undefined {
  return endpoint === 'configured' ? STRIPE.webhookSecret : records.secrets.get(endpoint)?.secret;
}

/** What is sent for a delivery, signed now. */
function letterOf(world: PaymentsWorld, id: string) {
  const { clock, records } = world;
  const delivery = records.deliveries.get(id);
  const event = delivery && records.events.get(delivery.event);
  const secret = delivery && secretOf(world, delivery.endpoint);
  if (!delivery || !event || secret === undefined) return undefined;
  // What is signed is judged by the receiver's clock, which nobody here can advance.
  const at = Math.floor((clock.runsByItself ? Date.now() : clock.now()) / 1000);
  const body = JSON.stringify(event, null, 2);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': sign(secret, body, at),
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  };
  return { url: delivery.url, body, headers };
}
