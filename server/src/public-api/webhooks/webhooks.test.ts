// One file, because every case needs a receiver that verifies signatures.
import type { AuditEntry } from '@pontual/contract/identity/members.ts';
import type { Webhook } from '@pontual/contract/public-api/webhooks.ts';
import { sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aScheduledPost,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { deliverAccountEmails } from '../../../testing/account-emails.ts';
import { aWebhook, deliveriesOf, deliverWebhooks } from '../../../testing/integrations.ts';
import { deliverMessages } from '../../../testing/outbox.ts';
import { insertNotification, setPostState } from '../../../testing/push.ts';
import {
  startWebhookReceiver,
  type ReceivedWebhook,
  type WebhookReceiver,
} from '../../../testing/webhook-receiver.ts';
import { setPublished } from '../../../testing/published-posts.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { isWebhookAddress } from './address.ts';
import { newSecret, sign } from './signature.ts';
import { createWebhookTransport } from './transport.ts';

const NO_MATCH = 'No matching signature found';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let world: World;
let receiver: WebhookReceiver;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  client = await aConnectedUser(world);
});
afterEach(() => receiver.stop());

const webhooksOf = async (whose: Client) =>
  dataOf(await whose.get<{ webhooks: Webhook[] }>('/webhooks')).webhooks;
