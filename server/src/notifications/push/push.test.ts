// One file, because every case needs a device and the push service of the sandbox.
import { createHash } from 'node:crypto';
import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { MAX_PUSH_DEVICES, type PushDevice } from '@pontual/contract/notifications/push.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyRing } from '../../platform/key-ring.ts';
import { HELD_BY_PAUSE } from '@pontual/contract/posts/issue-codes.ts';
import { downloadExport } from '../../../testing/export-archives.ts';
import {
  aConnectedUser,
  aScheduledPost,
  aUser,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { addMember } from '../../../testing/members.ts';
import { rotateSecrets } from '../../operations/sealed-secrets.ts';
import { deliverMessages } from '../../../testing/outbox.ts';
import {
  aBrowser,
  insertNotification,
  aSubscribedBrowser,
  setPostState,
  pushOf,
  deliverPushes,
} from '../../../testing/push.ts';
import { setPublished } from '../../../testing/published-posts.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  // pg-boss calls this function for the current time; here it returns the test clock.
  await sql`create or replace function pgboss.job_now() returns timestamptz language sql stable as
    'select app_now()'`.execute(world.database.db);
});
afterAll(() => world.stop());

const devicesOf = async (client: Client) => (await pushOf(client)).devices;
const save = (client: Client, body: object) =>
  client.put<{ device: PushDevice }>('/account/push', body);

describe('a device', () => {
  test('gets all kinds of messages by default', async () => {
    const client = await aUser(world);
    const subscription = await aBrowser(world, client);
    const device = {
      device: 'Dispositivo desconhecido',
      kinds: { published: true, atRisk: true, failed: true },
      lastSentAt: null,
      isCurrent: true,
    };
    expect(dataOf(await save(client, subscription))).toMatchObject({ device });
    expect(await devicesOf(client)).toMatchObject([device]);
  });

  test('stays one device with its preferences when its page subscribes repeatedly', async () => {
    const client = await aUser(world);
    const subscription = await aBrowser(world, client);
    const { device } = dataOf(await save(client, subscription));
    await client.put(`/account/push/${device._id}`, { published: false });
    await save(client, subscription);
    expect(await devicesOf(client)).toMatchObject([
      { _id: device._id, kinds: { published: false, atRisk: true, failed: true } },
    ]);
  });

  test('keeps its preferences when its browser changes the endpoint', async () => {
    const client = await aUser(world);
    await aSubscribedBrowser(world, client, { published: false });
    await save(client, await aBrowser(world, client));
    expect(await devicesOf(client)).toMatchObject([{ kinds: { published: false } }]);
  });

  test('belongs only to the user who subscribed last', async () => {
    const [client, next] = [await aUser(world), await aUser(world)];
    const subscription = await aBrowser(world, client);
    await save(client, subscription);
    await save(next, subscription);
    expect(await devicesOf(client)).toEqual([]);
    expect(await devicesOf(next)).toHaveLength(1);
  });

  test('is removed by its owner, and a second removal returns 404', async () => {
    const client = await aUser(world);
    const { device } = await aSubscribedBrowser(world, client);
    expect(await client.delete(`/account/push/${device._id}`)).toMatchObject({ status: 200 });
    expect(await client.delete(`/account/push/${device._id}`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'Este aparelho já não recebe avisos.' },
    });
    expect(await client.put(`/account/push/${device._id}`, {})).toMatchObject({ status: 404 });
  });

  test('beyond the tenth is refused, but a known one can be saved again', async () => {
    const client = await aUser(world);
    const { email } = client.user;
    for (let count = 0; count < MAX_PUSH_DEVICES; count += 1) {
      const json = { email, password: PASSWORD };
      const { token } = dataOf(
        await request<{ token: string }>(world, 'POST', '/auth/login', { json }),
      );
      const subscription = await aBrowser(world, client);
      const saved = await request(world, 'PUT', '/account/push', { token, json: subscription });
      expect(saved.status).toBe(200);
      expect(await request(world, 'PUT', '/account/push', { token, json: subscription })).toEqual(
        saved,
      );
    }
    expect(await save(client, await aBrowser(world, client))).toMatchObject({
      status: 409,
      body: { code: 'PUSH_DEVICES_FULL', message: expect.stringContaining('10 aparelhos') },
    });
  });

  test.each([
    ['http://push.example.com/1'],
    ['https://localhost/1'],
    ['https://127.0.0.1/1'],
    ['https://2130706433/1'],
    ['https://0x7f.1/1'],
    ['https://[::1]/1'],
    ['https://[::ffff:10.0.0.1]/1'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://8.8.8.8/1'],
    ['https://metadata.google.internal/1'],
    ['https://printer.local./1'],
    ['https://intranet/1'],
    ['https://push.example.com:8443/1'],
    ['https://ana:senha@push.example.com/1'],
    ['file:///etc/passwd'],
    ['logo'],
  ])('with the endpoint %s is refused', async (endpoint) => {
    const client = await aUser(world);
    const { keys } = await aBrowser(world, client);
    expect(await save(client, { endpoint, keys })).toMatchObject({
      status: 400,
      body: { code: 'PUSH_ENDPOINT_INVALID' },
    });
    expect(await devicesOf(client)).toEqual([]);
  });

  test('with invalid keys is refused', async () => {
    const client = await aUser(world);
    const { endpoint, keys } = await aBrowser(world, client);
    const bent = { ...keys, p256dh: `BA${'A'.repeat(85)}` };
    expect(await save(client, { endpoint, keys: bent })).toMatchObject({
      status: 400,
      body: { code: 'PUSH_ENDPOINT_INVALID' },
    });
  });

  test('stores neither its endpoint nor its keys in plain text', async () => {
    const client = await aUser(world);
    const { endpoint, keys } = await aBrowser(world, client);
    await save(client, { endpoint, keys });
    const { rows } = await sql`select * from push_subscriptions`.execute(world.database.db);
    const text = JSON.stringify(rows);
    for (const secret of [endpoint, keys.auth, keys.p256dh]) expect(text).not.toContain(secret);
    expect(text).toContain(client.user._id);
  });
});

