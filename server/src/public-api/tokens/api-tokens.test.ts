import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import type { ApiToken, listApiTokens } from '@pontual/contract/public-api/api-tokens.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aForm,
  aPhotoFile,
  aScheduledPost,
  aConnectedUser,
  aUser,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { deliverAccountEmails } from '../../../testing/account-emails.ts';
import { requestToken, aToken } from '../../../testing/integrations.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const INVALID = { status: 401, body: { code: 'TOKEN_INVALID' } };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const tokensOf = async (client: Client): Promise<ApiToken[]> =>
  dataOf(await client.get<DataOf<typeof listApiTokens>>('/account/tokens')).tokens;
const fetchPostsWith = (token: string) =>
  request<{ posts: Post[] }>(world, 'GET', '/scheduled', { token });

describe('a token', () => {
  test('is shown once, and an email to its owner lists what it permits', async () => {
    const client = await aUser(world);
    const { secret, token } = dataOf(
      await requestToken(client, { name: ' Planilha ', scopes: ['posts:read', 'analytics:read'] }),
    );
    expect(secret).toMatch(/^pontual_pat_[\w-]{43}$/);
    expect(token).toMatchObject({ name: 'Planilha', isExpired: false, lastUsedAt: null });
    expect(await tokensOf(client)).toEqual([token]);
    expect(token.workspace).toBe(client.user.workspace);
    const [mail] = await deliverAccountEmails(world, client.user.email);
    expect(mail?.subject).toBe('Novo token de acesso à sua conta');
    expect(mail?.text).toContain('ler posts e rascunhos; ler analytics e relatórios');
    expect(mail?.text).not.toContain(secret);
  });

  test('is not stored in plain text', async () => {
    const secret = await aToken(await aUser(world));
    const found = await sql<{ row: string }>`
      select t::text as row from api_tokens t
      union all select j.data::text from pgboss.job j`.execute(world.database.db);
    expect(found.rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });

  test('reads only the posts of its owner', async () => {
    const [owner, other] = [await aConnectedUser(world), await aConnectedUser(world)];
    const post = await aScheduledPost(world, owner, { dueInMs: DAY });
    const { posts } = dataOf(await fetchPostsWith(await aToken(owner)));
    expect(posts.map(({ _id }) => _id)).toEqual([post._id]);
    expect(dataOf(await fetchPostsWith(await aToken(other))).posts).toEqual([]);
  });

  test('schedules a post within the limits of the plan', async () => {
    const owner = await aConnectedUser(world);
    const token = await aToken(owner, { scopes: ['posts:write'] });
    const schedule = async (inMs: number) => {
      const scheduledTime = new Date(world.now().getTime() + inMs).toISOString();
      const form = await aForm({ scheduledTime }, [await aPhotoFile()]);
      return request(world, 'POST', '/schedule', { token, form });
    };
    expect(await schedule(DAY)).toMatchObject({ status: 201 });
    expect(await schedule(8 * DAY)).toMatchObject({
      status: 403,
      body: { code: 'LIMIT_EXCEEDED' },
    });
  });

  test('records its last use within minutes and in the access log', async () => {
    const owner = await aUser(world);
    const token = await aToken(owner);
    await fetchPostsWith(token);
    const [first] = await tokensOf(owner);
    expect(first?.lastUsedAt).not.toBeNull();
    await world.advanceTime(6 * MINUTE);
    await fetchPostsWith(token);
    const [later] = await tokensOf(owner);
    expect(Date.parse(later?.lastUsedAt ?? '')).toBeGreaterThan(
      Date.parse(first?.lastUsedAt ?? '') + 5 * MINUTE,
    );
    const log = await sql<{ count: number }>`select count(*)::int as count from access_log
      where user_id = ${owner.user._id} and event = 'used'`.execute(world.database.db);
    expect(log.rows[0]?.count).toBeGreaterThanOrEqual(2);
  });
});

describe('the creation of a token', () => {
  test('needs the password and is throttled after wrong ones', async () => {
    const client = await aUser(world);
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await requestToken(client, { password: 'Errada123' })).toMatchObject({
        status: 403,
        body: { code: 'WRONG_PASSWORD', errors: { password: expect.any(String) } },
      });
    }
    expect(await requestToken(client)).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    });
    expect(await tokensOf(client)).toEqual([]);
  });

  test('and its revocation are not possible with a token', async () => {
    const client = await aUser(world);
    const token = await aToken(client, { scopes: ['posts:read', 'posts:write', 'analytics:read'] });
    const [{ _id: id } = { _id: '' }] = await tokensOf(client);
    const json = { name: 'Outro', scopes: ['posts:read'], days: 30, password: PASSWORD };
    const answers = [
      await request(world, 'POST', '/account/tokens', { token, json }),
      await request(world, 'DELETE', `/account/tokens/${id}`, { token }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'TOKEN_NOT_ACCEPTED' } });
    }
    expect(await tokensOf(client)).toHaveLength(1);
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'a'.repeat(61) }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes'],
    [{ days: 3650 }, 'days'],
  ])('is refused with a field error for %j', async (overrides, field) => {
    const client = await aUser(world);
    const good = { name: 'Planilha', scopes: ['posts:read'], days: 30, password: PASSWORD };
    expect(await client.post('/account/tokens', { ...good, ...overrides })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', errors: { [field]: expect.any(String) } },
    });
  });

  test('is limited to twenty valid tokens, also for parallel requests', async () => {
    const client = await aUser(world);
    for (let count = 0; count < 18; count += 1) await aToken(client);
    const answers = await Promise.all([1, 2, 3, 4].map(() => requestToken(client)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    await world.advanceTime(31 * DAY);
    const again = await anotherSession(client);
    expect(await requestToken(again)).toMatchObject({ status: 201 });
  });
});