const types = () => receiver.received.map(({ message }) => message.type);
/** The reference library of Standard Webhooks also checks the timestamp. */
function verify(secret: string, { headers, body }: ReceivedWebhook): void {
  vi.useFakeTimers({ toFake: ['Date'], now: world.now() });
  try {
    new Verifier(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

async function advanceInSteps(ms: number, step: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    await world.advanceTime(step);
    await deliverMessages(world, 'webhook');
  }
}

describe('a post', () => {
  test('sends one event each when it is scheduled, moved and published', async () => {
    const { webhook, secret } = await aWebhook(client, receiver.url);
    const post = await aScheduledPost(world, client, { caption: 'Três peças', dueInMs: DAY });
    await deliverWebhooks(world);
    expect(receiver.received[0]?.message).toEqual({
      type: 'post.scheduled',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        post: {
          _id: post._id,
          mediaType: 'IMAGE',
          status: 'scheduled',
          caption: 'Três peças',
          scheduledTime: post.scheduledTime,
          publishedAt: null,
          instagramAccountId: expect.any(String),
          instagramUsername: 'atelie.barro',
          permalink: null,
        },
        issue: null,
      },
    });
    const scheduledTime = new Date(world.now().getTime() + 2 * HOUR).toISOString();
    await client.put(`/scheduled/${post._id}`, aFormOf({ scheduledTime }));
    await deliverWebhooks(world);
    await setPublished(world.database.db, post._id);
    await deliverWebhooks(world);
    await deliverWebhooks(world);
    expect(types()).toEqual(['post.scheduled', 'post.scheduled', 'post.published']);
    expect(receiver.received[1]?.message.data.post).toMatchObject({ scheduledTime });
    for (const one of receiver.received) verify(secret, one);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(3);
    expect(await deliveriesOf(client, webhook._id)).toMatchObject([
      { type: 'post.published', state: 'delivered', attempts: 1, lastAnswer: 'HTTP 204' },
      { state: 'delivered' },
      { state: 'delivered' },
    ]);
  });

  test('at risk or failed sends an event with the cause', async () => {
    await aWebhook(client, receiver.url, ['post.at_risk', 'post.failed']);
    const [risky, failed] = [
      await aScheduledPost(world, client, { dueInMs: HOUR }),
      await aScheduledPost(world, client, { dueInMs: HOUR }),
    ];
    await insertNotification(world, risky._id);
    await setPostState(world, failed._id, 'failed');
    await insertNotification(world, failed._id);
    await deliverWebhooks(world);
    const messages = receiver.received.map(({ message }) => message);
    const issue = { code: '36003', action: 'change_media', message: expect.any(String) };
    expect(messages).toHaveLength(2);
    expect(messages).toContainEqual(
      expect.objectContaining({
        type: 'post.at_risk',
        data: { post: expect.objectContaining({ _id: risky._id }), issue },
      }),
    );
    expect(messages).toContainEqual(
      expect.objectContaining({
        type: 'post.failed',
        data: { post: expect.objectContaining({ _id: failed._id }), issue },
      }),
    );
  });

  test('with an unknown outcome sends an event of its own and no failure', async () => {
    await aWebhook(client, receiver.url, ['post.failed', 'post.unknown_outcome']);
    const post = await aScheduledPost(world, client, { dueInMs: HOUR });
    await setPostState(world, post._id, 'error');
    await insertNotification(world, post._id, 'unverifiable');
    await deliverWebhooks(world);
    expect(receiver.received.map(({ message }) => message)).toEqual([
      expect.objectContaining({
        type: 'post.unknown_outcome',
        data: {
          post: expect.objectContaining({ _id: post._id, status: 'error' }),
          issue: expect.objectContaining({ code: 'unverifiable' }),
        },
      }),
    ]);
  });

  test('sends only subscribed events and only to its own workspace', async () => {
    const other = await aConnectedUser(world);
    await aWebhook(client, receiver.url, ['post.published']);
    await aScheduledPost(world, other);
    await aScheduledPost(world, client);
    await aDraft(client);
    await deliverWebhooks(world);
    expect(types()).toEqual([]);
  });

  test('from before the webhook existed or while it was disabled sends nothing', async () => {
    await aScheduledPost(world, client);
    await world.advanceTime(MINUTE);
    const { webhook } = await aWebhook(client, receiver.url);
    const turn = (enabled: boolean) => client.put(`/webhooks/${webhook._id}`, { enabled });
    await turn(false);
    await aScheduledPost(world, client);
    await deliverWebhooks(world);
    await world.advanceTime(MINUTE);
    await turn(true);
    await deliverWebhooks(world);
    expect(types()).toEqual([]);
    await aScheduledPost(world, client);
    await deliverWebhooks(world);
    expect(types()).toEqual(['post.scheduled']);
  });
});

describe('an address that does not accept a delivery', () => {
  test('gets retries for a day with the same id', async () => {
    receiver.respondWith(500);
    const { webhook, secret } = await aWebhook(client, receiver.url);
    await aScheduledPost(world, client, { dueInMs: 5 * DAY });
    await deliverWebhooks(world);
    expect(await deliveriesOf(client, webhook._id)).toMatchObject([
      { state: 'waiting', attempts: 1, lastAnswer: 'HTTP 500' },
    ]);
    await advanceInSteps(26 * HOUR, 20 * MINUTE);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(1);
    expect(await deliveriesOf(client, webhook._id)).toMatchObject([
      { state: 'given_up', attempts: 8, nextAttemptAt: null },
    ]);
    expect((await webhooksOf(client))[0]).toMatchObject({ disabledAt: null });
    const times = receiver.received.map(({ headers }) => headers['webhook-timestamp']);
    expect(new Set(times).size).toBe(8);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  });

  test('has a delivery that is listed as sending while it responds', async () => {
    const { webhook } = await aWebhook(client, receiver.url);
    let shown: unknown;
    receiver.runBeforeResponse(async () => {
      [shown] = await deliveriesOf(client, webhook._id);
    });
    await client.post(`/webhooks/${webhook._id}/test`);
    await deliverWebhooks(world);
    expect(shown).toMatchObject({ state: 'sending', attempts: 1, nextAttemptAt: null });
    expect(await deliveriesOf(client, webhook._id)).toMatchObject([{ state: 'delivered' }]);
  });

  test('and then accepts it gets the event once', async () => {
    receiver.hangUp();
    const { webhook } = await aWebhook(client, receiver.url);
    await aScheduledPost(world, client, { dueInMs: DAY });
    await deliverWebhooks(world);
    expect(await deliveriesOf(client, webhook._id)).toMatchObject([
      { state: 'waiting', lastAnswer: 'Não foi possível conectar' },
    ]);
    receiver.respondWith(200);
    await advanceInSteps(HOUR, 10 * MINUTE);
    expect(receiver.received).toHaveLength(2);
    expect(await deliveriesOf(client, webhook._id)).toMatchObject([
      { state: 'delivered', attempts: 2 },
    ]);
    expect((await webhooksOf(client))[0]).toMatchObject({ failingSince: null });
  });

  test('delays retries by Retry-After, but by an hour at most', async () => {
    receiver.respondWith(429, { 'retry-after': '86400' });
    const { webhook } = await aWebhook(client, receiver.url);
    await aScheduledPost(world, client, { dueInMs: DAY });
    await deliverWebhooks(world);
    const [{ nextAttemptAt } = { nextAttemptAt: null }] = await deliveriesOf(client, webhook._id);
    const wait = Date.parse(nextAttemptAt ?? '') - world.now().getTime();
    expect(Math.round(wait / MINUTE)).toBe(60);
  });

  test('for five days gets no further event, and the owner is notified', async () => {
    receiver.respondWith(503);
    const { webhook } = await aWebhook(client, receiver.url);
    await sql`update webhooks set failing_since = app_now() - interval '5 days 1 minute'
      where id = ${webhook._id}`.execute(world.database.db);
    await aScheduledPost(world, client, { dueInMs: DAY });
    await deliverWebhooks(world);
    expect((await webhooksOf(client))[0]).toMatchObject({
      disabledAt: expect.any(String),
      isDisabledByFailures: true,
    });
    const mails = await deliverAccountEmails(world, client.user.email);
    const mail = mails.find(({ subject }) => subject === 'Um webhook seu foi desligado');
    expect(mail?.text).toContain('não aceitou nada por 5 dias (HTTP 503)');
    receiver.respondWith(200);
    const on = await client.put<{ webhook: Webhook }>(`/webhooks/${webhook._id}`, {
      enabled: true,
    });
    expect(dataOf(on).webhook).toMatchObject({
      disabledAt: null,
      isDisabledByFailures: false,
      failingSince: null,
    });
  });

  test('and returns 410 is disabled at once', async () => {
    receiver.respondWith(410);
    await aWebhook(client, receiver.url);
    await aScheduledPost(world, client, { dueInMs: DAY });
    await deliverWebhooks(world);
    expect((await webhooksOf(client))[0]).toMatchObject({ isDisabledByFailures: true });
  });

  test('and returns 410 gets no retry of a delivery that was in flight', async () => {
    receiver.respondWith(410);
    const { webhook } = await aWebhook(client, receiver.url);
    await aScheduledPost(world, client, { dueInMs: DAY });
    await aScheduledPost(world, client, { dueInMs: DAY, caption: 'Outra fornada' });
    const { outbox } = world.services.platform;
    await world.services.publicApi.enqueueDeliveries('24 hours');
    const [first, second] = await outbox.claim('webhook', 2);
    if (first === undefined || second === undefined) throw new Error('two deliveries are expected');
    const held = receiver.holdNextResponse();
    const inFlight = outbox.deliver('webhook', first);
    const respondLate = await held;
    await outbox.deliver('webhook', second);
    respondLate(500);
    await inFlight;
    const states = (await deliveriesOf(client, webhook._id)).map(({ state }) => state);
    expect(states).toEqual(['given_up', 'given_up']);
  });

  test('and redirects is not followed', async () => {
    const elsewhere = await startWebhookReceiver();
    receiver.respondWith(307, { location: elsewhere.url });
    const { webhook } = await aWebhook(client, receiver.url);
    await aScheduledPost(world, client, { dueInMs: DAY });
    await deliverWebhooks(world);
    await elsewhere.stop();
    expect(elsewhere.received).toEqual([]);
    expect(await deliveriesOf(client, webhook._id)).toMatchObject([{ lastAnswer: 'HTTP 307' }]);
  });
});

describe('the secret', () => {
  test('creates signatures that others cannot forge and that detect changes', async () => {
    const { secret } = await aWebhook(client, receiver.url);
    await aScheduledPost(world, client);
    await deliverWebhooks(world);
    const [one] = receiver.received;
    if (one === undefined) throw new Error('nothing has arrived');
    expect(() => verify(secret, { ...one, body: `${one.body} ` })).toThrow(NO_MATCH);
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, one)).toThrow(NO_MATCH);
  });

  test('that was renewed signs beside the previous one for a day', async () => {
    const { webhook, secret: former } = await aWebhook(client, receiver.url);
    const renewed = await client.post<{ secret: string }>(`/webhooks/${webhook._id}/secret`);
    const { secret } = dataOf(renewed);
    await aScheduledPost(world, client);
    await deliverWebhooks(world);
    const [one] = receiver.received;
    if (one === undefined) throw new Error('nothing has arrived');
    verify(secret, one);
    verify(former, one);
    await world.advanceTime(DAY + MINUTE);
    await client.post(`/webhooks/${webhook._id}/test`);
    await deliverWebhooks(world);
    expect(receiver.received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,[\w+/]+=*$/);
  });

  test('is not stored in plain text', async () => {
    const { secret } = await aWebhook(client, receiver.url);
    const found = await sql<{ row: string }>`select w::text as row from webhooks w`.execute(
      world.database.db,
    );
    expect(found.rows.length).toBeGreaterThan(0);
    expect(found.rows.filter(({ row }) => row.includes(secret.slice(6)))).toEqual([]);
  });
});

