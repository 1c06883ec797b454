// What works on each Instagram account, before and after it is connected.
import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import type { AccountReadiness } from '@pontual/contract/instagram/readiness.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContainersRepository } from '../../publishing/steps/containers.repository.ts';
import { throttleApp } from '../graph/app-throttle.repository.ts';
import { newId } from '../../platform/ids.ts';
import {
  authorize,
  aUser,
  connect,
  dataOf,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const CONNECTED = '/connected?connected=true';
const MINUTE = 60_000;
const PUBLISH = 'instagram_content_publish';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Two accounts of one person, each with its own page. */
async function twoAccounts() {
  const name = newId().replaceAll('-', '').slice(0, 16);
  const [a, b] = [`a.${name}`, `b.${name}`];
  await world.sandbox.createAccount(a);
  await world.sandbox.createAccount(b, { owner: a });
  return { a, b };
}

/** Instagram's dialog asks for no page. */
const optionsOf = (login: InstagramLogin, page: string) =>
  login === 'facebook' ? { selection: { pages: [page] } } : { query: '?login=instagram' };

async function aConnectedAccount(login: InstagramLogin = 'facebook') {
  const [client, person] = [await aUser(world), await twoAccounts()];
  const { end } = await authorize(world, client, person.a, optionsOf(login, person.a));
  expect(end).toBe(CONNECTED);
  return { client, person };
}

async function check(client: Client, query = ''): Promise<AccountReadiness | undefined> {
  const path = `/instagram/readiness${query}`;
  return dataOf(await client.get<{ accounts: AccountReadiness[] }>(path)).accounts[0];
}

async function checkOffered(client: Client, cookie: string): Promise<AccountReadiness[]> {
  const path = '/auth/instagram/choice/readiness';
  const options = { token: client.token, headers: { cookie } };
  return dataOf(await request<{ accounts: AccountReadiness[] }>(world, 'GET', path, options))
    .accounts;
}

const everything = ['posts', 'stories', 'first_comments', 'insights'];

const BLOCKED = { label: expect.stringMatching(/\S/), works: [] };
const READY = { label: null, works: everything, step: null };
const publishing = (works: string[]) => ({ label: null, works });
const situations: [InstagramLogin, string, string, object][] = [
  ['facebook', 'none', 'ready', READY],
  ['facebook', 'personal', 'personal', BLOCKED],
  ['facebook', 'page-unlinked', 'page_missing', BLOCKED],
  ['facebook', 'page-without-task', 'no_task', BLOCKED],
  [
    'facebook',
    'page-of-another-person',
    'another_person',
    { ...BLOCKED, step: { reconnects: true } },
  ],
  ['facebook', 'publishing-authorization', 'second_factor', BLOCKED],
  ['facebook', 'two-factor', 'second_factor', BLOCKED],
  ['facebook', 'app-in-development', 'app_in_development', BLOCKED],
  ['facebook', 'restricted', 'restricted', BLOCKED],
  ['facebook', 'media-unreachable', 'unreachable', { label: null }],
  ['facebook', 'quota-spent', 'quota_spent', publishing(everything)],
  ['facebook', 'creator', 'creator', publishing(['posts', 'first_comments', 'insights'])],
  ['instagram', 'none', 'ready', READY],
  ['instagram', 'personal', 'personal', BLOCKED],
  // What is wrong with the page does not matter.
  ['instagram', 'page-unlinked', 'ready', READY],
  ['instagram', 'page-without-task', 'ready', READY],
  ['instagram', 'page-of-another-person', 'ready', READY],
  ['instagram', 'publishing-authorization', 'second_factor', BLOCKED],
  ['instagram', 'app-in-development', 'app_in_development', BLOCKED],
  ['instagram', 'restricted', 'restricted', BLOCKED],
  ['instagram', 'media-unreachable', 'unreachable', { label: null }],
  ['instagram', 'quota-spent', 'quota_spent', publishing(everything)],
  ['instagram', 'creator', 'creator', publishing(['posts', 'first_comments', 'insights'])],
];

const wrongWords: Record<InstagramLogin, RegExp> = {
  facebook: /undefined/,
  instagram: /Facebook|página|undefined/,
};

describe('a connected account', () => {
  test.each(situations)(
    'by the login of %s, in the situation %s, is named %s',
    async (login, given, situation, more) => {
      const { client, person } = await aConnectedAccount(login);
      await world.sandbox.situation(person.a, given);
      const found = await check(client);
      expect(found).toMatchObject({ username: person.a, login, situation, ...more });
      const sentences = [found?.text, found?.step?.text].filter(Boolean).join(' ');
      expect(sentences).toMatch(/^\S.*\.$/);
      expect(sentences).not.toMatch(wrongWords[login]);
    },
  );

  test.each<[InstagramLogin, string]>([
    ['facebook', '458'],
    ['facebook', '460'],
    ['instagram', '458'],
    ['instagram', '460'],
  ])('by the login of %s whose token is refused (%s) must be reconnected', async (login, code) => {
    const { client, person } = await aConnectedAccount(login);
    await world.sandbox.fault('token', code, { username: person.a });
    expect(await check(client)).toMatchObject({
      situation: 'reconnect',
      ...BLOCKED,
      step: { reconnects: true },
    });
  });

  test('whose app was removed in Instagram must be connected again', async () => {
    const { client, person } = await aConnectedAccount('instagram');
    await world.sandbox.removeInstagramLogin(person.a, 'remove');
    expect(await check(client)).toMatchObject({ situation: 'reconnect', ...BLOCKED });
  });

  test('is named after a later login that grants only another page', async () => {
    const { client, person } = await aConnectedAccount();
    const other = await aUser(world);
    await authorize(world, other, person.a, { selection: { pages: [person.b] } });
    expect(await check(client)).toMatchObject({
      situation: 'granted_elsewhere',
      step: { reconnects: true },
    });
  });

  test('is named after a permission was declined', async () => {
    const { client, person } = await aConnectedAccount();
    await authorize(world, client, person.a, {
      selection: { pages: [person.a], without: [PUBLISH] },
    });
    expect(await check(client)).toMatchObject({
      situation: 'permission_declined',
      step: { reconnects: true },
    });
  });

  test('without the optional permissions publishes, and the rest is not promised', async () => {
    const [client, person] = [await aUser(world), await twoAccounts()];
    const without = ['instagram_manage_insights', 'instagram_manage_comments'];
    await authorize(world, client, person.a, { selection: { pages: [person.a], without } });
    expect(await check(client)).toMatchObject({
      situation: 'optional_declined',
      label: null,
      works: ['posts', 'stories'],
    });
  });

  test('that has declined an optional permission of Instagram Login is named, too', async () => {
    const client = await aUser(world);
    const { end } = await authorize(world, client, 'Sem acesso às métricas', {
      query: '?login=instagram',
    });
    expect(end).toBe(CONNECTED);
    expect(await check(client)).toMatchObject({
      situation: 'optional_declined',
      works: ['posts', 'stories', 'first_comments'],
      step: { reconnects: true },
    });
  });

  test('whose app was removed must be connected again', async () => {
    const { client, person } = await aConnectedAccount();
    await world.sandbox.removeApp(person.a, 'remove');
    expect(await check(client)).toMatchObject({ situation: 'reconnect', ...BLOCKED });
  });
});

describe('an answer that Instagram does not give', () => {
  test.each([
    ['create', '500-code2'],
    ['create', '10'],
    ['create', '80002'],
    ['permissions', '500-code2'],
    ['permissions', 'timeout-before-commit'],
  ])('at %s (%s) is no alarm', async (step, fault) => {
    const { client } = await aConnectedAccount();
    await world.sandbox.fault(step, fault, { times: 9 });
    const found = await check(client);
    await world.sandbox.clearFaults();
    expect(found).toMatchObject({ situation: 'unchecked', label: null });
  });

  test.each([
    ['page', '10'],
    ['page', 'none'],
    ['quota', '500-code2'],
  ])('at %s (%s) is outweighed by a post that is accepted', async (step, fault) => {
    const { client } = await aConnectedAccount();
    await world.sandbox.fault(step, fault, { times: 9 });
    const found = await check(client);
    await world.sandbox.clearFaults();
    expect(found).toMatchObject({ situation: 'ready', works: everything });
  });

  test('to a story at first does not make the account one of a creator', async () => {
    const { client } = await aConnectedAccount();
    await world.sandbox.fault('create', '10');
    expect(await check(client)).toMatchObject({ situation: 'ready', works: everything });
  });

  test('does not come from a download that fails once', async () => {
    const { client } = await aConnectedAccount();
    await world.sandbox.fault('create', '9004/2207052');
    expect(await check(client)).toMatchObject({ situation: 'ready' });
  });
});

describe('the answers', () => {
  const countCalls = async () => (await world.sandbox.calls()).length;
  const countTrials = async () =>
    (await world.sandbox.calls()).filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/media'),
    ).length;

  test('are reused, until the user asks again, once a minute', async () => {
    const { client, person } = await aConnectedAccount();
    await world.sandbox.situation(person.a, 'restricted');
    await check(client);
    const before = await countTrials();
    await Promise.all([check(client), check(client)]);
    expect(await countTrials()).toBe(before);
    expect(await check(client, '?again=true')).toMatchObject({ situation: 'restricted' });
    expect(await client.get('/instagram/readiness?again=true')).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('acabaram de ser conferidas') },
    });
    await world.sandbox.situation(person.a, 'none');
    await world.advanceTime(MINUTE);
    expect(await check(client, '?again=true')).toMatchObject({ situation: 'ready' });
  });

  test('read again need no other trial once Instagram has accepted one', async () => {
    const { client, person } = await aConnectedAccount();
    await world.sandbox.situation(person.a, 'quota-spent');
    expect(await check(client)).toMatchObject({ situation: 'quota_spent' });
    const before = await countTrials();
    await world.sandbox.situation(person.a, 'none');
    expect(await check(client, '?again=true')).toMatchObject({ situation: 'ready' });
    expect(await countTrials()).toBe(before);
  });

  test('can be asked for again only by those who may edit', async () => {
    const [{ client }, viewer] = [await aConnectedAccount(), await aUser(world)];
    await addMember(world, client, viewer, 'viewer');
    expect(await check(viewer)).toMatchObject({ situation: 'ready' });
    expect(await viewer.get('/instagram/readiness?again=true')).toMatchObject({ status: 403 });
  });

  test('take few of the containers that Instagram allows a day, and each counts', async () => {
    const { client, person } = await aConnectedAccount();
    await world.sandbox.situation(person.a, 'creator');
    const before = await countTrials();
    for (let time = 0; time < 15; time += 1) {
      await check(client, '?again=true');
      await world.advanceTime(MINUTE);
    }
    const containers = createContainersRepository(world.database.db);
    const id = (await check(client))?.instagramAccountId ?? '';
    expect(await containers.countCreatedInDay(id)).toBe(12);
    const made = await countTrials();
    await check(client, '?again=true');
    expect(await countTrials()).toBe(made);
    expect(made).toBeGreaterThan(before + 12);
  });

  test('cost no call while Instagram throttles the account', async () => {
    const { client, person } = await aConnectedAccount();
    const throttle = (code: string) =>
      sql`update instagram_accounts set throttle_reason = 'blocked', throttle_code = ${code},
        throttled_until = app_now() + interval '1 hour'
        where username = ${person.a}`.execute(world.database.db);
    const before = await countCalls();
    await throttle('4/2207051');
    expect(await check(client)).toMatchObject({ situation: 'restricted' });
    await throttle('80002');
    expect(await check(client)).toMatchObject({ situation: 'throttled', label: null });
    expect(await countCalls()).toBe(before);
  });

  test('cost no call while Instagram throttles the app', async () => {
    const { client, person } = await aConnectedAccount();
    const other = await aUser(world);
    const { cookie } = await authorize(world, other, person.a, {
      selection: { pages: [person.a, person.b] },
    });
    await throttleApp(world.database.db, 'facebook', '4', MINUTE);
    const before = await countCalls();
    expect(await check(client)).toMatchObject({ situation: 'throttled' });
    expect(await checkOffered(other, cookie)).toMatchObject([
      { situation: 'throttled' },
      { situation: 'throttled' },
    ]);
    expect(await countCalls()).toBe(before);
    await world.database.db.deleteFrom('instagram_apps').execute();
  });

  test('are those of the own workspace', async () => {
    await aConnectedAccount();
    expect(await check(await aUser(world))).toBeUndefined();
  });
});

