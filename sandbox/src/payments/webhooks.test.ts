import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { control } from '../testing/graph-client.ts';
import {
  idOf,
  listen,
  openTill,
  stripeOf,
  subscribe,
  type Till,
} from '../testing/payments-client.ts';
import type { SandboxOptions } from '../sandbox.ts';
import type { Delivery } from './webhooks/delivery.ts';

let till: Till;
async function opened(options: SandboxOptions = {}): Promise<Till> {
  const fresh = await openTill(options);
  onTestFinished(() => fresh.close());
  return fresh;
}
beforeEach(async () => {
  till = await opened();
});

const ledger = async (query = ''): Promise<Delivery[]> =>
  (await control(till.sandbox, `/payments/webhooks${query}`)).json() as Promise<Delivery[]>;
const settled = async () => {
  await expect.poll(async () => (await ledger('?state=pending')).length, { interval: 5 }).toBe(0);
};
const fault = (step: string, name: string, more: object = {}) =>
  control(till.sandbox, '/faults', { service: 'payments', step, fault: name, ...more });
const typesGot = () => till.listener.got.map(({ event }) => event.type);

test('every event is sent, signed over its raw body', async () => {
  const { stripe, sandbox, listener } = till;
  const subscription = await subscribe(till);
  await settled();
  const { data } = await stripe.events.list({ limit: 100 });
  expect(typesGot().toSorted()).toEqual(data.map(({ type }) => type).toSorted());
  const secret = sandbox.services.STRIPE_WEBHOOK_SECRET;
  for (const { raw, signature, event } of listener.got) {
    expect(stripe.webhooks.constructEvent(raw, signature, secret).id).toBe(event.id);
    expect(() => stripe.webhooks.constructEvent(`${raw} `, signature, secret)).toThrow('signature');
  }
  const completed = listener.got.find(({ event }) => event.type === 'checkout.session.completed');
  expect(completed?.event).toMatchObject({
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object: { object: 'checkout.session', subscription: subscription.id } },
  });
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
  const { pending_webhooks: pending } = await stripe.events.retrieve(data[0]?.id ?? '');
  expect(pending).toBe(0);
});

test('an update says what was before', async () => {
  const { stripe, listener } = till;
  const { id } = await subscribe(till);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await settled();
  const { event } = listener.got.findLast(
    (each) => each.event.type === 'customer.subscription.updated',
  ) ?? { event: undefined };
  expect(event).toMatchObject({
    data: { previous_attributes: { cancel_at: null, cancel_at_period_end: false } },
    request: { id: expect.stringMatching(/^req_/), idempotency_key: expect.any(String) },
  });
});

test('what is not taken is sent again, later each time, until it is', async () => {
  await control(till.sandbox, '/settings', { webhookRetryMs: 5 });
  till.listener.answers.push(500, 302, 404);
  await till.stripe.customers.create({ email: 'tenta@atelie.example' });
  await settled();
  const [delivery] = await ledger();
  expect(delivery?.state).toBe('delivered');
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 302, 404, 200]);
  expect(new Set(till.listener.got.map(({ event }) => event.id)).size).toBe(1);
});

