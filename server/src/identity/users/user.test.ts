import type {
  DeviceSession,
  getUserSettings,
  NotificationPreferences,
} from '@pontual/contract/identity/user.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aUser, dataOf, PASSWORD, request, type Client } from '../../../testing/factories.ts';
import { deliverAccountEmails } from '../../../testing/account-emails.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0';

const login = (email: string, password = PASSWORD) =>
  request<{ token: string }>(world, 'POST', '/auth/login', {
    json: { email, password },
    headers: { 'user-agent': FIREFOX },
  });

async function loginOnOtherDevice({ user }: Client): Promise<string> {
  return dataOf(await login(user.email)).token;
}

const isLive = async (token: string) =>
  (await request(world, 'GET', '/auth/me', { token })).status === 200;
const settingsOf = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof getUserSettings>>('/account'));
const devicesOf = async (client: Client) =>
  dataOf(await client.get<{ sessions: DeviceSession[] }>('/account/sessions')).sessions;
const changePassword = (client: Client, currentPassword: string, newPassword: string) =>
  client.post('/account/password', { currentPassword, newPassword });

test('a new user gets every email, has a password and has no pending address change', async () => {
  expect(await settingsOf(await aUser(world))).toEqual({
    hasPassword: true,
    notifications: { postFailed: true, postAtRisk: true, weeklySummary: true },
    pendingEmail: null,
  });
});

test('an email type stays switched off and the others keep their setting', async () => {
  const [client, other] = [await aUser(world), await aUser(world)];
  const set = (json: object) =>
    client.put<{ notifications: NotificationPreferences }>('/account/notifications', json);
  await set({ postAtRisk: false });
  const { notifications } = dataOf(await set({ weeklySummary: false }));
  const expected = { postFailed: true, postAtRisk: false, weeklySummary: false };
  expect(notifications).toEqual(expected);
  expect((await settingsOf(client)).notifications).toEqual(expected);
  expect((await settingsOf(other)).notifications.postAtRisk).toBe(true);
  expect(await set({ everything: false })).toMatchObject({ status: 400 });
});

