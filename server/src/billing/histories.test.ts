import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../tools/campaign/random.ts';
import { newId } from '../platform/ids.ts';
import { pay, stripeOf } from '../../testing/stripe-fake.ts';
import { startWorld, type World } from '../../testing/world.ts';

/** Each history is the actions of one customer and the events that follow from them. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 40);
const SEED = Number(process.env['SEED'] ?? 2026);
const ROUNDS = 3;

let world: World;
let stripe: Stripe;
beforeAll(async () => {
  world = await startWorld();
  stripe = stripeOf(world);
});
afterAll(() => world.stop());

const chance = createRandom(SEED);

async function runConcurrently<T>(all: readonly T[], at: number, act: (one: T) => Promise<void>) {
  const left = [...all];
  const worker = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await act(one);
  };
  await Promise.all(Array.from({ length: at }, worker));
}

async function aCustomer(): Promise<string> {
  const workspaceId = newId();
  const { id } = await stripe.customers.create({
    email: `${workspaceId}@exemplo.com.br`,
  });
  const { db } = world.database;
  await sql`insert into workspaces (id) values (${workspaceId})`.execute(db);
  await sql`insert into billing_customers (workspace_id, customer_id)
    values (${workspaceId}, ${id})`.execute(db);
  return id;
}

const prices: Record<PaidPlanId, string> = { pro: '', premium: '' };

async function subscribeAt(customer: string, plan: PaidPlanId): Promise<void> {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: prices[plan], quantity: 1 }],
    success_url: 'http://localhost/',
    ...(chance.chance(0.5) ? { subscription_data: { trial_period_days: 14 } } : {}),
  });
  await pay(session.url ?? '', chance.chance(0.2) ? 'chargeFails' : 'good');
}

async function randomAction(customer: string): Promise<void> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
  const live = data.find(({ status }) => ['trialing', 'active', 'past_due'].includes(status));
  if (live === undefined) return subscribeAt(customer, chance.pick(['pro', 'premium'] as const));
  const item = live.items.data[0]?.id ?? '';
  const acts: (() => Promise<unknown>)[] = [
    () => stripe.subscriptions.cancel(live.id),
    () => stripe.subscriptions.update(live.id, { cancel_at_period_end: true }),
    () =>
      stripe.subscriptions.update(live.id, {
        items: [{ id: item, price: prices[chance.pick(['pro', 'premium'] as const)] }],
      }),
    () => stripe.subscriptions.update(live.id, { trial_end: 'now' }),
  ];
  await chance
    .pick(acts)()
    .catch((error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
    });
}

const secret = () => world.serviceOptions.env.STRIPE_WEBHOOK_SECRET;

async function deliver(event: Stripe.Event, { bent = 0, by = secret() } = {}): Promise<number> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(world.now().getTime() / 1000) + bent;
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp });
  const answer = await fetch(`${world.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': header },
    body: payload,
  });
  return answer.status;
}

/** Shuffled: three in ten twice, one in twenty never, one in a hundred with a forged copy. */
async function deliverEvents(
  events: readonly Stripe.Event[],
): Promise<{ forged: number; taken: number }> {
  const counted = { forged: 0, taken: 0 };
  const sent = chance.shuffled(
    events
      .filter(() => !chance.chance(0.05))
      .flatMap((event) => (chance.chance(0.3) ? [event, event] : [event])),
  );
  await runConcurrently(sent, 8, async (event) => {
    if (chance.chance(0.01)) {
      counted.forged += 1;
      const made = { ...event, id: `evt_forged_${newId()}` };
      const how = chance.pick([{ by: 'whsec_other' }, { bent: -400 }, { bent: 86_400 }]);
      if ((await deliver(made, how)) !== 400) counted.taken += 1;
    }
    await deliver(event);
  });
  return counted;
}

async function runJobs(): Promise<void> {
  const { jobs } = world.services.platform;
  const { billingSync } = world.services.billing;
  for (;;) {
    const claimed = await jobs.fetch('billing-sync', 50);
    if (claimed.length === 0) return;
    await runConcurrently(claimed, 8, async ({ id, data }) => {
      await billingSync.sync(data.customerId);
      await jobs.complete('billing-sync', id);
    });
  }
}

async function planAtStripe(customer: string): Promise<string> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
  const plans = data
    .filter(({ status }) => ['trialing', 'active', 'past_due'].includes(status))
    .map(({ items }) => items.data[0]?.price.lookup_key ?? '');
  if (plans.some((key) => key.includes('premium'))) return 'premium';
  return plans.length > 0 ? 'pro' : 'free';
}

async function planHere(customer: string): Promise<string> {
  const found = await sql<{ plan: string }>`
    select w.plan from workspaces w join billing_customers c on c.workspace_id = w.id
    where c.customer_id = ${customer}`.execute(world.database.db);
  return found.rows[0]?.plan ?? '';
}

async function listEvents(): Promise<Stripe.Event[]> {
  const all: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ limit: 100 })) all.push(event);
  return all;
}

test(`${HISTORIES} histories of shuffled, repeated, missing and forged events end in the right plan`, async () => {
  for (const plan of ['pro', 'premium'] as const) {
    const { data } = await stripe.prices.list({ lookup_keys: [`pontual_${plan}_monthly`] });
    prices[plan] = data[0]?.id ?? '';
  }
  const customers: string[] = [];
  await runConcurrently(
    Array.from({ length: HISTORIES }, (_, index) => index),
    8,
    async () => {
      customers.push(await aCustomer());
    },
  );
  const known = new Set<string>();
  const forgeries = { forged: 0, taken: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    await runConcurrently(customers, 8, randomAction);
    const fresh = (await listEvents()).filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    const { forged, taken } = await deliverEvents(fresh);
    forgeries.forged += forged;
    forgeries.taken += taken;
    await runJobs();
  }
  await world.services.billing.billingReconciliation.compareAll();
  await runJobs();

  const wrong: string[] = [];
  const plans = new Map<string, number>();
  await runConcurrently(customers, 8, async (customer) => {
    const [there, here] = [await planAtStripe(customer), await planHere(customer)];
    plans.set(there, (plans.get(there) ?? 0) + 1);
    if (there !== here) wrong.push(`${customer}: ${there} at Stripe, ${here} here`);
  });
  const played = { seed: SEED, events: known.size, ...forgeries };
  expect({ ...played, wrong }).toEqual({ ...played, wrong: [], taken: 0 });
  expect([...plans.keys()].toSorted()).toEqual(['free', 'premium', 'pro']);
}, 900_000);