describe('before a choice, each account of the login', () => {
  test('is named with what works on it', async () => {
    const [client, person] = [await aUser(world), await twoAccounts()];
    await world.sandbox.situation(person.a, 'creator');
    const { cookie } = await authorize(world, client, person.a, {
      selection: { pages: [person.a, person.b] },
    });
    expect(await checkOffered(client, cookie)).toMatchObject([
      { username: person.a, situation: 'creator' },
      { username: person.b, situation: 'ready', works: everything },
    ]);
    expect(await request(world, 'GET', '/auth/instagram/choice/readiness', client)).toMatchObject({
      status: 410,
    });
  });

  test('shares what the login answers for all of them, and is not tried if it is connected', async () => {
    const [client, person] = [await aUser(world), await twoAccounts()];
    await givePlan(world, client, 'pro');
    await authorize(world, client, person.a, { selection: { pages: [person.a] } });
    const [b, c] = [person.b, `c.${newId().slice(-12)}`];
    await world.sandbox.createAccount(c, { owner: person.a });
    const { cookie } = await authorize(world, client, person.a, {
      query: '?another=true',
      selection: { pages: [person.a, b, c] },
    });
    const before = (await world.sandbox.calls()).length;
    expect((await checkOffered(client, cookie)).map(({ username }) => username)).toEqual([b, c]);
    const calls = (await world.sandbox.calls()).slice(before).map(({ path }) => path);
    expect(calls.filter((path) => path.endsWith('/accounts'))).toHaveLength(1);
    expect(calls.filter((path) => path.endsWith('/debug_token'))).toHaveLength(3);
  });

  test('is offered and refused if it is personal', async () => {
    const [client, person] = [await aUser(world), await twoAccounts()];
    await givePlan(world, client, 'pro');
    const third = `c.${newId().slice(-12)}`;
    await world.sandbox.createAccount(third, { owner: person.a });
    await world.sandbox.situation(person.b, 'personal');
    const { cookie } = await authorize(world, client, person.a, {
      selection: { pages: [person.a, person.b, third] },
    });
    expect(await checkOffered(client, cookie)).toMatchObject([
      { username: person.a, situation: 'ready' },
      {
        username: person.b,
        situation: 'personal',
        step: { url: expect.stringMatching(/^https:/), reconnects: true },
      },
      { username: third, situation: 'ready' },
    ]);
  });
});