describe('the devices of a user', () => {
  test('are listed by name, the requesting one first', async () => {
    const client = await aUser(world);
    await loginOnOtherDevice(client);
    expect(await devicesOf(client)).toMatchObject([
      { device: 'Dispositivo desconhecido', isCurrent: true },
      { device: 'Firefox no Windows', isCurrent: false },
    ]);
  });

  test('are listed with their last use, without those whose session has ended', async () => {
    const client = await aUser(world);
    await loginOnOtherDevice(client);
    await world.advanceTime(4 * DAY);
    const [here, other] = await devicesOf(client);
    expect(
      Date.parse(here?.lastUsedAt ?? '') - Date.parse(other?.lastUsedAt ?? ''),
    ).toBeGreaterThan(3 * DAY);
    await world.advanceTime(4 * DAY);
    expect(await devicesOf(client)).toMatchObject([{ isCurrent: true }]);
  });

  test('are logged out one by one', async () => {
    const client = await aUser(world);
    const [lost, remaining] = [await loginOnOtherDevice(client), await loginOnOtherDevice(client)];
    const lostDevice = dataOf(
      await request<{ sessions: DeviceSession[] }>(world, 'GET', '/account/sessions', {
        token: lost,
      }),
    ).sessions[0];
    expect(await client.delete(`/account/sessions/${lostDevice?._id}`)).toMatchObject({
      status: 200,
    });
    expect([await isLive(lost), await isLive(remaining), await isLive(client.token)]).toEqual([
      false,
      true,
      true,
    ]);
    const again = await client.delete(`/account/sessions/${lostDevice?._id}`);
    expect(again).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'Este dispositivo já saiu da sua conta.' },
    });
  });

  test('are logged out except the requesting one, and other users stay logged in', async () => {
    const [client, stranger] = [await aUser(world), await aUser(world)];
    const others = [await loginOnOtherDevice(client), await loginOnOtherDevice(client)];
    expect(dataOf(await client.delete('/account/sessions'))).toEqual({ ended: 2 });
    for (const token of others) expect(await isLive(token)).toBe(false);
    expect([await isLive(client.token), await isLive(stranger.token)]).toEqual([true, true]);
    expect(dataOf(await client.delete('/account/sessions'))).toEqual({ ended: 0 });
  });

  test('are logged out including the requesting one, and other users stay logged in', async () => {
    const [client, stranger] = [await aUser(world), await aUser(world)];
    const other = await loginOnOtherDevice(client);
    const all = '/account/sessions?includeCurrent=true';
    expect(dataOf(await client.delete(all))).toEqual({ ended: 2 });
    for (const token of [client.token, other]) expect(await isLive(token)).toBe(false);
    expect(await isLive(stranger.token)).toBe(true);
    expect(await client.delete(all)).toMatchObject({ status: 401 });
    const log = await world.database.db
      .selectFrom('access_log')
      .select('event')
      .where('user_id', '=', client.user._id)
      .orderBy('at', 'desc')
      .execute();
    expect(log[0]?.event).toBe('logged_out');
  });

  test('lose their event stream when they are logged out', async () => {
    const client = await aUser(world);
    const token = await loginOnOtherDevice(client);
    const listen = (token: string) =>
      fetch(`${world.url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    const [ended, remaining] = [await listen(token), await listen(client.token)];
    const begun = performance.now();
    await client.delete('/account/sessions');
    expect(await ended.text()).toContain('{"kind":"account"}');
    // Sooner than the next heartbeat, which would end the stream, too.
    expect(performance.now() - begun).toBeLessThan(10_000);
    const reader = remaining.body?.getReader();
    const heard = await reader?.read();
    expect(heard?.done).toBe(false);
    await reader?.cancel();
  });
});

describe('a new password', () => {
  const NEW = 'Outra456';

  test('replaces the old one, ends the other sessions and is reported by email', async () => {
    const client = await aUser(world);
    const other = await loginOnOtherDevice(client);
    expect((await changePassword(client, PASSWORD, NEW)).status).toBe(200);
    expect([await isLive(other), await isLive(client.token)]).toEqual([false, true]);
    expect((await login(client.user.email)).status).toBe(401);
    expect((await login(client.user.email, NEW)).status).toBe(200);
    const [mail, ...more] = await deliverAccountEmails(world, client.user.email);
    expect(mail).toMatchObject({ subject: 'Sua senha foi alterada' });
    expect(mail?.text).toContain('(horário de Brasília)');
    expect(mail?.text).not.toContain(NEW);
    expect(more).toEqual([]);
  });

  test('requires the current password', async () => {
    const client = await aUser(world);
    const other = await loginOnOtherDevice(client);
    const message = 'Senha incorreta. Digite a senha que você usa hoje.';
    expect(await changePassword(client, 'Errada1', NEW)).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD', message, errors: { currentPassword: message } },
    });
    expect(await isLive(other)).toBe(true);
    expect((await login(client.user.email)).status).toBe(200);
    expect(await deliverAccountEmails(world, client.user.email)).toEqual([]);
  });

  test('is refused after ten wrong attempts in an open session', async () => {
    const client = await aUser(world);
    for (let tried = 0; tried < 10; tried += 1) await changePassword(client, 'Errada1', NEW);
    expect(await changePassword(client, PASSWORD, NEW)).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    });
    const moved = { email: 'outra@exemplo.com.br', password: PASSWORD };
    expect(await client.post('/account/email', moved)).toMatchObject({ status: 429 });
    await world.advanceTime(15 * 60_000);
    expect(await changePassword(client, PASSWORD, NEW)).toMatchObject({ status: 200 });
  });

  test('must meet the rules of registration', async () => {
    const client = await aUser(world);
    expect(await changePassword(client, PASSWORD, 'fraca')).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION',
        errors: { newPassword: 'Senha deve ter no mínimo 6 caracteres' },
      },
    });
    expect(await changePassword(client, '', NEW)).toMatchObject({
      body: { errors: { currentPassword: 'Senha é obrigatória' } },
    });
  });

  test('is set by one of two concurrent requests', async () => {
    const client = await aUser(world);
    const answers = await Promise.all([
      changePassword(client, PASSWORD, NEW),
      changePassword(client, PASSWORD, 'Terceira789'),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403]);
  });

  describe('of an account that has only a Google sign-in', () => {
    async function withoutPassword(): Promise<Client> {
      const client = await aUser(world);
      await world.database.db
        .updateTable('users')
        .set({ password_hash: null })
        .where('id', '=', client.user._id)
        .execute();
      return client;
    }
    const create = (client: Client) => client.post('/account/password', { newPassword: NEW });

    test('is set within ten minutes of signing in and opens the account from then on', async () => {
      const client = await withoutPassword();
      expect((await settingsOf(client)).hasPassword).toBe(false);
      expect((await create(client)).status).toBe(200);
      expect((await settingsOf(client)).hasPassword).toBe(true);
      expect((await login(client.user.email, NEW)).status).toBe(200);
      expect(await create(client)).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } });
    });

    test('is refused in a session that began earlier', async () => {
      const client = await withoutPassword();
      await world.advanceTime(11 * MINUTE);
      expect(await create(client)).toMatchObject({ status: 403, body: { code: 'SIGN_IN_AGAIN' } });
    });

    test('is required before the address can change', async () => {
      const change = { email: 'novo@exemplo.com.br', password: PASSWORD };
      expect(await (await withoutPassword()).post('/account/email', change)).toMatchObject({
        status: 409,
        body: { code: 'NO_PASSWORD' },
      });
    });
  });
});