describe('the end of a session', () => {
  test('removes its device after a logout here, from another device, or of all devices', async () => {
    const client = await aUser(world);
    const { email } = client.user;
    const elsewhere = async () => {
      const json = { email, password: PASSWORD };
      const { token } = dataOf(
        await request<{ token: string }>(world, 'POST', '/auth/login', { json }),
      );
      const subscription = await aBrowser(world, client);
      await request(world, 'PUT', '/account/push', { token, json: subscription });
      return token;
    };
    const [left, ended] = [await elsewhere(), await elsewhere()];
    await aSubscribedBrowser(world, client);
    expect(await devicesOf(client)).toHaveLength(3);
    await request(world, 'POST', '/auth/logout', { token: left });
    expect(await devicesOf(client)).toHaveLength(2);
    const { sessions } = dataOf(
      await request<{ sessions: { _id: string }[] }>(world, 'GET', '/account/sessions', {
        token: ended,
      }),
    );
    await client.delete(`/account/sessions/${sessions[0]?._id}`);
    expect(await devicesOf(client)).toMatchObject([{ isCurrent: true }]);
    await client.delete('/account/sessions?includeCurrent=true');
    const rows =
      await sql`select from push_subscriptions where user_id = ${client.user._id}`.execute(
        world.database.db,
      );
    expect(rows.rows).toEqual([]);
  });
});

