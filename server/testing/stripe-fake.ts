import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { newId } from '../src/platform/ids.ts';
import { aUser, dataOf, type Client } from './factories.ts';
import type { World } from './world.ts';

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  /** Accepted when it is saved and refused at each charge. */
  chargeFails: '4000 0000 0000 0341',
  /** Its owner disputes each charge. */
  disputed: '4000 0000 0000 0259',
  /** Refunds to it fail an hour later. */
  refusesRefunds: '4000 0000 0000 5126',
} as const;

export function stripeOf(world: World): Stripe {
  const { hostname, port } = new URL(world.serviceOptions.env.STRIPE_API_URL);
  return new Stripe(world.serviceOptions.env.STRIPE_SECRET_KEY, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
  });
}

export async function sendStripeEvent(world: World, type: string, object: object): Promise<number> {
  const payload = JSON.stringify({ id: `evt_${newId()}`, object: 'event', type, data: { object } });
  const timestamp = Math.floor(world.now().getTime() / 1000);
  const secret = world.serviceOptions.env.STRIPE_WEBHOOK_SECRET;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const answer = await fetch(`${world.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  return answer.status;
}

export async function pay(url: string, card: keyof typeof cards = 'good'): Promise<boolean> {
  const paid = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({
      number: cards[card],
      expiry: '12/40',
      cvc: '123',
      name: 'Marina Barro',
    }),
    redirect: 'manual',
  });
  return paid.status === 303;
}

export const openCheckout = async (client: Client, plan: 'pro' | 'premium') =>
  dataOf(await client.post<{ url: string }>('/subscription/checkout', { plan })).url;

/** Sends no webhook. */
export async function subscribe(
  client: Client,
  plan: 'pro' | 'premium' = 'pro',
  card: keyof typeof cards = 'good',
): Promise<void> {
  if (!(await pay(await openCheckout(client, plan), card))) throw new Error('not paid');
}

export async function workspaceOf(world: World, { user }: Client): Promise<string> {
  const found = await sql<{ workspace_id: string }>`
    select workspace_id from workspace_members where user_id = ${user._id} and role = 'owner'`.execute(
    world.database.db,
  );
  return found.rows[0]?.workspace_id ?? '';
}

export async function customerOf(world: World, client: Client): Promise<string> {
  const found = await sql<{ customer_id: string }>`
    select customer_id from billing_customers
    where workspace_id = ${await workspaceOf(world, client)}`.execute(world.database.db);
  return found.rows[0]?.customer_id ?? '';
}

export async function subscriptionOf(world: World, client: Client): Promise<string> {
  const customer = await customerOf(world, client);
  const { data } = await stripeOf(world).subscriptions.list({ customer, status: 'all' });
  return data[0]?.id ?? '';
}

/** The trial is over; `card` decides whether the payment succeeds. */
export async function aPayingUser(
  world: World,
  plan: 'pro' | 'premium' = 'pro',
  card: keyof typeof cards = 'good',
): Promise<Client> {
  const client = await aUser(world);
  await subscribe(client, plan, card);
  const id = await subscriptionOf(world, client);
  await stripeOf(world).subscriptions.update(id, { trial_end: 'now' });
  await client.post('/subscription/refresh');
  return client;
}

/** In cents. */
export async function refundedAmount(world: World, client: Client): Promise<number> {
  const customer = await customerOf(world, client);
  const charges = await stripeOf(world).charges.list({ customer });
  return charges.data.reduce((sum, { amount_refunded: amount }) => sum + amount, 0);
}

/** Beside the subscription of the customer, who then has two. */
export async function buySecondSubscription(world: World, customer: string): Promise<void> {
  const stripe = stripeOf(world);
  const [price] = (await stripe.prices.list({ lookup_keys: ['pontual_premium_monthly'] })).data;
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: price?.id ?? '', quantity: 1 }],
    success_url: 'http://localhost/',
  });
  await pay(session.url ?? '');
}
