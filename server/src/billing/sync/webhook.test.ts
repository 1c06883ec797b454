import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aUser } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const MINUTE = 60;

/** `signedIn` is the offset of its signature in seconds. */
function anEvent({
  id = `evt_${newId()}`,
  customer = 'cus_nobody',
  signedIn = 0,
  secret = world.serviceOptions.env.STRIPE_WEBHOOK_SECRET,
} = {}) {
  const object = { id: 'sub_1', object: 'subscription', customer };
  const payload = JSON.stringify({
    id,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object },
  });
  const timestamp = Math.floor(world.now().getTime() / 1000) + signedIn;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { id, payload, signature };
}

const send = (payload: string, signature?: string) =>
  fetch(`${world.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    body: payload,
  });

async function countEvents(id: string): Promise<number> {
  const found = await sql`select from billing_events where id = ${id}`.execute(world.database.db);
  return found.rows.length;
}

async function countJobs(customerId: string): Promise<number> {
  const found = await sql`select from pgboss.job
    where name = 'billing-sync' and data->>'customerId' = ${customerId}`.execute(world.database.db);
  return found.rows.length;
}

async function aCustomer(): Promise<string> {
  const client = await aUser(world);
  const customer = `cus_${newId()}`;
  await sql`insert into billing_customers (workspace_id, customer_id)
    select workspace_id, ${customer} from workspace_members
    where user_id = ${client.user._id}`.execute(world.database.db);
  return customer;
}

describe('an event', () => {
  test('enqueues one sync of its customer, however often it arrives', async () => {
    const customer = await aCustomer();
    const { id, payload, signature } = anEvent({ customer });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(payload, signature)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await countEvents(id)).toBe(1);
    expect(await countJobs(customer)).toBe(1);
  });

  test('of an unknown customer is accepted and changes nothing', async () => {
    const { payload, signature } = anEvent({ customer: 'cus_somebody_else' });
    expect((await send(payload, signature)).status).toBe(200);
    expect(await countJobs('cus_somebody_else')).toBe(0);
  });

  test('is accepted within the clock tolerance in both directions', async () => {
    for (const signedIn of [-4 * MINUTE, 4 * MINUTE]) {
      const { payload, signature } = anEvent({ signedIn });
      expect((await send(payload, signature)).status).toBe(200);
    }
  });
});

describe('an event is refused and not stored', () => {
  const refusals: [string, () => { id: string; payload: string; signature: string | undefined }][] =
    [
      ['without a signature', () => ({ ...anEvent(), signature: undefined })],
      ['signed with another secret', () => anEvent({ secret: 'whsec_stolen' })],
      ['changed after it was signed', () => tampered(anEvent())],
      ['signed six minutes ago', () => anEvent({ signedIn: -6 * MINUTE })],
      ['signed for six minutes from now', () => anEvent({ signedIn: 6 * MINUTE })],
      ['signed for tomorrow', () => anEvent({ signedIn: 24 * 60 * MINUTE })],
      ['signed twice, for now and for tomorrow', () => doublySigned()],
      ['with a signature that is none', () => ({ ...anEvent(), signature: 't=now,v1=00' })],
    ];
  test.each(refusals)('%s', async (_what, make) => {
    const { id, payload, signature } = make();
    const answer = await send(payload, signature);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'WEBHOOK_INVALID' });
    expect(await countEvents(id)).toBe(0);
  });

  test('larger than any event of Stripe', async () => {
    expect((await send(`{"a":"${'x'.repeat(300 * 1024)}"}`, 't=1,v1=0')).status).toBe(413);
  });
});

/** A caller who has the secret for a moment could store a signature for later. */
function doublySigned() {
  const event = anEvent({ signedIn: 24 * 60 * MINUTE });
  return {
    ...event,
    signature: `t=${Math.floor(world.now().getTime() / 1000)},${event.signature}`,
  };
}

function tampered(event: ReturnType<typeof anEvent>) {
  return { ...event, payload: event.payload.replace('cus_nobody', 'cus_mallory') };
}
