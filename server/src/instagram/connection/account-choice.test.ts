// A Facebook login that grants several accounts, from the first login to later ones.
import type { User } from '@pontual/contract/identity/auth.ts';
import { connectionErrorText } from '@pontual/contract/instagram/connection-errors.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  authorize,
  aUser,
  dataOf,
  request,
  type InstagramChoice,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const CONNECTED = '/connected?connected=true';
const CHOOSE = '/connected/choose';
const PATH = '/auth/instagram/choice';
const MINUTE = 60_000;
const PUBLISH = 'instagram_content_publish';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Each account has its own page; the dialog opens for account A. */
async function aFacebookUser({ tasks }: { tasks?: string[] } = {}) {
  const name = newId().replaceAll('-', '').slice(0, 16);
  const [a, b, c] = [`a.${name}`, `b.${name}`, `c.${name}`];
  const ids: Record<string, string> = {};
  for (const username of [a, b, c]) {
    const made = await world.sandbox.createAccount(username, {
      ...(username === a ? {} : { owner: a }),
      ...(username === a && tasks ? { tasks } : {}),
    });
    ids[username] = made.ig_user_id;
  }
  const idOf = (username: string) => ids[username] ?? '';
  return { a, b, c, all: [a, b, c], idOf };
}

/** `more` limits what the user grants. */
const logIn = (
  client: Client,
  person: { a: string },
  pages: readonly string[],
  more: { accounts?: string[]; without?: string[]; query?: string } = {},
) => {
  const { query = '', ...ticks } = more;
  return authorize(world, client, person.a, { query, selection: { pages, ...ticks } });
};

const withCookie = (client: Client, cookie: string) => ({
  read: () =>
    request<InstagramChoice>(world, 'GET', PATH, { token: client.token, headers: { cookie } }),
  choose: (accounts: string[]) =>
    request(world, 'POST', PATH, { token: client.token, headers: { cookie }, json: { accounts } }),
  cancel: () => request(world, 'DELETE', PATH, { token: client.token, headers: { cookie } }),
});

const namesOf = async (client: Client) => {
  const path = '/instagram/accounts';
  const { accounts } = dataOf(await client.get<{ accounts: { username: string }[] }>(path));
  return accounts.map(({ username }) => username);
};
const me = async (client: Client) => dataOf(await client.get<{ user: User }>('/auth/me')).user;

async function pendingRows(client: Client) {
  const { rows } = await sql<{ accounts: string }>`
    select accounts from instagram_pending_grants
    where user_id = ${client.user._id}`.execute(world.database.db);
  return rows;
}

async function aProUser() {
  const client = await aUser(world);
  await givePlan(world, client, 'pro');
  return client;
}

describe('a first login that grants several accounts', () => {
  test('connects nothing, offers all of them, and connects the chosen one', async () => {
    const [client, person] = [await aUser(world), await aFacebookUser()];
    const { end, cookie } = await logIn(client, person, person.all);
    expect(end).toBe(CHOOSE);
    expect(await namesOf(client)).toEqual([]);
    const choosing = withCookie(client, cookie);
    const { accounts, room, replaces } = dataOf(await choosing.read());
    expect(accounts).toEqual(
      person.all.map((username) => ({
        instagramAccountId: person.idOf(username),
        username,
        pageName: username,
        picture: expect.stringMatching(/^data:image\/jpeg;base64,/),
        isConnected: false,
        refusal: null,
      })),
    );
    expect([room, replaces]).toEqual([1, null]);
    dataOf(await choosing.choose([person.idOf(person.b)]));
    expect(await namesOf(client)).toEqual([person.b]);
    expect((await fetch(`${world.url}${(await me(client)).profilePicture}`)).status).toBe(200);
    expect(await pendingRows(client)).toEqual([]);
    expect(await choosing.choose([person.idOf(person.c)])).toMatchObject({
      status: 410,
      body: { code: 'INSTAGRAM_CHOICE_EXPIRED', message: expect.stringContaining('de novo') },
    });
  });

  test('connects several when the plan has room, and no more than that', async () => {
    const [free, pro] = [await aUser(world), await aProUser()];
    const person = await aFacebookUser();
    const both = [person.idOf(person.a), person.idOf(person.c)];
    const one = withCookie(free, (await logIn(free, person, person.all)).cookie);
    expect(await one.choose(both)).toMatchObject({ body: { code: 'ACCOUNT_LIMIT' } });
    expect(await namesOf(free)).toEqual([]);
    dataOf(await one.choose(both.slice(1)));
    expect(await namesOf(free)).toEqual([person.c]);
    const more = withCookie(pro, (await logIn(pro, person, person.all)).cookie);
    expect(dataOf(await more.read()).room).toBe(3);
    dataOf(await more.choose(both));
    expect(await namesOf(pro)).toEqual([person.a, person.c]);
  });

  test('connects without a choice when only one of them was granted', async () => {
    const [client, person] = [await aUser(world), await aFacebookUser()];
    expect((await logIn(client, person, [person.b])).end).toBe(CONNECTED);
    expect(await namesOf(client)).toEqual([person.b]);
  });

  test('reads all result pages, skips a page without a username, and stops at an endless list', async () => {
    const [client, person] = [await aUser(world), await aFacebookUser()];
    await world.sandbox.settings({ pagesAtOnce: 1 });
    const found = async () => {
      const { cookie } = await logIn(client, person, person.all);
      const { accounts } = dataOf(await withCookie(client, cookie).read());
      return accounts.map(({ username }) => username);
    };
    expect(await found()).toEqual(person.all);
    await world.sandbox.fault('page', 'no-username');
    expect(await found()).toEqual([person.b, person.c]);
    await world.sandbox.fault('page', 'endless', { times: 2 });
    expect(await found()).toEqual(person.all);
    await world.sandbox.settings({ pagesAtOnce: 100 });
  });
});

