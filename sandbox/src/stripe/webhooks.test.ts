import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { callControl } from '../../testing/graph-client.ts';
import {
  idOf,
  startWebhookListener,
  openStripeFixture,
  createStripeClient,
  subscribe,
  type StripeFixture,
} from '../../testing/stripe-fixture.ts';
import type { SandboxOptions } from '../sandbox.ts';
import type { Delivery } from './webhooks/delivery.ts';

let fixture: StripeFixture;
async function openFixture(options: SandboxOptions = {}): Promise<StripeFixture> {
  const fresh = await openStripeFixture(options);
  onTestFinished(() => fresh.close());
  return fresh;
}
beforeEach(async () => {
  fixture = await openFixture();
});

const readDeliveries = async (query = ''): Promise<Delivery[]> =>
  (await callControl(fixture.sandbox, `/payments/webhooks${query}`)).json() as Promise<Delivery[]>;
const waitUntilDelivered = async () => {
  await expect
    .poll(async () => (await readDeliveries('?state=pending')).length, { interval: 5 })
    .toBe(0);
};
const armFault = (step: string, name: string, more: object = {}) =>
  callControl(fixture.sandbox, '/faults', { service: 'payments', step, fault: name, ...more });
const listReceivedTypes = () => fixture.listener.received.map(({ event }) => event.type);

test('every event is sent, signed over its raw body', async () => {
  const { stripe, sandbox, listener } = fixture;
  const subscription = await subscribe(fixture);
  await waitUntilDelivered();
  const { data } = await stripe.events.list({ limit: 100 });
  expect(listReceivedTypes().toSorted()).toEqual(data.map(({ type }) => type).toSorted());
  const secret = sandbox.services.STRIPE_WEBHOOK_SECRET;
  for (const { raw, signature, event } of listener.received) {
    expect(stripe.webhooks.constructEvent(raw, signature, secret).id).toBe(event.id);
    expect(() => stripe.webhooks.constructEvent(`${raw} `, signature, secret)).toThrow('signature');
  }
  const completed = listener.received.find(
    ({ event }) => event.type === 'checkout.session.completed',
  );
  expect(completed?.event).toMatchObject({
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object: { object: 'checkout.session', subscription: subscription.id } },
  });
});

test('an update contains the previous values', async () => {
  const { stripe, listener } = fixture;
  const { id } = await subscribe(fixture);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await waitUntilDelivered();
  const { event } = listener.received.findLast(
    (each) => each.event.type === 'customer.subscription.updated',
  ) ?? { event: undefined };
  expect(event).toMatchObject({
    data: { previous_attributes: { cancel_at: null, cancel_at_period_end: false } },
    request: { id: expect.stringMatching(/^req_/), idempotency_key: expect.any(String) },
  });
});

test('a refused webhook is retried with growing delays until it is accepted', async () => {
  await callControl(fixture.sandbox, '/settings', { webhookRetryMs: 5 });
  fixture.listener.nextStatuses.push(500, 302, 404);
  await fixture.stripe.customers.create({ email: 'tenta@atelie.example' });
  await waitUntilDelivered();
  const [delivery] = await readDeliveries();
  expect(delivery?.state).toBe('delivered');
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 302, 404, 200]);
  expect(new Set(fixture.listener.received.map(({ event }) => event.id)).size).toBe(1);
});

test('the clock of the sandbox triggers the next attempts', async () => {
  await callControl(fixture.sandbox, '/settings', { webhookRetryMs: 3_600_000 });
  fixture.listener.nextStatuses.push(503);
  await fixture.stripe.customers.create({});
  await expect
    .poll(async () => (await readDeliveries())[0]?.attempts.length, { interval: 5 })
    .toBe(1);
  await callControl(fixture.sandbox, '/clock', { advanceMs: 3_600_001 });
  await waitUntilDelivered();
  const [delivery] = await readDeliveries();
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([503, 200]);
});

test('an unreachable endpoint is given up, and its event can still be read', async () => {
  const gone = await startWebhookListener();
  await gone.close();
  await callControl(fixture.sandbox, '/settings', {
    webhookUrl: gone.url,
    webhookRetryMs: 1,
    webhookAttempts: 3,
  });
  await fixture.stripe.customers.create({});
  await waitUntilDelivered();
  const [delivery] = await readDeliveries();
  expect(delivery).toMatchObject({ state: 'failed', attempts: [{ status: null }, {}, {}] });
  const lost = await fixture.stripe.events.list();
  expect(lost.data.map(({ id }) => id)).toEqual([delivery?.event]);
});

test('an event can be lost, duplicated, delayed, and resent', async () => {
  const { stripe } = fixture;
  await armFault('webhook', 'drop');
  await stripe.customers.create({ email: 'perdida' });
  await armFault('customer.created', 'duplicate');
  await stripe.customers.create({ email: 'em dobro' });
  await armFault('customer.created', 'delay', { delayMs: 3_600_000 });
  await stripe.customers.create({ email: 'atrasada' });
  await stripe.customers.create({ email: 'comum' });
  const emails = () =>
    fixture.listener.received
      .map(({ event }) => (event.data.object as unknown as { email: string }).email)
      .toSorted();
  await expect.poll(emails, { interval: 5 }).toEqual(['comum', 'em dobro', 'em dobro']);
  await callControl(fixture.sandbox, '/clock', { advanceMs: 3_600_001 });
  await waitUntilDelivered();
  expect(emails()).toContain('atrasada');
  const [lost] = await readDeliveries('?state=dropped');
  expect(lost?.attempts).toEqual([]);
  await callControl(fixture.sandbox, '/payments/resend', { event: lost?.event });
  await expect.poll(emails, { interval: 5 }).toContain('perdida');
});

test('the settings can drop, duplicate and shuffle webhooks at random', async () => {
  await callControl(fixture.sandbox, '/settings', {
    webhookDrop: 0.2,
    webhookDuplicate: 0.3,
    webhookShuffleMs: 60_000,
  });
  await subscribe(fixture);
  await subscribe(fixture);
  await callControl(fixture.sandbox, '/clock', { advanceMs: 61_000 });
  await waitUntilDelivered();
  const all = await readDeliveries();
  const events = new Set(all.map(({ event }) => event));
  expect(events.size).toBe((await fixture.stripe.events.list({ limit: 100 })).data.length);
  const waits = new Set(all.map((each) => each.state));
  expect([...waits].every((state) => state === 'delivered' || state === 'dropped')).toBe(true);
  expect(listReceivedTypes()).toHaveLength(all.filter(({ state }) => state === 'delivered').length);
});

test('a restart keeps subscriptions, pending webhooks and timers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-payments-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stateFile = join(folder, 'state.db');
  const first = await openStripeFixture({ stateFile, webhookUrl: '' });
  const { id, customer } = await subscribe(first, { subscription_data: { trial_period_days: 7 } });
  await callControl(first.sandbox, '/settings', {
    webhookUrl: fixture.listener.url,
    webhookDelayMs: 3_600_000,
  });
  await first.stripe.customers.update(idOf(customer), { email: 'depois@atelie.example' });
  await first.close();

  const again = await openFixture({ stateFile, webhookUrl: '' });
  const stripe = createStripeClient(again.sandbox);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'trialing' });
  await callControl(again.sandbox, '/clock', { advanceMs: 3_600_001 });
  await expect.poll(listReceivedTypes, { interval: 5 }).toEqual(['customer.updated']);
  await callControl(again.sandbox, '/clock', { advanceMs: 8 * 86_400_000 });
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
});
