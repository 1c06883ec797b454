import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';
import type { AccountReadiness } from '@pontual/contract/instagram/readiness.ts';
import { describe, expect, test } from 'vitest';
import {
  aScheduledPost,
  aUser,
  authorize,
  beginAuthorization,
  connect,
  connectAnother,
  PASSWORD,
  dataOf,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import type { MetaOptions } from '../../../testing/world.ts';
import { createServices } from '../../composition/services.ts';
import { createLog } from '../../platform/log/log.ts';

const DAY = 24 * 60 * MINUTE;
const WITHOUT_PAGE = 'lia.prates';
const LOGIN = '?login=instagram';
const CONNECTED = '/connected?connected=true';
const engine = usePublishing();

const logIn = async (client: Client, button = WITHOUT_PAGE, query = LOGIN) =>
  (await authorize(engine.world, client, button, { query })).end;

const addAccount = (client: Client, button: string) =>
  connectAnother(
    engine.world,
    client,
    button,
    beginAuthorization(engine.world, client, `${LOGIN}&another=true`),
  );

async function aUserWithoutPage(): Promise<Client> {
  const client = await aUser(engine.world);
  expect(await logIn(client)).toBe(CONNECTED);
  return client;
}

const connectionsOf = async (client: Client) =>
  engine.world.database.db
    .selectFrom('instagram_connections')
    .selectAll()
    .where('workspace_id', '=', await engine.workspaceId(client))
    .orderBy('connected_at')
    .execute();
const accountOf = async (client: Client) =>
  engine.world.services.instagram.accounts.accountOf(await engine.workspaceId(client));
const accountsOf = async (client: Client) =>
  dataOf(await client.get<{ accounts: InstagramAccount[] }>('/instagram/accounts')).accounts;

/** The paths of all calls since, without the ids in them. */
async function callsSince(count: number): Promise<string[]> {
  const calls = (await engine.world.sandbox.calls()).slice(count);
  return calls.map(({ path }) => path.replace(/\d{10,}/, '#'));
}

const isOfFacebook = (path: string) => !/^\/(www|api|graph)\.instagram\.com\//.test(path);

async function publish(client: Client, post: { _id: string }): Promise<void> {
  await engine.untilReady(post._id, 1500, client);
  await engine.world.advanceTime(5 * MINUTE);
  await engine.advanceUntil(post._id, 'published', 2000, client);
}

describe('an account without a Facebook page', () => {
  test('is connected and publishes, and no call goes to the host of Facebook', async () => {
    const before = (await engine.world.sandbox.calls()).length;
    const client = await aUserWithoutPage();
    const post = await aScheduledPost(engine.world, client, { dueInMs: 5 * MINUTE });
    await publish(client, post);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
    const paths = await callsSince(before);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/api.instagram.com/oauth/access_token',
        '/graph.instagram.com/access_token',
        '/graph.instagram.com/me',
        '/graph.instagram.com/#/media_publish',
      ]),
    );
    expect(paths.filter(isOfFacebook)).toEqual([]);
  });

  test('is listed and stored with one token, in both places encrypted', async () => {
    const client = await aUserWithoutPage();
    expect(await accountsOf(client)).toMatchObject([
      { username: WITHOUT_PAGE, needsReconnect: false },
    ]);
    const [connection] = await connectionsOf(client);
    expect(connection).toMatchObject({
      login: 'instagram',
      page_id: null,
      authorizer_id: '97841400000000003',
      data_access_expires_at: null,
    });
    const { token = '', userToken } = (await accountOf(client)) ?? {};
    expect(token).toMatch(/^IGAA/);
    expect(userToken).toBe(token);
    expect(JSON.stringify(connection)).not.toContain(token);
  });

  test('is connected where Instagram answers with the lists that Meta documents', async () => {
    await engine.world.sandbox.settings({ instagramAnswers: 'lists' });
    const client = await aUserWithoutPage();
    expect(await accountsOf(client)).toMatchObject([{ username: WITHOUT_PAGE }]);
  });

  test.each([
    ['Cancelar', 'auth_failed'],
    ['Sessão expirada', 'invalid_state'],
    ['Falha na troca', 'callback_failed'],
    ['Sem permissão de publicar', 'missing_instagram'],
    ['Sem permissão de ver o perfil', 'missing_instagram'],
  ])('is not connected after %s', async (button, error) => {
    const client = await aUser(engine.world);
    expect(await logIn(client, button)).toBe(`/dashboard?error=${error}`);
    expect(await connectionsOf(client)).toEqual([]);
  });

  test('searches no locations, because the login has no such search', async () => {
    const client = await aUserWithoutPage();
    const before = (await engine.world.sandbox.calls()).length;
    const found = await client.get<{ allowed: boolean }>('/instagram/locations?q=recife');
    expect(dataOf(found)).toMatchObject({ locations: [], allowed: false });
    expect(await callsSince(before)).toEqual([]);
  });

  test('is tested with the sample picture, because no container can wait for bytes', async () => {
    const client = await aUserWithoutPage();
    const { igUserId = '' } = (await accountOf(client)) ?? {};
    await engine.world.services.instagram.accounts.throttle(
      { igUserId },
      { reason: 'blocked', code: '25/2207050' },
      MINUTE,
    );
    const retried = await client.post<{ outcome: string }>(
      `/instagram/accounts/${igUserId}/retry`,
      {},
    );
    expect(dataOf(retried).outcome).toBe('works');
  });
});