test('the clock of the sandbox brings the next attempts about', async () => {
  await control(till.sandbox, '/settings', { webhookRetryMs: 3_600_000 });
  till.listener.answers.push(503);
  await till.stripe.customers.create({});
  await expect.poll(async () => (await ledger())[0]?.attempts.length, { interval: 5 }).toBe(1);
  expect((await till.stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
  await control(till.sandbox, '/clock', { advanceMs: 3_600_001 });
  await settled();
  expect((await till.stripe.events.list({ delivery_success: false })).data).toEqual([]);
});

test('who is never there is given up, and the event stays to be read', async () => {
  const gone = await listen();
  await gone.close();
  await control(till.sandbox, '/settings', {
    webhookUrl: gone.url,
    webhookRetryMs: 1,
    webhookAttempts: 3,
  });
  await till.stripe.customers.create({});
  await settled();
  const [delivery] = await ledger();
  expect(delivery).toMatchObject({ state: 'failed', attempts: [{ status: null }, {}, {}] });
  const lost = await till.stripe.events.list({ delivery_success: false });
  expect(lost.data.map(({ id }) => id)).toEqual([delivery?.event]);
});

test('an event can be lost, come twice, come late, and be sent again by hand', async () => {
  const { stripe } = till;
  await fault('webhook', 'drop');
  await stripe.customers.create({ name: 'perdida' });
  await fault('customer.created', 'duplicate');
  await stripe.customers.create({ name: 'em dobro' });
  await fault('customer.created', 'delay', { delayMs: 3_600_000 });
  await stripe.customers.create({ name: 'atrasada' });
  await stripe.customers.create({ name: 'comum' });
  const names = () =>
    till.listener.got
      .map(({ event }) => (event.data.object as unknown as { name: string }).name)
      .toSorted();
  await expect.poll(names, { interval: 5 }).toEqual(['comum', 'em dobro', 'em dobro']);
  await control(till.sandbox, '/clock', { advanceMs: 3_600_001 });
  await settled();
  expect(names()).toContain('atrasada');
  const [lost] = await ledger('?state=dropped');
  expect(lost?.attempts).toEqual([]);
  await control(till.sandbox, '/payments/resend', { event: lost?.event });
  await expect.poll(names, { interval: 5 }).toContain('perdida');
});

test('chance can lose, double and shuffle them, by the settings', async () => {
  await control(till.sandbox, '/settings', {
    webhookDrop: 0.2,
    webhookDuplicate: 0.3,
    webhookShuffleMs: 60_000,
  });
  await subscribe(till);
  await subscribe(till);
  await control(till.sandbox, '/clock', { advanceMs: 61_000 });
  await settled();
  const all = await ledger();
  const events = new Set(all.map(({ event }) => event));
  expect(events.size).toBe((await till.stripe.events.list({ limit: 100 })).data.length);
  const waits = new Set(all.map((each) => each.state));
  expect([...waits].every((state) => state === 'delivered' || state === 'dropped')).toBe(true);
  expect(typesGot()).toHaveLength(all.filter(({ state }) => state === 'delivered').length);
});

test('endpoints that are made get only what they asked for, with their own secret', async () => {
  const { stripe } = till;
  const other = await listen();
  onTestFinished(() => other.close());
  const endpoint = await stripe.webhookEndpoints.create({
    url: other.url,
    enabled_events: ['customer.deleted'],
  });
  const customer = await stripe.customers.create({});
  await stripe.customers.del(customer.id);
  await settled();
  expect(other.got.map(({ event }) => event.type)).toEqual(['customer.deleted']);
  const [got] = other.got;
  const secret = endpoint.secret ?? '';
  const event = stripe.webhooks.constructEvent(got?.raw ?? '', got?.signature ?? '', secret);
  expect(event.type).toBe('customer.deleted');
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: true });
  await stripe.customers.del((await stripe.customers.create({})).id);
  await settled();
  expect(other.got).toHaveLength(1);
});

test('a restart remembers what was bought, what waits to be sent, and what is due', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-payments-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stateFile = join(folder, 'state.db');
  const first = await openTill({ stateFile, webhookUrl: '' });
  const { id, customer } = await subscribe(first, { subscription_data: { trial_period_days: 7 } });
  await control(first.sandbox, '/settings', {
    webhookUrl: till.listener.url,
    webhookDelayMs: 3_600_000,
  });
  await first.stripe.customers.update(idOf(customer), { name: 'Depois' });
  await first.close();

  const again = await opened({ stateFile, webhookUrl: '' });
  const stripe = stripeOf(again.sandbox);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'trialing' });
  await control(again.sandbox, '/clock', { advanceMs: 3_600_001 });
  await expect.poll(typesGot, { interval: 5 }).toEqual(['customer.updated']);
  await control(again.sandbox, '/clock', { advanceMs: 8 * 86_400_000 });
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
});
