import type { User } from '@pontual/contract/identity/auth.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aConnectedUser,
  aUser,
  connect,
  dataOf,
  PASSWORD,
  type Client,
} from '../../../testing/factories.ts';
import { aTeam } from '../../../testing/members.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const MINUTE = 60_000;
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const me = async (client: Client) => dataOf(await client.get<{ user: User }>('/auth/me')).user;

async function dialogOf(client: Client, query: string) {
  const path = `/auth/instagram-url${query}`;
  const { authUrl } = dataOf(await client.get<{ authUrl: string }>(path));
  const { searchParams } = new URL(authUrl);
  return { auth_type: searchParams.get('auth_type') };
}

describe('connecting an account', () => {
  test('ends at /connected, with the account and its picture stored', async () => {
    const client = await aUser(world);
    expect(await connect(world, client)).toBe('/connected?connected=true');
    const user = await me(client);
    expect(user.instagramUsername).toBe('atelie.barro');
    expect(user.instagramConnectedAt).not.toBeNull();
    const picture = await fetch(`${world.url}${user.profilePicture}`);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
  });

  test.each([
    ['Cancelar', 'auth_failed'],
    ['Sem página', 'no_pages'],
    ['Página sem Instagram', 'no_instagram_business'],
    ['Falha na troca', 'callback_failed'],
    ['Sessão expirada', 'invalid_state'],
  ])('“%s” returns to the dashboard with %s and connects nothing', async (button, error) => {
    const client = await aUser(world);
    expect(await connect(world, client, button)).toBe(`/dashboard?error=${error}`);
    expect((await me(client)).instagramAccountId).toBeNull();
  });

  test.each([
    ['the first connection', '', null],
    ['a second try', '?again=true', 'rerequest'],
  ])('opens the dialog of %s', async (_, query, authType) => {
    const client = await aUser(world);
    expect(await dialogOf(client, query)).toHaveProperty('auth_type', authType);
  });

  test('requests declined permissions again at a reconnection', async () => {
    const client = await aConnectedUser(world);
    expect(await dialogOf(client, '')).toHaveProperty('auth_type', 'rerequest');
  });

  test('is refused for an authorization older than ten minutes', async () => {
    const client = await aUser(world);
    const begun = await fetch(`${world.url}/api/auth/instagram-url`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    const { data } = (await begun.json()) as { data: { authUrl: string } };
    const state = new URL(data.authUrl).searchParams.get('state') ?? '';
    await world.advanceTime(11 * 60_000);
    const back = await fetch(`${world.url}/api/auth/instagram/callback?code=x&state=${state}`, {
      headers: { cookie: begun.headers.get('set-cookie')?.split(';')[0] ?? '' },
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toBe(`${world.url}/dashboard?error=invalid_state`);
  });

  test('is refused for a callback with a repeated parameter', async () => {
    const back = await fetch(`${world.url}/api/auth/instagram/callback?state=a&state=b&code=c`, {
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toContain('error=invalid_state');
  });

  test('ends when the user logs out', async () => {
    const client = await aUser(world);
    const begun = await fetch(`${world.url}/api/auth/instagram-url`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    await client.post('/auth/logout');
    const { data } = (await begun.json()) as { data: { authUrl: string } };
    const state = new URL(data.authUrl).searchParams.get('state') ?? '';
    const back = await fetch(`${world.url}/api/auth/instagram/callback?code=x&state=${state}`, {
      headers: { cookie: begun.headers.get('set-cookie')?.split(';')[0] ?? '' },
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toContain('error=invalid_state');
  });

  test('connects nothing when the user logs out during the call to Instagram', async () => {
    const client = await aUser(world);
    await world.sandbox.fault('oauth', 'slow', { delayMs: MINUTE });
    const exchanges = async () =>
      (await world.sandbox.calls()).filter(({ path }) => path.endsWith('oauth/access_token'));
    const before = (await exchanges()).length;
    const connecting = connect(world, client);
    await expect.poll(exchanges, { timeout: 10_000 }).toHaveLength(before + 1);
    await client.post('/auth/logout');
    await world.advanceTime(MINUTE);
    expect(await connecting).toBe('/dashboard?error=invalid_state');
    const stored = await sql`select from instagram_connections
      where connected_by = ${client.user._id}`.execute(world.database.db);
    expect(stored.rows).toEqual([]);
  });

  test('connects nothing when the owner transfers the team during the call to Instagram', async () => {
    const { owner, editor } = await aTeam(world);
    await world.sandbox.fault('oauth', 'slow', { delayMs: MINUTE });
    const exchanges = async () =>
      (await world.sandbox.calls()).filter(({ path }) => path.endsWith('oauth/access_token'));
    const before = (await exchanges()).length;
    const connecting = connect(world, owner);
    await expect.poll(exchanges, { timeout: 10_000 }).toHaveLength(before + 1);
    dataOf(await owner.post(`/members/${editor.user._id}/owner`, { password: PASSWORD }));
    await world.advanceTime(MINUTE);
    expect(await connecting).toBe('/dashboard?error=invalid_state');
    const stored = await sql`select from instagram_connections
      where workspace_id = ${owner.user.workspace}`.execute(world.database.db);
    expect(stored.rows).toEqual([]);
  });

  test('is refused in a browser that did not begin it', async () => {
    const [attacker, victim] = [await aUser(world), await aUser(world)];
    const begun = await fetch(`${world.url}/api/auth/instagram-url`, {
      headers: { authorization: `Bearer ${attacker.token}` },
    });
    const { data } = (await begun.json()) as { data: { authUrl: string } };
    const state = new URL(data.authUrl).searchParams.get('state') ?? '';
    const back = await fetch(`${world.url}/api/auth/instagram/callback?code=x&state=${state}`, {
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toContain('error=invalid_state');
    expect((await me(victim)).instagramAccountId).toBeNull();
    expect((await me(attacker)).instagramAccountId).toBeNull();
  });

  test('replaces the first account when another one is connected', async () => {
    const client = await aConnectedUser(world);
    await connect(world, client, 'cafe.serra');
    expect((await me(client)).instagramUsername).toBe('cafe.serra');
  });

  test('allows two users to connect the same account', async () => {
    const [one, other] = [await aConnectedUser(world), await aConnectedUser(world)];
    expect((await me(one)).instagramAccountId).toBe((await me(other)).instagramAccountId);
  });
});

test('the database contains tokens only encrypted', async () => {
  const client = await aConnectedUser(world);
  const account = await world.services.instagram.accounts.accountOf(client.user.workspace);
  expect(account).toMatchObject({
    userToken: expect.stringMatching(/^EAAB/),
    token: expect.stringMatching(/^EAAC/),
  });
  const stored = await world.database.db
    .selectFrom('instagram_connections')
    .select(['user_token', 'page_token'])
    .execute();
  for (const token of stored.flatMap((row) => [row.user_token, row.page_token])) {
    expect(token).toMatch(/^test\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(token).not.toContain(account?.userToken);
    expect(token).not.toContain(account?.token);
  }
});

test('a connection stores the expiry of its authorization', async () => {
  await aConnectedUser(world);
  const rows = await sql<{ user: number; access: number }>`
    select extract(day from user_token_expires_at - app_now())::int as user,
      extract(day from data_access_expires_at - app_now())::int as access
    from instagram_connections order by connected_at desc limit 1`.execute(world.database.db);
  // Only full days count: day 60 and day 90 have begun.
  expect(rows.rows).toEqual([{ user: 59, access: 89 }]);
});

test('disconnecting deletes the account and its tokens', async () => {
  const client = await aConnectedUser(world);
  const { instagramAccountId } = await me(client);
  await client.post('/auth/instagram/disconnect');
  expect(await me(client)).toMatchObject({ instagramAccountId: null, profilePicture: null });
  expect(instagramAccountId).not.toBeNull();
});