describe('a push message', () => {
  test('about a published post is sent once with time, account and excerpt', async () => {
    const client = await aConnectedUser(world);
    const { endpoint } = await aSubscribedBrowser(world, client);
    const caption = 'Três peças ainda úmidas saíram do torno agora, e vão ao forno amanhã';
    const post = await aScheduledPost(world, client, { caption });
    await setPublished(world.database.db, post._id);
    await deliverPushes(world);
    await deliverPushes(world);
    const hour = formatTime(new Date(post.scheduledTime ?? ''));
    const path = `/schedule?post=${post._id}`;
    const [message, ...others] = await world.sandbox.pushes(endpoint);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      payload: {
        title: expect.stringMatching(new RegExp(`^Publicado: post das? ${hour}$`)),
        body: 'Imagem em @atelie.barro: “Três peças ainda úmidas saíram do torno…”',
        path,
        tag: message?.topic,
      },
      urgency: 'normal',
      subject: 'mailto:ajuda@pontual.example',
    });
    expect(message?.ttl).toBeGreaterThan(5 * 3600);
    expect(message?.ttl).toBeLessThanOrEqual(6 * 3600);
    expect((await devicesOf(client))[0]?.lastSentAt).not.toBeNull();
  });

  test('about a post at risk is valid until the due time, and its end replaces it', async () => {
    const client = await aConnectedUser(world);
    const { endpoint } = await aSubscribedBrowser(world, client);
    const post = await aScheduledPost(world, client, { dueInMs: 20 * MINUTE });
    await insertNotification(world, post._id);
    await deliverPushes(world);
    await setPostState(world, post._id, 'failed');
    await insertNotification(world, post._id);
    await deliverPushes(world);
    const [risk, end, ...others] = await world.sandbox.pushes(endpoint);
    expect(others).toEqual([]);
    expect(risk).toMatchObject({
      payload: {
        title: expect.stringMatching(/^Em risco: post das? /),
        body: expect.stringMatching(
          /^O Instagram não aceita esta imagem\. Escolha outra\.\nImagem/,
        ),
      },
      urgency: 'high',
    });
    expect(risk?.ttl).toBeLessThanOrEqual(20 * 60);
    expect(end?.payload.title).toMatch(/^Falhou: post das? /);
    expect([end?.topic, end?.payload.tag]).toEqual([risk?.topic, risk?.payload.tag]);
  });

  test('about a missed post is valid for a day and sent only to devices that want failures', async () => {
    const heardWith = async (preferences: { atRisk: false } | { failed: false }) => {
      const client = await aConnectedUser(world);
      const { endpoint } = await aSubscribedBrowser(world, client, preferences);
      const post = await aScheduledPost(world, client);
      await setPostState(world, post._id, 'draft');
      await insertNotification(world, post._id, HELD_BY_PAUSE);
      await deliverPushes(world);
      return world.sandbox.pushes(endpoint);
    };
    const [message, ...others] = await heardWith({ atRisk: false });
    expect(others).toEqual([]);
    expect(message?.payload.title).toMatch(/^Não publicado: post das? /);
    expect(message?.ttl).toBeGreaterThan(23 * 3600);
    expect(await heardWith({ failed: false })).toEqual([]);
  });

  test('is sent according to the preferences of each device', async () => {
    const client = await aConnectedUser(world);
    const { endpoint } = await aSubscribedBrowser(world, client, { published: false });
    const [good, bad] = [
      await aScheduledPost(world, client),
      await aScheduledPost(world, client, { dueInMs: HOUR }),
    ];
    await setPublished(world.database.db, good._id);
    await setPostState(world, bad._id, 'failed');
    await insertNotification(world, bad._id);
    await deliverPushes(world);
    const titles = (await world.sandbox.pushes(endpoint)).map(({ payload }) => payload.title);
    expect(titles).toEqual([expect.stringContaining('Falhou')]);
  });

  test('is not sent to other users, for events before the subscription, or after the issue is resolved', async () => {
    const [client, stranger] = [await aConnectedUser(world), await aConnectedUser(world)];
    const early = await aScheduledPost(world, client);
    await setPublished(world.database.db, early._id);
    await world.advanceTime(1000);
    const [mine, theirs] = [
      await aSubscribedBrowser(world, client),
      await aSubscribedBrowser(world, stranger),
    ];
    const mended = await aScheduledPost(world, client, { dueInMs: HOUR });
    await insertNotification(world, mended._id);
    await world.services.notifications.enqueuePushes('2 minutes');
    const { db } = world.database;
    await sql`update posts set edited_at = app_now() + interval '1 second'
      where id = ${mended._id}`.execute(db);
    await sql`update publications set error_code = null where post_id = ${mended._id}`.execute(db);
    await deliverPushes(world);
    for (const { endpoint } of [mine, theirs]) {
      expect(await world.sandbox.pushes(endpoint)).toEqual([]);
    }
  });

  test('is not sent to a member who was removed before the delivery', async () => {
    const owner = await aConnectedUser(world);
    const editor = await aUser(world);
    await addMember(world, owner, editor, 'editor');
    const [theirs, owners] = [
      await aSubscribedBrowser(world, editor),
      await aSubscribedBrowser(world, owner),
    ];
    const post = await aScheduledPost(world, owner);
    await setPublished(world.database.db, post._id);
    await world.services.notifications.enqueuePushes('2 minutes');
    await owner.delete(`/members/${editor.user._id}`);
    await deliverPushes(world);
    expect(await world.sandbox.pushes(theirs.endpoint)).toEqual([]);
    expect(await world.sandbox.pushes(owners.endpoint)).toHaveLength(1);
  });

  test('expires after six hours without a worker', async () => {
    const client = await aConnectedUser(world);
    const { endpoint } = await aSubscribedBrowser(world, client);
    const post = await aScheduledPost(world, client);
    await setPublished(world.database.db, post._id);
    await world.advanceTime(6 * HOUR + MINUTE);
    await deliverPushes(world);
    expect(await world.sandbox.pushes(endpoint)).toEqual([]);
  });
});

