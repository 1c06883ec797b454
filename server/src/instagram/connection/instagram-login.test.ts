import type { Issue } from '@pontual/contract/posts/issues.ts';
import { describe, expect, test } from 'vitest';
import {
  aScheduledPost,
  aUser,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { CONNECTED, useInstagramLogin, WITHOUT_PAGE } from '../../../testing/instagram-login.ts';
import { MINUTE } from '../../../testing/publishing-steps.ts';

const DAY = 24 * 60 * MINUTE;
const engine = useInstagramLogin();

const accountOf = async (client: Client) =>
  engine.world.services.instagram.accounts.accountOf(await engine.workspaceId(client));

/** The paths of all calls since, without the ids in them. */
async function callsSince(count: number): Promise<string[]> {
  const calls = (await engine.world.sandbox.calls()).slice(count);
  return calls.map(({ path }) => path.replace(/\d{10,}/, '#'));
}

const isOfFacebook = (path: string) => !/^\/(www|api|graph)\.instagram\.com\//.test(path);

describe('an account without a Facebook page', () => {
  test('is connected and publishes, and no call goes to the host of Facebook', async () => {
    const before = (await engine.world.sandbox.calls()).length;
    const client = await engine.aUserWithoutPage();
    const post = await aScheduledPost(engine.world, client, { dueInMs: 5 * MINUTE });
    await engine.publish(client, post);
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
    const client = await engine.aUserWithoutPage();
    expect(await engine.accountsOf(client)).toMatchObject([
      { username: WITHOUT_PAGE, login: 'instagram', needsReconnect: false },
    ]);
    const [connection] = await engine.connectionsOf(client);
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
    const client = await engine.aUserWithoutPage();
    expect(await engine.accountsOf(client)).toMatchObject([{ username: WITHOUT_PAGE }]);
  });

  test.each([
    ['Cancelar', 'auth_failed&login=instagram'],
    // The state names the login.
    ['Sessão expirada', 'invalid_state'],
    ['Falha na troca', 'callback_failed&login=instagram'],
    ['Sem permissão de publicar', 'missing_instagram&login=instagram'],
    ['Sem permissão de ver o perfil', 'missing_instagram&login=instagram'],
  ])('is not connected after %s, which another attempt repeats', async (button, error) => {
    const client = await aUser(engine.world);
    expect(await engine.logIn(client, button)).toBe(`/dashboard?error=${error}`);
    expect(await engine.connectionsOf(client)).toEqual([]);
  });

  test('searches no locations, because the login has no such search', async () => {
    const client = await engine.aUserWithoutPage();
    const before = (await engine.world.sandbox.calls()).length;
    const found = await client.get<{ allowed: boolean }>('/instagram/locations?q=recife');
    expect(dataOf(found)).toMatchObject({ locations: [], allowed: false });
    expect(await callsSince(before)).toEqual([]);
  });

  test('is tested with the sample picture, because no container can wait for bytes', async () => {
    const client = await engine.aUserWithoutPage();
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
    const trial = (await engine.world.sandbox.calls()).at(-1);
    expect(trial).toMatchObject({ method: 'POST', params: { image_url: expect.any(String) } });
    expect(trial?.params).not.toHaveProperty('upload_type');
  });
});

describe('the token', () => {
  test('is refreshed before its sixty days are over', async () => {
    const client = await engine.aUserWithoutPage();
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
    const client = await engine.aUserWithoutPage();
    await engine.world.sandbox.fault('token', '460', { username: WITHOUT_PAGE });
    await engine.world.advanceTime(46 * DAY);
    await engine.world.services.instagram.maintainAccounts();
    expect(await engine.connectionsOf(client)).toMatchObject([
      { needs_reconnect: true, reconnect_code: '190/460' },
    ]);
  });

  test('that a post is refused for is explained by what its owner finds in Instagram', async () => {
    const client = await engine.aUserWithoutPage();
    const post = await aScheduledPost(engine.world, client, { dueInMs: 5 * MINUTE });
    await engine.world.sandbox.fault('token', '460', { username: WITHOUT_PAGE });
    const { errorMessage } = await engine.untilIssue(post._id, 2000, client);
    const reason = expect.stringContaining('A senha do Instagram mudou');
    const { issues } = dataOf(await client.get<{ issues: Issue[] }>('/issues'));
    expect(issues).toMatchObject([{ kind: 'needs_reconnect', reason }]);
    expect(errorMessage).toEqual(reason);
  });

  test('is kept through an outage that refuses what it permits', async () => {
    const client = await engine.aUserWithoutPage();
    const post = await aScheduledPost(engine.world, client, { dueInMs: 5 * MINUTE });
    await engine.world.sandbox.fault('create', '10', { username: WITHOUT_PAGE });
    await engine.publish(client, post);
    expect(await engine.accountsOf(client)).toMatchObject([{ needsReconnect: false }]);
  });
});

test('the deletion of a user deletes the token, and calls nothing that Instagram Login lacks', async () => {
  const client = await engine.aUserWithoutPage();
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

describe('a person who removes the app', () => {
  /** By the other login, `engine.client` has connected the same account. */
  async function anOwnerOfTheSameAccount(): Promise<Client> {
    const owner = await aUser(engine.world);
    expect(await engine.logIn(owner, 'atelie.barro')).toBe(CONNECTED);
    return owner;
  }

  test('leaves no token behind, and the other login of the account is not touched', async () => {
    const client = await anOwnerOfTheSameAccount();
    const removal = await engine.world.sandbox.removeInstagramLogin('atelie.barro', 'remove');
    expect(removal).toMatchObject({ status: 200, answer: {} });
    expect(await engine.connectionsOf(client)).toMatchObject([
      { reconnect_code: 'app-removed-instagram' },
    ]);
    expect(await accountOf(client)).toMatchObject({ token: '', userToken: '' });
    expect(await engine.connectionsOf(engine.client)).toMatchObject([{ needs_reconnect: false }]);
  });

  test('in Facebook keeps the Instagram login of the account', async () => {
    const client = await anOwnerOfTheSameAccount();
    await engine.world.sandbox.removeApp('atelie.barro', 'delete');
    expect(await engine.connectionsOf(engine.client)).toEqual([]);
    expect(await engine.connectionsOf(client)).toMatchObject([{ needs_reconnect: false }]);
  });

  test('and asks for deletion finds it finished', async () => {
    const client = await engine.aUserWithoutPage();
    const removal = await engine.world.sandbox.removeInstagramLogin(WITHOUT_PAGE, 'delete');
    expect(await engine.connectionsOf(client)).toEqual([]);
    const { confirmation_code: code } = removal.answer;
    const deletion = await request<{ finishedAt: string | null }>(
      engine.world,
      'GET',
      `/deletions/${code}`,
    );
    expect(dataOf(deletion).finishedAt).not.toBeNull();
  });
});
