import type { User } from '@pontual/contract/identity/auth.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aUser, dataOf, PASSWORD, request } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const register = (json: object) =>
  request<{ user: User }>(world, 'POST', '/auth/register', { json });
const login = (json: object) =>
  request<{ user: User; token: string }>(world, 'POST', '/auth/login', { json });

describe('a registration', () => {
  test('creates a user on the free plan without a connected Instagram account', async () => {
    const answer = await register({ email: 'marina@ateliebarro.com.br', password: PASSWORD });
    expect(answer.status).toBe(201);
    expect(dataOf(answer).user).toMatchObject({
      email: 'marina@ateliebarro.com.br',
      plan: 'free',
      subscriptionStatus: 'none',
      instagramAccountId: null,
      instagramUsername: null,
    });
  });

  test('refuses an address that is taken, regardless of case', async () => {
    await register({ email: 'dupla@exemplo.com.br', password: PASSWORD });
    const again = await register({ email: 'Dupla@Exemplo.com.br', password: PASSWORD });
    expect(again).toMatchObject({ status: 409, body: { success: false, code: 'EMAIL_TAKEN' } });
  });

  test('creates one user when it is sent a hundred times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        register({ email: 'corrida@exemplo.com.br', password: PASSWORD }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test.each([
    ['no e-mail', { email: '', password: PASSWORD }, 'email', 'E-mail é obrigatório'],
    ['an e-mail without a dot', { email: 'a@b', password: PASSWORD }, 'email', 'E-mail inválido'],
    [
      'an e-mail with a character that cannot be stored',
      { email: 'a\u0000@b.co', password: PASSWORD },
      'email',
      'E-mail inválido',
    ],
    ['no password', { email: 'a@b.co', password: '' }, 'password', 'Senha é obrigatória'],
    [
      'five characters',
      { email: 'a@b.co', password: 'Ab1de' },
      'password',
      'Senha deve ter no mínimo 6 caracteres',
    ],
    [
      'no digit',
      { email: 'a@b.co', password: 'Abcdefg' },
      'password',
      'Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula e 1 número',
    ],
  ])('reports the field and the reason for %s', async (_case, json, field, message) => {
    const answer = await register(json);
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, code: 'VALIDATION', message, errors: { [field]: message } },
    });
  });

  test('refuses an unknown field, so that a user cannot set their own plan', async () => {
    const answer = await register({
      email: 'p@exemplo.com.br',
      password: PASSWORD,
      plan: 'premium',
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
  });
});

describe('a login', () => {
  test('opens a session that /auth/me accepts', async () => {
    const client = await aUser(world);
    const { user } = dataOf(await client.get<{ user: User }>('/auth/me'));
    expect(user).toEqual(client.user);
  });

  test('gives the same response for a wrong password and for an unknown address', async () => {
    const { user } = await aUser(world);
    const wrong = await login({ email: user.email, password: 'Outra123' });
    const unknown = await login({ email: 'ninguem@exemplo.com.br', password: 'Outra123' });
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS', message: 'E-mail ou senha incorretos' },
    });
  });

  test('stores neither the token nor the password in plain text', async () => {
    const { token, user } = await aUser(world);
    const rows = await sql<{ text: string }>`
      select s::text as text from sessions s union all select u::text from users u`.execute(
      world.database.db,
    );
    const dump = rows.rows.map((row) => row.text).join('\n');
    expect(dump).toContain(user.email);
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(PASSWORD);
  });
});

describe('a session', () => {
  test('ends with logout, and the other sessions of the user stay alive', async () => {
    const client = await aUser(world);
    const other = dataOf(await login({ email: client.user.email, password: PASSWORD }));
    await client.post('/auth/logout');
    expect(await client.get('/auth/me')).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
    const stillOpen = await request(world, 'GET', '/auth/me', { token: other.token });
    expect(stillOpen.status).toBe(200);
  });

  test('removes pictures of the user from the cache of the browser at logout', async () => {
    const { token } = await aUser(world);
    const { headers } = await fetch(`${world.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(headers.get('clear-site-data')).toBe('"cache"');
  });

  test('ends after seven idle days, and stays alive while it is used', async () => {
    const [idle, used] = [await aUser(world), await aUser(world)];
    const days = 86_400_000;
    await world.advanceTime(4 * days);
    expect((await used.get('/auth/me')).status).toBe(200);
    await world.advanceTime(4 * days);
    expect((await used.get('/auth/me')).status).toBe(200);
    expect((await idle.get('/auth/me')).status).toBe(401);
  });

  test('is deleted after it has ended, and live sessions stay', async () => {
    const [ended, live] = [await aUser(world), await aUser(world)];
    await world.advanceTime(6 * 86_400_000);
    await live.get('/auth/me');
    await world.advanceTime(2 * 86_400_000);
    await world.services.deleteExpired();
    const left = await sql<{ user_id: string }>`select user_id from sessions`.execute(
      world.database.db,
    );
    const users = left.rows.map((row) => row.user_id);
    expect(users).toContain(live.user._id);
    expect(users).not.toContain(ended.user._id);
  });

  test('ends after thirty days even when it is used', async () => {
    const client = await aUser(world);
    for (let day = 0; day < 30; day += 5) {
      expect((await client.get('/auth/me')).status).toBe(200);
      await world.advanceTime(5 * 86_400_000 + 1000);
    }
    expect((await client.get('/auth/me')).status).toBe(401);
  });
});

test('reports a body that is not JSON', async () => {
  const response = await fetch(`${world.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ success: false, code: 'VALIDATION' });
});