describe('a pending choice', () => {
  async function aChoice() {
    const [client, person] = [await aUser(world), await aFacebookUser()];
    const { cookie } = await logIn(client, person, person.all);
    return { client, person, cookie, ids: person.all.map(person.idOf) };
  }
  const expired = { status: 410, body: { code: 'INSTAGRAM_CHOICE_EXPIRED' } };

  test('is stored encrypted', async () => {
    const { client } = await aChoice();
    const [row] = await pendingRows(client);
    expect(row?.accounts).toMatch(/^test\.[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test.each([
    ['another browser', ({ client }: { client: Client }) => withCookie(client, '')],
    [
      'another user in the same browser',
      async ({ cookie }: { cookie: string }) => withCookie(await aUser(world), cookie),
    ],
  ])('is refused for %s', async (_, other) => {
    const choice = await aChoice();
    const stranger = await other(choice);
    expect(await stranger.read()).toMatchObject(expired);
    expect(await stranger.choose(choice.ids.slice(0, 1))).toMatchObject(expired);
    dataOf(await stranger.cancel());
    expect(await pendingRows(choice.client)).toHaveLength(1);
  });

  test('ends with the session and with a cancellation', async () => {
    const { client } = await aChoice();
    await client.post('/auth/logout');
    expect(await pendingRows(client)).toEqual([]);
    const other = await aChoice();
    const choosing = withCookie(other.client, other.cookie);
    dataOf(await choosing.cancel());
    expect(await choosing.read()).toMatchObject(expired);
    expect(await pendingRows(other.client)).toEqual([]);
  });

  test('expires after ten minutes and is then deleted', async () => {
    const { client, cookie, ids } = await aChoice();
    await world.advanceTime(9 * MINUTE);
    await world.services.deleteExpired();
    dataOf(await withCookie(client, cookie).read());
    await world.advanceTime(2 * MINUTE);
    expect(await withCookie(client, cookie).choose(ids.slice(0, 1))).toMatchObject(expired);
    await world.services.deleteExpired();
    expect(await pendingRows(client)).toEqual([]);
  });

  test('is consumed once by two concurrent choices', async () => {
    const { client, cookie, ids } = await aChoice();
    const { choose } = withCookie(client, cookie);
    const [one, two] = ids;
    const ends = await Promise.all([choose([one ?? '']), choose([two ?? ''])]);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([200, 410]));
    expect(await namesOf(client)).toHaveLength(1);
  });

  test.each([
    ['no account', []],
    ['a number of no account', ['17840000000000009']],
  ])('refuses %s', async (_, accounts) => {
    const { client, cookie } = await aChoice();
    const { status } = await withCookie(client, cookie).choose(accounts);
    expect(status).toBe(accounts.length === 0 ? 400 : 403);
    expect(await pendingRows(client)).toHaveLength(1);
  });

  test.each(['remove', 'delete'] as const)(
    'is deleted when Meta sends a callback for its user: %s',
    async (action) => {
      const { client, person } = await aChoice();
      await world.sandbox.removeApp(person.a, action);
      expect(await pendingRows(client)).toEqual([]);
    },
  );
});

describe('a reconnection', () => {
  test.each(['free', 'premium'] as const)(
    'renews the connected account on the plan %s',
    async (plan) => {
      const [client, person] = [await aUser(world), await aFacebookUser()];
      if (plan !== 'free') await givePlan(world, client, plan);
      expect((await logIn(client, person, [person.b])).end).toBe(CONNECTED);
      const before = (await me(client)).instagramConnectedAt;
      expect((await logIn(client, person, person.all)).end).toBe(CONNECTED);
      expect(await namesOf(client)).toEqual([person.b]);
      expect((await me(client)).instagramConnectedAt).not.toBe(before);
    },
  );

  test('renews every connected account that was granted', async () => {
    const [client, person] = [await aProUser(), await aFacebookUser()];
    const { cookie } = await logIn(client, person, person.all);
    await withCookie(client, cookie).choose([person.idOf(person.a), person.idOf(person.b)]);
    await sql`update instagram_connections set needs_reconnect = true
      where workspace_id = ${client.user.workspace}`.execute(world.database.db);
    expect((await logIn(client, person, person.all)).end).toBe(CONNECTED);
    const path = '/instagram/accounts';
    expect(dataOf(await client.get<object>(path))).toMatchObject({
      accounts: [
        { username: person.a, needsReconnect: false },
        { username: person.b, needsReconnect: false },
      ],
    });
  });

  test('reports that the account to reconnect was not granted', async () => {
    const [client, person] = [await aProUser(), await aFacebookUser()];
    const { cookie } = await logIn(client, person, person.all);
    await withCookie(client, cookie).choose([person.idOf(person.a), person.idOf(person.b)]);
    await sql`update instagram_connections set needs_reconnect = true
      where workspace_id = ${client.user.workspace} and ended_at is null
        and ig_user_id = ${person.idOf(person.a)}`.execute(world.database.db);
    const before = (await me(client)).instagramConnectedAt;
    const incomplete = '/dashboard?error=reconnect_incomplete';
    expect((await logIn(client, person, [person.b])).end).toBe(incomplete);
    const trimmed = { accounts: [person.b] };
    expect((await logIn(client, person, person.all, trimmed)).end).toBe(incomplete);
    expect((await me(client)).instagramConnectedAt).toBe(before);
    expect((await logIn(client, person, person.all)).end).toBe(CONNECTED);
  });

  test('offers a choice before another account replaces one that was not granted', async () => {
    const [client, person] = [await aUser(world), await aFacebookUser()];
    await logIn(client, person, [person.b]);
    const { end, cookie } = await logIn(client, person, [person.c]);
    expect(end).toBe(CHOOSE);
    expect(await namesOf(client)).toEqual([person.b]);
    const choosing = withCookie(client, cookie);
    expect(dataOf(await choosing.read())).toMatchObject({ room: 1, replaces: person.b });
    dataOf(await choosing.choose([person.idOf(person.c)]));
    expect(await namesOf(client)).toEqual([person.c]);
  });

  test('never replaces an account that was connected while the choice was pending', async () => {
    const [client, person] = [await aUser(world), await aFacebookUser()];
    const { cookie } = await logIn(client, person, person.all);
    expect((await logIn(client, person, [person.b])).end).toBe(CONNECTED);
    expect(await withCookie(client, cookie).choose([person.idOf(person.a)])).toMatchObject({
      body: { code: 'ACCOUNT_LIMIT' },
    });
    expect(await namesOf(client)).toEqual([person.b]);
  });

  test('offers only new accounts when one more account is requested', async () => {
    const [client, person] = [await aProUser(), await aFacebookUser()];
    await logIn(client, person, [person.a]);
    const { end, cookie } = await logIn(client, person, person.all, { query: '?another=true' });
    expect(end).toBe(CHOOSE);
    const choosing = withCookie(client, cookie);
    const { accounts, room } = dataOf(await choosing.read());
    expect(room).toBe(2);
    expect(accounts.map(({ isConnected }) => isConnected)).toEqual([true, false, false]);
    dataOf(await choosing.choose([person.idOf(person.c)]));
    expect(await namesOf(client)).toEqual([person.a, person.c]);
  });
});

describe('a login that omits or declines what a connected account needs', () => {
  const connectionsOf = async (client: Client) => {
    const path = '/instagram/accounts';
    const { accounts } = dataOf(
      await client.get<{ accounts: { username: string; needsReconnect: boolean }[] }>(path),
    );
    return accounts.map(({ username, needsReconnect }) => [username, needsReconnect]);
  };

  test('reports the account, which has to be connected again', async () => {
    const [client, person] = [await aProUser(), await aFacebookUser()];
    await logIn(client, person, [person.a]);
    const another = { query: '?another=true' };
    const { end } = await logIn(client, person, [person.b], another);
    expect(end).toBe('/dashboard?error=reconnect_incomplete');
    expect(await connectionsOf(client)).toEqual([
      [person.a, true],
      [person.b, false],
    ]);
    const { issues } = dataOf(await client.get<{ issues: object[] }>('/issues'));
    expect(issues).toMatchObject([{ kind: 'needs_reconnect', account: { username: person.a } }]);
    expect((await logIn(client, person, [person.a, person.b])).end).toBe(CONNECTED);
    expect(await connectionsOf(client)).toEqual([
      [person.a, false],
      [person.b, false],
    ]);
  });

  test('marks the account in the other workspaces of the same Facebook user', async () => {
    const [client, other, person] = [await aUser(world), await aUser(world), await aFacebookUser()];
    await logIn(other, person, [person.a]);
    expect((await logIn(client, person, [person.b])).end).toBe(CONNECTED);
    expect(await connectionsOf(other)).toEqual([[person.a, true]]);
  });

  test.each<[string, Parameters<typeof logIn>[3] & { pages?: string[] }, string]>([
    ['declines the permission to publish', { without: [PUBLISH] }, 'permissão de publicar'],
    ['declines that to use pages', { without: ['pages_read_engagement'] }, 'permissão de ver as'],
    ['grants no page', { pages: [] }, 'todas as permissões'],
    ['grants an account without publishing in it', { accounts: [] }, 'permissão de publicar'],
  ])('and connects nothing, because it %s, says so', async (_why, narrowed, cause) => {
    const [client, person] = [await aUser(world), await aFacebookUser()];
    await logIn(client, person, [person.a]);
    const { pages = [person.a], ...selection } = narrowed;
    const { end } = await logIn(client, person, pages, selection);
    const text = connectionErrorText(end.replace('/dashboard?error=', ''), 'facebook');
    expect(text).toMatch(/^Uma conta perdeu o acesso neste login, e nada é publicado nela\./);
    expect(text).toContain(cause);
    expect(text).not.toContain('nada foi alterado');
    expect(await connectionsOf(client)).toEqual([[person.a, true]]);
    const again = await logIn(client, person, [person.a], { query: '?again=true' });
    expect(again.end).toBe(CONNECTED);
    expect(await connectionsOf(client)).toEqual([[person.a, false]]);
  });

  test('changes nothing while Instagram cannot inspect the token', async () => {
    const [client, person] = [await aProUser(), await aFacebookUser()];
    await logIn(client, person, [person.a]);
    await world.sandbox.fault('permissions', '500-code2', { times: 2 });
    const another = { query: '?another=true' };
    expect((await logIn(client, person, [person.b], another)).end).toBe(CONNECTED);
    expect(await connectionsOf(client)).toEqual([
      [person.a, false],
      [person.b, false],
    ]);
  });
});

describe('a login with incomplete permissions', () => {
  test.each([
    [[PUBLISH], 'missing_publish'],
    [['instagram_basic'], 'missing_basic'],
    [['pages_show_list', 'pages_read_engagement'], 'missing_pages'],
    [[PUBLISH, 'instagram_basic'], 'missing_permissions'],
  ])('without %s connects nothing and reports %s', async (without, error) => {
    const [client, person] = [await aUser(world), await aFacebookUser()];
    const { end } = await logIn(client, person, [person.a], { without });
    expect(end).toBe(`/dashboard?error=${error}`);
    expect(await namesOf(client)).toEqual([]);
    expect((await logIn(client, person, [person.a])).end).toBe(`/dashboard?error=${error}`);
    const again = await logIn(client, person, [person.a], { query: '?again=true' });
    expect(again.end).toBe(CONNECTED);
  });

  test('connects an account without the permissions for comments and insights', async () => {
    const [client, person] = [await aUser(world), await aFacebookUser()];
    const without = ['instagram_manage_insights', 'instagram_manage_comments'];
    expect((await logIn(client, person, [person.a], { without })).end).toBe(CONNECTED);
  });

  test('offers an account without the permission to publish but refuses its choice', async () => {
    const [client, person] = [await aUser(world), await aFacebookUser()];
    const accounts = [person.b, person.c];
    const { end, cookie } = await logIn(client, person, person.all, { accounts });
    expect(end).toBe(CHOOSE);
    const choosing = withCookie(client, cookie);
    const offered = dataOf(await choosing.read()).accounts;
    expect(offered.map(({ refusal }) => refusal)).toEqual(['missing_account', null, null]);
    expect(await choosing.choose([person.idOf(person.a)])).toMatchObject({
      status: 403,
      body: { code: 'INSTAGRAM_ACCOUNT_UNUSABLE' },
    });
    expect((await logIn(client, person, [person.a], { accounts: [] })).end).toBe(
      '/dashboard?error=missing_account',
    );
  });

  test('does not connect an account on whose page the user may only analyze', async () => {
    const [client, person] = [await aUser(world), await aFacebookUser({ tasks: ['ANALYZE'] })];
    expect((await logIn(client, person, [person.a])).end).toBe('/dashboard?error=cannot_publish');
    expect((await logIn(client, person, [person.a, person.b])).end).toBe(CONNECTED);
    expect(await namesOf(client)).toEqual([person.b]);
  });

  test('connects when debug_token is not available', async () => {
    const [client, person] = [await aUser(world), await aFacebookUser()];
    await world.sandbox.fault('permissions', '500-code2');
    expect((await logIn(client, person, [person.a])).end).toBe(CONNECTED);
  });
});