test('a test is sent once, also to a disabled webhook, and shows its result', async () => {
  const { webhook } = await aWebhook(client, receiver.url);
  await client.put(`/webhooks/${webhook._id}`, { enabled: false });
  receiver.respondWith(404);
  expect(await client.post(`/webhooks/${webhook._id}/test`)).toMatchObject({
    status: 202,
    body: { data: { delivery: { type: 'webhook.test', state: 'waiting', attempts: 0 } } },
  });
  await deliverWebhooks(world);
  await advanceInSteps(HOUR, 20 * MINUTE);
  expect(receiver.received).toHaveLength(1);
  expect(await deliveriesOf(client, webhook._id)).toMatchObject([
    { state: 'given_up', attempts: 1, lastAnswer: 'HTTP 404' },
  ]);
});

test('deliveries are deleted after a week', async () => {
  const { webhook } = await aWebhook(client, receiver.url);
  await client.post(`/webhooks/${webhook._id}/test`);
  await deliverWebhooks(world);
  await sql`update webhook_deliveries set created_at = app_now() - interval '8 days'
    where webhook_id = ${webhook._id}`.execute(world.database.db);
  await world.services.deleteExpired();
  expect(await deliveriesOf(client, webhook._id)).toEqual([]);
});

test('a workspace has at most five webhooks, also after parallel requests', async () => {
  for (let count = 0; count < 4; count += 1) await aWebhook(client, receiver.url);
  const body = { url: receiver.url, events: ['post.failed'] };
  const responses = await Promise.all([1, 2, 3].map(() => client.post('/webhooks', body)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'WEBHOOKS_FULL',
    message: 'Você já tem 5 webhooks. Remova um da lista e tente de novo.',
  });
});