describe('a login that connects nothing names', () => {
  const logIn = async (situation: string) => {
    const [client, person] = [await aUser(world), await twoAccounts()];
    await world.sandbox.situation(person.a, situation);
    return authorize(world, client, person.a, { selection: { pages: [person.a] } });
  };

  test.each([
    ['personal', 'personal_account'],
    ['page-unlinked', 'no_instagram_business'],
    ['page-without-task', 'cannot_publish'],
  ])('%s as %s', async (situation, error) => {
    expect((await logIn(situation)).end).toBe(`/dashboard?error=${error}`);
  });

  test('an app that has been put into development', async () => {
    const [client, person] = [await aUser(world), await twoAccounts()];
    await world.sandbox.fault('me', '200/app');
    expect(
      (await authorize(world, client, person.a, { selection: { pages: [person.a] } })).end,
    ).toBe('/dashboard?error=app_in_development');
  });

  test.each([
    ['an app that Instagram does not serve for it', ['me', 'me'], 'app_in_development'],
    ['such an app at the first call, too', ['permissions', 'me'], 'app_in_development'],
    ['no such app where only the profile is refused', ['me'], 'callback_failed'],
    ['no such app where only the token is refused', ['permissions'], 'callback_failed'],
  ])('for an account without a page: %s', async (_what, steps, error) => {
    const [client, person] = [await aUser(world), await twoAccounts()];
    for (const step of steps)
      await world.sandbox.fault(step, '100/unsupported', { username: person.a });
    const { end } = await authorize(world, client, person.a, { query: '?login=instagram' });
    await world.sandbox.clearFaults();
    expect(end).toBe(`/dashboard?error=${error}&login=instagram`);
  });

  test('a permission that Instagram’s dialog was not given', async () => {
    const { end } = await authorize(world, await aUser(world), 'Sem permissão de publicar', {
      query: '?login=instagram',
    });
    expect(end).toBe('/dashboard?error=missing_instagram&login=instagram');
  });

  test('another Instagram account than those that are connected', async () => {
    const { client, person } = await aConnectedAccount('instagram');
    const other = await authorize(world, client, person.b, { query: '?login=instagram' });
    expect(other.end).toBe('/connected/choose');
    await givePlan(world, client, 'pro');
    const query = '?login=instagram&another=true';
    expect((await authorize(world, client, person.b, { query })).end).toBe(CONNECTED);
    const third = `c.${newId().slice(-12)}`;
    await world.sandbox.createAccount(third, { owner: person.a });
    expect((await authorize(world, client, third, { query: '?login=instagram' })).end).toBe(
      '/dashboard?error=no_known_account&login=instagram',
    );
  });

  test('another Facebook profile than the one that connected the account', async () => {
    const { client } = await aConnectedAccount();
    expect(await connect(world, client, 'Sem página')).toBe('/dashboard?error=another_person');
    const { cookie } = await authorize(world, client, 'cafe.serra');
    const choice = await request(world, 'GET', '/auth/instagram/choice', {
      token: client.token,
      headers: { cookie },
    });
    expect(choice).toMatchObject({ body: { data: { isAnotherPerson: true } } });
  });
});