describe('both logins in one workspace', () => {
  test('publish each on its own host', async () => {
    const { client } = engine;
    await givePlan(engine.world, client, 'pro');
    expect(await addAccount(client, WITHOUT_PAGE)).toBe(CONNECTED);
    expect((await connectionsOf(client)).map(({ login }) => login)).toEqual([
      'facebook',
      'instagram',
    ]);
    for (const { instagramAccountId, username } of await accountsOf(client)) {
      const post = await aScheduledPost(engine.world, client, {
        dueInMs: 5 * MINUTE,
        instagramAccountId,
      });
      await publish(client, post);
      const ledger = await engine.ledger();
      expect(ledger.find(({ caption }) => caption === post.caption)?.username).toBe(username);
    }
  });

  test('another account asks before it takes the place of the connected one', async () => {
    const { client } = engine;
    expect(await logIn(client)).toBe('/connected/choose');
    const begun = beginAuthorization(engine.world, client, LOGIN);
    expect(await connectAnother(engine.world, client, WITHOUT_PAGE, begun)).toBe(CONNECTED);
    expect(await accountsOf(client)).toMatchObject([{ username: WITHOUT_PAGE }]);
  });

  const containersOf = (post: { _id: string }) =>
    engine.world.database.db
      .selectFrom('containers')
      .select(['login', 'graph_id'])
      .where('post_id', '=', post._id)
      .orderBy('born_at')
      .execute();
  const publishedContainers = async () =>
    (await engine.world.sandbox.calls()).flatMap(({ path, params }) =>
      path.endsWith('/media_publish') ? [params['creation_id']] : [],
    );

  test('an account moves from one login to the other and keeps its place and its posts, not their containers', async () => {
    const { client } = engine;
    const post = await engine.aPreparedPost();
    expect(await logIn(client, 'atelie.barro')).toBe(CONNECTED);
    const active = (await connectionsOf(client)).filter(({ ended_at: endedAt }) => !endedAt);
    expect(active).toMatchObject([{ login: 'instagram', ig_user_id: '17841400000000001' }]);
    await publish(client, post);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
    const containers = await containersOf(post);
    expect(containers.map(({ login }) => login)).toEqual(['facebook', 'instagram']);
    expect(await publishedContainers()).toEqual([containers[1]?.graph_id]);
  });

  test('and one whose outcome is unknown is published with a container of the new login', async () => {
    const { client, world } = engine;
    const post = await engine.aPreparedPost();
    await world.sandbox.fault('publish', '2');
    await engine.advanceToDueTime();
    expect(await logIn(client, 'atelie.barro')).toBe(CONNECTED);
    await engine.advanceUntil(post._id, 'published', 10_000);
    const containers = await containersOf(post);
    expect(containers.map(({ login }) => login)).toEqual(['facebook', 'instagram']);
    expect(await publishedContainers()).toEqual(containers.map(({ graph_id: id }) => id));
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  });
});

