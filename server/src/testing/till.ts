import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { dataOf, type Client } from './factories.ts';
import type { World } from './world.ts';

/** The card provider's own test cards. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  /** Taken when it is given, refused at each charge. */
  chargeFails: '4000 0000 0000 0341',
} as const;

/** The card provider's own client. */
export function stripeOf(world: World): Stripe {
  const { hostname, port } = new URL(world.parts.env.STRIPE_API_URL);
  return new Stripe(world.parts.env.STRIPE_SECRET_KEY, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
  });
}

/** Sends the form of a checkout's page; true when it leads back. */
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

/** The page on which a plan is subscribed to. */
export const checkoutPage = async (client: Client, plan: 'pro' | 'premium') =>
  dataOf(await client.post<{ url: string }>('/subscription/checkout', { plan })).url;

/** Pays for a plan; nobody has been told of it yet. */
export async function subscribe(
  client: Client,
  plan: 'pro' | 'premium' = 'pro',
  card: keyof typeof cards = 'good',
): Promise<void> {
  if (!(await pay(await checkoutPage(client, plan), card))) throw new Error('not paid');
}

export async function workspaceOf(world: World, { user }: Client): Promise<string> {
  const found = await sql<{ workspace_id: string }>`
    select workspace_id from workspace_members where user_id = ${user._id}`.execute(
    world.database.db,
  );
  return found.rows[0]?.workspace_id ?? '';
}

/** Who somebody is at the card provider. */
export async function customerOf(world: World, client: Client): Promise<string> {
  const found = await sql<{ customer_id: string }>`
    select customer_id from billing_customers
    where workspace_id = ${await workspaceOf(world, client)}`.execute(world.database.db);
  return found.rows[0]?.customer_id ?? '';
}
