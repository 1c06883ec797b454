import type { AccountReadiness } from '@pontual/contract/instagram/readiness.ts';
import { describe, expect, test } from 'vitest';
import {
  aScheduledPost,
  aUser,
  authorize,
  beginAuthorization,
  connect,
  connectAnother,
  dataOf,
  request,
  type Client,
} from '../../../testing/factories.ts';
import {
  CONNECTED,
  LOGIN,
  useInstagramLogin,
  WITHOUT_PAGE,
} from '../../../testing/instagram-login.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE } from '../../../testing/publishing-steps.ts';
import type { MetaOptions } from '../../../testing/world.ts';
import { createServices } from '../../composition/services.ts';
import { createLog } from '../../platform/log/log.ts';

const EXAMPLE = 'atelie.barro';
const engine = useInstagramLogin();

describe('both logins in one workspace', () => {
  test('publish each on its own host', async () => {
    const { client } = engine;
    await givePlan(engine.world, client, 'pro');
    expect(await engine.addAccount(client, WITHOUT_PAGE)).toBe(CONNECTED);
    expect((await engine.connectionsOf(client)).map(({ login }) => login)).toEqual([
      'facebook',
      'instagram',
    ]);
    const before = (await engine.world.sandbox.calls()).length;
    for (const { instagramAccountId, username } of await engine.accountsOf(client)) {
      const post = await aScheduledPost(engine.world, client, {
        dueInMs: 5 * MINUTE,
        instagramAccountId,
      });
      await engine.publish(client, post);
      const ledger = await engine.ledger();
      expect(ledger.find(({ caption }) => caption === post.caption)?.username).toBe(username);
    }
    const calls = (await engine.world.sandbox.calls()).slice(before);
    const publishing = calls.filter(({ method, path }) => method === 'POST' && /media/.test(path));
    expect(publishing.map(({ path }) => path)).toEqual([
      '/17841400000000001/media',
      '/17841400000000001/media_publish',
      '/graph.instagram.com/17841400000000003/media',
      '/graph.instagram.com/17841400000000003/media_publish',
    ]);
  });

  test('another account asks before it takes the place of the connected one', async () => {
    const { client } = engine;
    expect(await engine.logIn(client)).toBe('/connected/choose');
    const begun = beginAuthorization(engine.world, client, LOGIN);
    expect(await connectAnother(engine.world, client, WITHOUT_PAGE, begun)).toBe(CONNECTED);
    expect(await engine.accountsOf(client)).toMatchObject([{ username: WITHOUT_PAGE }]);
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

  test('reconnect each by its own login, and a new account by its page', async () => {
    const { client } = engine;
    await givePlan(engine.world, client, 'pro');
    await engine.addAccount(client, WITHOUT_PAGE);
    const dialogOf = async (by: Client, query: string) =>
      new URL((await beginAuthorization(engine.world, by, query)).authUrl).pathname;
    const accounts = await engine.accountsOf(client);
    const [page, instagram] = accounts.map(({ instagramAccountId: id }) => `?account=${id}`);
    expect(await dialogOf(client, page ?? '')).toMatch(/dialog\/oauth$/);
    expect(await dialogOf(client, instagram ?? '')).toMatch(/oauth\/authorize$/);
    expect(await dialogOf(client, '')).toMatch(/dialog\/oauth$/);
    expect(await dialogOf(client, '?another=true')).toMatch(/dialog\/oauth$/);
    expect(await dialogOf(await engine.aUserWithoutPage(), '')).toMatch(/oauth\/authorize$/);
  });

  test('an account moves from one login to the other and keeps its place and its posts, not their containers', async () => {
    const { client } = engine;
    const post = await engine.aPreparedPost();
    expect(await engine.logIn(client, EXAMPLE)).toBe(CONNECTED);
    const active = (await engine.connectionsOf(client)).filter(({ ended_at: endedAt }) => !endedAt);
    expect(active).toMatchObject([{ login: 'instagram', ig_user_id: '17841400000000001' }]);
    await engine.publish(client, post);
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
    expect(await engine.logIn(client, EXAMPLE)).toBe(CONNECTED);
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
    const client = await engine.aUserWithoutPage();
    await givePlan(engine.world, client, 'pro');
    expect(await engine.addAccount(client, SECOND)).toBe(CONNECTED);
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
    expect(await engine.logIn(client, EXAMPLE)).toBe(
      '/dashboard?error=no_known_account&login=instagram',
    );
  });

  test('the choice of another account names no other Facebook profile', async () => {
    const { client } = engine;
    const { end, cookie } = await authorize(engine.world, client, WITHOUT_PAGE, { query: LOGIN });
    expect(end).toBe('/connected/choose');
    const options = { token: client.token, headers: { cookie } };
    const choice = await request(engine.world, 'GET', '/auth/instagram/choice', options);
    expect(dataOf(choice)).toMatchObject({ replaces: EXAMPLE, isAnotherPerson: false });
  });

  test('locations are searched with the first account whose login has the search', async () => {
    const client = await engine.aUserWithoutPage();
    await givePlan(engine.world, client, 'pro');
    const begun = beginAuthorization(engine.world, client, '?another=true');
    expect(await connectAnother(engine.world, client, EXAMPLE, begun)).toBe(CONNECTED);
    const path = '/instagram/locations?q=recife';
    const found = await client.get<{ locations: object[]; allowed: boolean }>(path);
    expect(dataOf(found)).toMatchObject({ allowed: true });
    expect(dataOf(found).locations).not.toEqual([]);
  });

  test('each is reconnected by a login of its own', async () => {
    const client = await twoWithoutPage();
    await needReconnect(client);
    for (const button of [SECOND, WITHOUT_PAGE])
      expect(await engine.logIn(client, button)).toBe(CONNECTED);
    expect((await engine.accountsOf(client)).map((account) => account.needsReconnect)).toEqual([
      false,
      false,
    ]);
  });

  test('one is reconnected while that of the other login is not', async () => {
    const { client } = engine;
    await givePlan(engine.world, client, 'pro');
    expect(await engine.addAccount(client, WITHOUT_PAGE)).toBe(CONNECTED);
    await needReconnect(client);
    expect(await engine.logIn(client)).toBe(CONNECTED);
    await needReconnect(client);
    expect(await connect(engine.world, client)).toBe(CONNECTED);
  });
});

describe('the permissions of a login', () => {
  const scopesOf = async (client: Client) =>
    (await engine.connectionsOf(client)).flatMap(({ ended_at: endedAt, granted_scopes: scopes }) =>
      endedAt === null && scopes !== null ? [scopes] : [],
    );
  async function twoOwners(): Promise<[Client, Client]> {
    const owners: [Client, Client] = [await aUser(engine.world), await aUser(engine.world)];
    for (const owner of owners) expect(await engine.logIn(owner, EXAMPLE)).toBe(CONNECTED);
    return owners;
  }

  test.each(['objects', 'lists'])('are stored as Instagram lists them in %s', async (answers) => {
    await engine.world.sandbox.settings({ instagramAnswers: answers });
    expect(await scopesOf(await engine.aUserWithoutPage())).toEqual([
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
      expect(await engine.logIn(owner, button)).toBe(
        '/dashboard?error=missing_instagram_lost&login=instagram',
      );
      for (const one of [owner, other]) {
        expect(await engine.accountsOf(one)).toMatchObject([{ needsReconnect: true }]);
        expect(await engine.connectionsOf(one)).toMatchObject([{ reconnect_code: 'permissions' }]);
      }
      expect(await engine.untilIssue(post._id, 2000, other)).toMatchObject({
        errorAction: 'reconnect',
      });
      expect(await engine.accountsOf(engine.client)).toMatchObject([{ needsReconnect: false }]);
      expect(await engine.logIn(owner, EXAMPLE)).toBe(CONNECTED);
      expect(await engine.accountsOf(owner)).toMatchObject([{ needsReconnect: false }]);
    },
  );

  test('that a later login declines, but publishing does not need, are known in every workspace', async () => {
    const [owner, other] = await twoOwners();
    expect(await engine.logIn(owner, 'Sem acesso às métricas')).toBe(CONNECTED);
    for (const one of [owner, other]) {
      expect(await engine.accountsOf(one)).toMatchObject([{ needsReconnect: false }]);
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
    const client = await engine.aUserWithoutPage();
    const post = await aScheduledPost(engine.world, client, { dueInMs: 20 * MINUTE });
    const lines = await start(removed);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('the settings of their login are missing');
    expect(await engine.accountsOf(client)).toMatchObject([{ needsReconnect: true }]);
    expect(await engine.untilIssue(post._id, 2000, client)).toMatchObject({
      errorAction: 'reconnect',
      errorMessage: expect.stringContaining('página dela no Facebook'),
    });
    const { accounts } = dataOf(
      await client.get<{ accounts: AccountReadiness[] }>('/instagram/readiness'),
    );
    expect(accounts).toMatchObject([
      { situation: 'reconnect', text: expect.stringContaining('página dela no Facebook') },
    ]);
    await start(removed);
    const emails = await engine.deliverEmails(client);
    expect(emails.map(({ text }) => text)).toEqual([
      expect.stringContaining('página dela no Facebook'),
    ]);
    expect(await engine.accountsOf(engine.client)).toMatchObject([{ needsReconnect: false }]);
  });

  test('goes on with these accounts when it has them again', async () => {
    const client = await engine.aUserWithoutPage();
    const post = await aScheduledPost(engine.world, client, { dueInMs: 20 * MINUTE });
    await start(removed);
    await engine.untilIssue(post._id, 2000, client);
    expect(await start({})).toEqual([]);
    expect(await engine.accountsOf(client)).toMatchObject([{ needsReconnect: false }]);
    await engine.advanceUntil(post._id, 'published', MINUTE, client);
  });
});