describe('a push service', () => {
  async function anOutcome() {
    const client = await aConnectedUser(world);
    const { endpoint } = await aSubscribedBrowser(world, client);
    const post = await aScheduledPost(world, client);
    await setPublished(world.database.db, post._id);
    return { client, arrived: async () => (await world.sandbox.pushes(endpoint)).length };
  }

  test.each(['gone', 'not-found'])('that responds with %s ends the subscription', async (fault) => {
    const { client, arrived } = await anOutcome();
    await world.sandbox.pushFault(fault);
    await deliverPushes(world);
    expect(await devicesOf(client)).toEqual([]);
    expect(await arrived()).toBe(0);
  });

  test.each([
    ['server-error', 30],
    ['too-many', 120],
  ])('that responds with %s gets one retry after at least %i s', async (fault, seconds) => {
    const { arrived } = await anOutcome();
    await world.sandbox.pushFault(fault);
    await deliverPushes(world);
    await world.advanceTime((seconds - 5) * 1000);
    await deliverPushes(world);
    expect(await arrived()).toBe(0);
    await world.advanceTime(6 * MINUTE);
    await deliverPushes(world);
    await deliverPushes(world);
    expect(await arrived()).toBe(1);
  });

  test('that refuses a message gets no retry, and the device stays', async () => {
    const { client, arrived } = await anOutcome();
    await world.sandbox.pushFault('refused');
    await deliverPushes(world);
    await world.advanceTime(10 * MINUTE);
    await deliverPushes(world);
    expect(await arrived()).toBe(0);
    expect(await devicesOf(client)).toHaveLength(1);
  });

  test('gets one message from concurrent deliveries', async () => {
    const { arrived } = await anOutcome();
    await world.services.notifications.enqueuePushes('2 minutes');
    await Promise.all([1, 2, 3].map(() => deliverMessages(world, 'push')));
    expect(await arrived()).toBe(1);
  });
});

test('re-encrypted subscriptions still reach the same browser', async () => {
  const client = await aConnectedUser(world);
  const { endpoint } = await aSubscribedBrowser(world, client);
  const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
  const { database } = world;
  const there = createKeyRing(`${key('new', 8)},${key('test', 7)}`);
  const back = createKeyRing(`${key('test', 7)},${key('new', 8)}`);
  for (const keyRing of [there, back]) {
    const results = await rotateSecrets(database, keyRing);
    const ofPush = results.filter(({ table }) => table.startsWith('push_'));
    expect(ofPush.map(({ sealed }) => sealed > 0)).toEqual([true, true]);
    expect(ofPush.map(({ undecryptable }) => undecryptable)).toEqual([0, 0]);
  }
  const post = await aScheduledPost(world, client);
  await setPublished(world.database.db, post._id);
  await deliverPushes(world);
  expect(await world.sandbox.pushes(endpoint)).toHaveLength(1);
});

test('an export contains the devices without their endpoints', async () => {
  const client = await aUser(world);
  const { endpoint, device } = await aSubscribedBrowser(world, client, { atRisk: false });
  const exported = await downloadExport(world, client);
  expect(exported.json('conta.json')).toMatchObject({
    pushDevices: [
      {
        _id: device._id,
        kinds: { published: true, atRisk: false, failed: true },
        lastSentAt: null,
      },
    ],
  });
  const text = JSON.stringify(exported.json('conta.json'));
  expect(text).not.toContain(endpoint);
  expect(text).not.toContain(createHash('sha256').update(endpoint).digest('hex'));
});
