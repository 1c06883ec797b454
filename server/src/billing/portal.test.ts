import type { SubscriptionStatus } from '@pontual/contract/billing/billing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, type Client } from '../../testing/factories.ts';
import { deliverAccountEmails } from '../../testing/account-emails.ts';
import { aPayingUser, customerOf, stripeOf, subscriptionOf } from '../../testing/stripe-fake.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const DAY = 86_400_000;

const refreshed = async (client: Client) =>
  dataOf(await client.post<SubscriptionStatus>('/subscription/refresh'));
const portalOf = async (client: Client) =>
  dataOf(await client.post<{ url: string }>('/subscription/portal')).url;
const portalConfigurations = async () => {
  const { data } = await stripeOf(world).billingPortal.configurations.list({ active: true });
  return data.filter(({ metadata }) => metadata?.['pontual_portal'] !== undefined);
};

async function choose(client: Client, plan: 'pro' | 'premium'): Promise<void> {
  const { data } = await stripeOf(world).prices.list({
    lookup_keys: [`pontual_${plan}_monthly`],
  });
  const id = await subscriptionOf(world, client);
  const chosen = await fetch(`${await portalOf(client)}/update/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ price: data[0]?.id ?? '' }),
    redirect: 'manual',
  });
  expect(chosen.status).toBe(303);
}

test('concurrent processes create one portal configuration as our pages describe it, and repair an outdated one', async () => {
  await Promise.all([1, 2, 3].map(() => world.services.billing.preparePortal()));
  const [made, another] = await portalConfigurations();
  expect(another).toBeUndefined();
  expect(made?.features).toMatchObject({
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      proration_behavior: 'always_invoice',
      schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      trial_update_behavior: 'continue_trial',
    },
  });
  await stripeOf(world).billingPortal.configurations.update(made?.id ?? '', {
    features: { subscription_cancel: { enabled: false } },
    metadata: { pontual_portal: 'an older one' },
  });
  await world.services.billing.preparePortal();
  const [mended, second] = await portalConfigurations();
  expect(second).toBeUndefined();
  expect(mended).toMatchObject({
    id: made?.id,
    features: { subscription_cancel: { enabled: true } },
  });
});

test('a larger plan begins and is charged immediately', async () => {
  const client = await aPayingUser(world, 'pro');
  await choose(client, 'premium');
  expect((await refreshed(client)).subscription).toMatchObject({ plan: 'premium', nextPlan: null });
  const customer = await customerOf(world, client);
  const [last] = (await stripeOf(world).invoices.list({ customer })).data;
  expect(last).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
});

test('a smaller plan begins with the next period, and the owner gets an email', async () => {
  const client = await aPayingUser(world, 'premium');
  await choose(client, 'pro');
  expect(await refreshed(client)).toMatchObject({
    user: { plan: 'premium' },
    subscription: { plan: 'premium', nextPlan: 'pro' },
  });
  await refreshed(client);
  const subjects = (await deliverAccountEmails(world, client.user.email)).map(
    ({ subject }) => subject,
  );
  expect(subjects.filter((subject) => subject === 'Seu plano muda para o Pro')).toHaveLength(1);
  const customer = await customerOf(world, client);
  await world.advanceTime(32 * DAY);
  await world.services.billing.billingSync.sync(customer);
  const { data } = await stripeOf(world).subscriptions.list({ customer });
  expect(data[0]?.items.data[0]?.price.lookup_key).toBe('pontual_pro_monthly');
  const laterSubjects = (await deliverAccountEmails(world, client.user.email)).map(
    ({ subject }) => subject,
  );
  expect(laterSubjects).toContain('Seu plano agora é o Pro');
});

test('a scheduled plan change does not prevent a cancellation', async () => {
  const client = await aPayingUser(world, 'premium');
  await choose(client, 'pro');
  await refreshed(client);
  const { subscription } = dataOf(await client.post<SubscriptionStatus>('/subscription/cancel'));
  expect(subscription).toMatchObject({ plan: 'premium', nextPlan: null });
  expect(subscription?.cancelAt).toBe(subscription?.currentPeriodEnd);
});

test('the daily reconciliation finds a scheduled plan change that no event reported', async () => {
  const client = await aPayingUser(world, 'premium');
  await choose(client, 'pro');
  const { billingReconciliation } = world.services.billing;
  const { jobs } = world.services.platform;
  await billingReconciliation.compareAll();
  const sent = await jobs.fetch('billing-sync', 50);
  const customer = await customerOf(world, client);
  expect(sent.map(({ data }) => data.customerId)).toContain(customer);
});