describe('several accounts in a workspace', () => {
  const SECOND = 'cafe.serra';
  async function twoWithoutPage(): Promise<Client> {
    const client = await aUserWithoutPage();
    await givePlan(engine.world, client, 'pro');
    expect(await addAccount(client, SECOND)).toBe(CONNECTED);
    return client;
  }
  const needReconnect = async (client: Client) =>
    engine.world.database.db
      .updateTable('instagram_connections')
      .set({ needs_reconnect: true })
      .where('workspace_id', '=', await engine.workspaceId(client))
      .where('ended_at', 'is', null)
      .execute();

  test('an account that is none of them is no other Facebook profile', async () => {
    const client = await twoWithoutPage();
    expect(await logIn(client, 'atelie.barro')).toBe('/dashboard?error=no_known_account');
  });

  test('the choice of another account names no other Facebook profile', async () => {
    const { client } = engine;
    const { end, cookie } = await authorize(engine.world, client, WITHOUT_PAGE, { query: LOGIN });
    expect(end).toBe('/connected/choose');
    const options = { token: client.token, headers: { cookie } };
    const choice = await request(engine.world, 'GET', '/auth/instagram/choice', options);
    expect(dataOf(choice)).toMatchObject({ replaces: 'atelie.barro', isAnotherPerson: false });
  });

  test('locations are searched with the first account whose login has the search', async () => {
    const client = await aUserWithoutPage();
    await givePlan(engine.world, client, 'pro');
    const begun = beginAuthorization(engine.world, client, '?another=true');
    expect(await connectAnother(engine.world, client, 'atelie.barro', begun)).toBe(CONNECTED);
    const path = '/instagram/locations?q=recife';
    const found = await client.get<{ locations: object[]; allowed: boolean }>(path);
    expect(dataOf(found)).toMatchObject({ allowed: true });
    expect(dataOf(found).locations).not.toEqual([]);
  });

  test('each is reconnected by a login of its own', async () => {
    const client = await twoWithoutPage();
    await needReconnect(client);
    for (const button of [SECOND, WITHOUT_PAGE])
      expect(await logIn(client, button)).toBe(CONNECTED);
    expect((await accountsOf(client)).map((account) => account.needsReconnect)).toEqual([
      false,
      false,
    ]);
  });

  test('one is reconnected while that of the other login is not', async () => {
    const { client } = engine;
    await givePlan(engine.world, client, 'pro');
    expect(await addAccount(client, WITHOUT_PAGE)).toBe(CONNECTED);
    await needReconnect(client);
    expect(await logIn(client)).toBe(CONNECTED);
    await needReconnect(client);
    expect(await connect(engine.world, client)).toBe(CONNECTED);
  });
});

describe('the token', () => {
  test('is refreshed before its sixty days are over', async () => {
    const client = await aUserWithoutPage();
    const { token: before } = (await accountOf(client)) ?? {};
    await engine.world.advanceTime(46 * DAY);
    await engine.world.services.instagram.maintainAccounts();
    const account = await accountOf(client);
    expect(account?.token).not.toBe(before);
    expect(account?.userToken).toBe(account?.token);
    await engine.world.advanceTime(20 * DAY);
    const address = `${engine.world.sandbox.url}/graph.instagram.com/v25.0/me?access_token=`;
    expect((await fetch(`${address}${before}`)).status).toBe(400);
    expect((await fetch(`${address}${account?.token}`)).status).toBe(200);
  });

  test('that Instagram refuses asks its owner to reconnect', async () => {
    const client = await aUserWithoutPage();
    await engine.world.sandbox.fault('token', '460', { username: WITHOUT_PAGE });
    await engine.world.advanceTime(46 * DAY);
    await engine.world.services.instagram.maintainAccounts();
    expect(await connectionsOf(client)).toMatchObject([
      { needs_reconnect: true, reconnect_code: '190/460' },
    ]);
  });

  test('is kept through an outage that refuses what it permits', async () => {
    const client = await aUserWithoutPage();
    const post = await aScheduledPost(engine.world, client, { dueInMs: 5 * MINUTE });
    await engine.world.sandbox.fault('create', '10', { username: WITHOUT_PAGE });
    await publish(client, post);
    expect(await accountsOf(client)).toMatchObject([{ needsReconnect: false }]);
  });
});

test('the deletion of a user deletes the token, and calls nothing that Instagram Login lacks', async () => {
  const client = await aUserWithoutPage();
  const workspaceId = await engine.workspaceId(client);
  const before = (await engine.world.sandbox.calls()).length;
  const answer = await client.post<{ code: string }>('/account/deletion', { password: PASSWORD });
  const { db } = engine.world.database;
  const { id } = await db
    .selectFrom('deletions')
    .select('id')
    .where('code', '=', dataOf(answer).code)
    .executeTakeFirstOrThrow();
  await engine.world.services.privacy.deletions.run(id);
  const left = db.selectFrom('instagram_connections').where('workspace_id', '=', workspaceId);
  expect(await left.selectAll().execute()).toEqual([]);
  expect(await callsSince(before)).toEqual([]);
});