test.each([
  'http://exemplo.com.br/avisos',
  'https://10.0.0.1/avisos',
  'https://intranet/avisos',
  'https://metadata.google.internal/avisos',
  'https://ana:senha@exemplo.com.br/avisos',
  'https://exemplo.com.br:22/avisos',
  'ftp://exemplo.com.br/avisos',
  'não é um endereço',
])('%s is refused as an address', async (url) => {
  expect(await client.post('/webhooks', { url, events: ['post.failed'] })).toMatchObject({
    status: 400,
    body: { code: 'WEBHOOK_URL', errors: { url: expect.stringContaining('https://') } },
  });
});

test.each([
  ['http://localhost:4000/x', true, true],
  ['http://127.0.0.1:4000/x', false, false],
  ['https://localhost/x', false, false],
  ['https://exemplo.com.br/x', false, true],
  ['https://exemplo.com.br:8443/x', false, true],
])('%s with ALLOW_LOOPBACK_URLS set to %s is allowed: %s', (url, allowsLoopback, isTaken) => {
  expect(isWebhookAddress(url, allowsLoopback)).toBe(isTaken);
});

test.each(['localhost', '127.0.0.1'])(
  'an installation does not connect to %s unless told so',
  async (host) => {
    const { send } = createWebhookTransport({ allowsLoopback: false });
    const message = sign({ id: 'a', body: '{}', now: new Date() }, [newSecret()]);
    const url = receiver.url.replace('127.0.0.1', host);
    expect(await send(url, message)).toEqual({ failure: 'not_public' });
    expect(receiver.received).toEqual([]);
  },
);

test('an owner reads in the audit log and by email that the address or the secret changed', async () => {
  const { webhook } = await aWebhook(client, receiver.url);
  const { email } = client.user;
  const known = (await deliverAccountEmails(world, email)).length;
  const url = 'https://outro.exemplo.com.br/avisos';
  dataOf(await client.put(`/webhooks/${webhook._id}`, { url }));
  dataOf(await client.post(`/webhooks/${webhook._id}/secret`));
  const emails = (await deliverAccountEmails(world, email)).slice(known);
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
    'O endereço de um webhook seu mudou',
    'O segredo de um webhook seu foi trocado',
  ]);
  const { host } = new URL(receiver.url);
  const { entries } = dataOf(await client.get<{ entries: AuditEntry[] }>('/members/audit'));
  expect(entries.slice(0, 2).map(({ text }) => text)).toEqual([
    'trocou o segredo do webhook de outro.exemplo.com.br',
    `mudou o endereço de um webhook de ${host} para outro.exemplo.com.br`,
  ]);
});