async function anotherSession(client: Client): Promise<Client> {
  const json = { email: client.user.email, password: PASSWORD };
  const { token } = dataOf(
    await request<{ token: string }>(world, 'POST', '/auth/login', { json }),
  );
  return {
    ...client,
    token,
    get: (path) => request(world, 'GET', path, { token }),
    post: (path, body) =>
      request(world, 'POST', path, { token, ...(body === undefined ? {} : { json: body }) }),
  };
}

describe('a token ends', () => {
  test('at once when it is revoked, with an error that says so', async () => {
    const client = await aUser(world);
    const secret = await aToken(client);
    const [{ _id: id } = { _id: '' }] = await tokensOf(client);
    expect(await client.delete(`/account/tokens/${id}`)).toMatchObject({ status: 200 });
    expect(await fetchPostsWith(secret)).toMatchObject({
      ...INVALID,
      body: { message: 'Este token não existe, venceu ou foi revogado. Crie outro em Programas.' },
    });
    expect(await client.delete(`/account/tokens/${id}`)).toMatchObject({ status: 404 });
  });

  test('after its lifetime, and the list shows it for 30 more days', async () => {
    const client = await aUser(world);
    const secret = await aToken(client, { days: 90 });
    await world.advanceTime(89 * DAY);
    expect((await fetchPostsWith(secret)).status).toBe(200);
    await world.advanceTime(DAY);
    expect(await fetchPostsWith(secret)).toMatchObject(INVALID);
    const again = await anotherSession(client);
    expect(await tokensOf(again)).toMatchObject([{ isExpired: true }]);
    await world.advanceTime(31 * DAY);
    await world.services.deleteExpired();
    expect(await tokensOf(await anotherSession(client))).toEqual([]);
  });

  test('when the password changes', async () => {
    const client = await aUser(world);
    const secret = await aToken(client);
    const passwords = { currentPassword: PASSWORD, newPassword: 'Outra456' };
    expect(await client.post('/account/password', passwords)).toMatchObject({ status: 200 });
    expect(await fetchPostsWith(secret)).toMatchObject(INVALID);
  });

  test('when the account is deleted', async () => {
    const client = await aUser(world);
    const secret = await aToken(client);
    await client.post('/account/deletion', { password: PASSWORD });
    expect(await fetchPostsWith(secret)).toMatchObject(INVALID);
  });

  test('when its owner leaves the workspace', async () => {
    const client = await aUser(world);
    const secret = await aToken(client);
    await sql`delete from workspace_members where user_id = ${client.user._id}`.execute(
      world.database.db,
    );
    expect(await fetchPostsWith(secret)).toMatchObject(INVALID);
  });
});