describe('the permissions of a login', () => {
  const EXAMPLE = 'atelie.barro';
  const scopesOf = async (client: Client) =>
    (await connectionsOf(client)).flatMap(({ ended_at: endedAt, granted_scopes: scopes }) =>
      endedAt === null && scopes !== null ? [scopes] : [],
    );
  async function twoOwners(): Promise<[Client, Client]> {
    const owners: [Client, Client] = [await aUser(engine.world), await aUser(engine.world)];
    for (const owner of owners) expect(await logIn(owner, EXAMPLE)).toBe(CONNECTED);
    return owners;
  }

  test.each(['objects', 'lists'])('are stored as Instagram lists them in %s', async (answers) => {
    await engine.world.sandbox.settings({ instagramAnswers: answers });
    expect(await scopesOf(await aUserWithoutPage())).toEqual([
      [
        'instagram_business_basic',
        'instagram_business_content_publish',
        'instagram_business_manage_insights',
        'instagram_business_manage_comments',
      ],
    ]);
  });

  test.each(['Sem permissão de publicar', 'Sem permissão de ver o perfil'])(
    'that a later login declines (%s) stop the account in every workspace, and its owner is told',
    async (button) => {
      const [owner, other] = await twoOwners();
      const post = await aScheduledPost(engine.world, other, { dueInMs: 20 * MINUTE });
      expect(await logIn(owner, button)).toBe('/dashboard?error=missing_instagram_lost');
      for (const one of [owner, other]) {
        expect(await accountsOf(one)).toMatchObject([{ needsReconnect: true }]);
        expect(await connectionsOf(one)).toMatchObject([{ reconnect_code: 'permissions' }]);
      }
      expect(await engine.untilIssue(post._id, 2000, other)).toMatchObject({
        errorAction: 'reconnect',
      });
      expect(await accountsOf(engine.client)).toMatchObject([{ needsReconnect: false }]);
      expect(await logIn(owner, EXAMPLE)).toBe(CONNECTED);
      expect(await accountsOf(owner)).toMatchObject([{ needsReconnect: false }]);
    },
  );

  test('that a later login declines, but publishing does not need, are known in every workspace', async () => {
    const [owner, other] = await twoOwners();
    expect(await logIn(owner, 'Sem acesso às métricas')).toBe(CONNECTED);
    for (const one of [owner, other]) {
      expect(await accountsOf(one)).toMatchObject([{ needsReconnect: false }]);
      expect((await scopesOf(one)).flat()).not.toContain('instagram_business_manage_insights');
      const { accounts } = dataOf(
        await one.get<{ accounts: AccountReadiness[] }>('/instagram/readiness'),
      );
      expect(accounts).toMatchObject([{ works: ['posts', 'stories', 'first_comments'] }]);
    }
  });
});

describe('an installation without the settings of Instagram Login', () => {
  const start = async (meta: MetaOptions, lines: string[] = []) => {
    const { database, serviceOptions } = engine.world;
    const services = await createServices({
      ...serviceOptions,
      database,
      env: { ...serviceOptions.env, ...meta },
      log: createLog('warn', { write: (line) => void lines.push(line) }),
    });
    await services.instagram.checkRemovedLogins();
    await services.close();
    return lines;
  };
  const removed = { INSTAGRAM_APP_ID: undefined };

  test('tells the operator and the owners whose accounts still use it', async () => {
    const client = await aUserWithoutPage();
    const post = await aScheduledPost(engine.world, client, { dueInMs: 20 * MINUTE });
    const lines = await start(removed);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('the settings of their login are missing');
    expect(await accountsOf(client)).toMatchObject([{ needsReconnect: true }]);
    expect(await engine.untilIssue(post._id, 2000, client)).toMatchObject({
      errorAction: 'reconnect',
      errorMessage: expect.stringContaining('página dela no Facebook'),
    });
    await start(removed);
    const emails = await engine.deliverEmails(client);
    expect(emails.map(({ text }) => text)).toEqual([
      expect.stringContaining('página dela no Facebook'),
    ]);
    expect(await accountsOf(engine.client)).toMatchObject([{ needsReconnect: false }]);
  });

  test('goes on with these accounts when it has them again', async () => {
    const client = await aUserWithoutPage();
    const post = await aScheduledPost(engine.world, client, { dueInMs: 20 * MINUTE });
    await start(removed);
    await engine.untilIssue(post._id, 2000, client);
    expect(await start({})).toEqual([]);
    expect(await accountsOf(client)).toMatchObject([{ needsReconnect: false }]);
    await engine.advanceUntil(post._id, 'published', MINUTE, client);
  });
});

describe('a person who removes the app in Instagram', () => {
  test('leaves no token behind, and no other login is touched', async () => {
    const client = await aUserWithoutPage();
    const removal = await engine.world.sandbox.removeInstagramLogin(WITHOUT_PAGE, 'remove');
    expect(removal).toMatchObject({ status: 200, answer: {} });
    expect(await connectionsOf(client)).toMatchObject([
      { reconnect_code: 'app-removed-instagram' },
    ]);
    expect(await accountOf(client)).toMatchObject({ token: '', userToken: '' });
    expect(await connectionsOf(engine.client)).toMatchObject([{ needs_reconnect: false }]);
  });

  test('and asks for deletion finds it finished', async () => {
    const client = await aUserWithoutPage();
    const removal = await engine.world.sandbox.removeInstagramLogin(WITHOUT_PAGE, 'delete');
    expect(await connectionsOf(client)).toEqual([]);
    const { confirmation_code: code } = removal.answer;
    const deletion = await request<{ finishedAt: string | null }>(
      engine.world,
      'GET',
      `/deletions/${code}`,
    );
    expect(dataOf(deletion).finishedAt).not.toBeNull();
  });
});
