// One file, because every case needs the one application of an operator, and their account at Instagram.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  operatorPaths,
  type OperatorView,
  type ReviewedLogin,
} from '@pontual/contract/operations/operator.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  aConnectedUser,
  aUser,
  authorize,
  connect,
  type Client,
} from '../../../testing/factories.ts';
import { addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createApp } from '../../composition/app.ts';
import { createServices } from '../../composition/services.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log/log.ts';

const TOKEN = 'a-token-of-the-operator-for-tests-only';
const EMAIL = 'operacao@pontual.example';
const MINUTE = 60_000;

const lines: string[] = [];
let world: World;
let operator: Client;
beforeAll(async () => {
  const log = createLog('info', { write: (line) => void lines.push(line) });
  world = await startWorld({ log, meta: { OPERATOR_TOKEN: TOKEN, OPERATOR_EMAIL: EMAIL } });
  await writeBuild(join(world.folder, 'no-web', '.pages'));
  operator = await aUser(world, EMAIL);
  await givePlan(world, operator, 'pro');
  await connect(world, operator);
  const query = '?another=true&login=instagram';
  await authorize(world, operator, 'lia.prates', { query });
});
afterAll(() => world.stop());

/** A build whose renderer shows what it is given. */
async function writeBuild(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const script =
    '<script src="/theme.js"></script><script type="module" src="/assets/plain.js" data-application="/app.js"></script>';
  const shell = `<html><head>${script}</head><body><noscript><p>Sem JavaScript</p></noscript><div id="root"></div></body></html>`;
  await writeFile(join(folder, 'pages.json'), JSON.stringify({ shell, pages: {}, preloads: {} }));
  await writeFile(
    join(folder, 'render.js'),
    'export const renderOperatorPage = (view) => JSON.stringify(view);',
  );
}

/** The application of this world with other settings. */
async function anotherApp(
  settings: Record<'OPERATOR_TOKEN' | 'OPERATOR_EMAIL', string | undefined>,
) {
  const { serviceOptions, database } = world;
  const env = { ...serviceOptions.env, ...settings };
  const services = await createServices({ ...serviceOptions, env, database });
  const app = await createApp(services, {
    publicUrl: world.url,
    webDist: join(world.folder, 'no-web'),
    metricsToken: undefined,
    isDraining: () => false,
  });
  onTestFinished(async () => {
    await app.close();
    await services.close();
  });
  return app;
}

const open = (path: string, options: RequestInit = {}) =>
  fetch(`${world.url}${path}`, { redirect: 'manual', ...options });

const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  open(path, { method: 'POST', body: new URLSearchParams(fields), headers });

async function viewOf(response: Response): Promise<OperatorView> {
  const [, json = ''] = /<div id="root">(.*)<\/div>/.exec(await response.text()) ?? [];
  return JSON.parse(json) as OperatorView; // the build of this test has written it
}

async function callsViewOf(response: Response) {
  const view = await viewOf(response);
  if (view.kind !== 'calls') throw new Error(`the page asks for the token: ${view.notice}`);
  return view;
}

async function logIn(): Promise<{ cookie: string }> {
  const response = await send('/operator/login', { token: TOKEN });
  return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

const loginOf = (logins: readonly ReviewedLogin[], login: ReviewedLogin['login']) => {
  const found = logins.find((one) => one.login === login);
  if (found === undefined) throw new Error(`${login} is not offered`);
  return found;
};

async function overview() {
  const { logins } = await callsViewOf(await open('/operator', { headers: await logIn() }));
  return logins;
}

async function run(permission: string, login: ReviewedLogin['login'] = 'facebook') {
  const [account] = loginOf(await overview(), login).accounts;
  const fields = { permission, account: account?.connectionId ?? '' };
  const response = await send('/operator/calls', fields, await logIn());
  return { status: response.status, ...(await callsViewOf(response)) };
}

async function permissionOf(name: string, login: ReviewedLogin['login'] = 'facebook') {
  return loginOf(await overview(), login).permissions.find((one) => one.name === name);
}

describe('the page of the operator', () => {
  test('asks for the token, is not indexed or stored, and has no script', async () => {
    const response = await open('/operator');
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual([
      'noindex',
      'no-store',
    ]);
    const html = await response.text();
    expect(html).toContain('<meta name="robots" content="noindex" />');
    expect(html).not.toMatch(/<script|<noscript/);
    expect(html).toContain('"kind":"login"');
  });

  test('opens with the token for half an hour, in a cookie that only it gets', async () => {
    const response = await send('/operator/login', { token: TOKEN });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/operator']);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/; Max-Age=1800; Path=\/operator; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(TOKEN);

    const headers = { cookie: cookie.split(';')[0] ?? '' };
    const page = await (await open('/operator', { headers })).text();
    expect(page).toContain('"kind":"calls"');
    expect(page).not.toContain(TOKEN);
    await world.advanceTime(31 * MINUTE);
    expect((await viewOf(await open('/operator', { headers }))).kind).toBe('login');
  });

  test('leads a reload of an answer to the page', async () => {
    for (const path of ['login', 'calls', 'logout']) {
      const response = await open(`/operator/${path}`, { headers: await logIn() });
      expect([response.status, response.headers.get('location')]).toEqual([303, '/operator']);
    }
  });

  test('ends with another token, which does not open what the former had opened', async () => {
    const former = await logIn();
    const app = await anotherApp({ OPERATOR_TOKEN: `another-${TOKEN}`, OPERATOR_EMAIL: EMAIL });
    const answer = await app.inject({ url: '/operator', headers: former });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('"kind":"login"');
    const press = await app.inject({
      method: 'POST',
      url: '/operator/calls',
      headers: { ...former, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'permission=instagram_basic',
    });
    expect(press.statusCode).toBe(401);
    const login = await app.inject({
      method: 'POST',
      remoteAddress: '203.0.113.9',
      url: '/operator/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `token=${TOKEN}`,
    });
    expect([login.statusCode, login.headers['set-cookie']]).toEqual([401, undefined]);
  });

  test('is unknown without its token', async () => {
    const app = await anotherApp({ OPERATOR_TOKEN: undefined, OPERATOR_EMAIL: undefined });
    for (const path of Object.values(operatorPaths)) {
      for (const method of ['GET', 'POST'] as const) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const answer = await app.inject({ method, url: path, headers, body: `token=${TOKEN}` });
        expect([path, method, answer.statusCode]).toEqual([path, method, 404]);
      }
    }
  });

  test('ends with its button', async () => {
    const response = await send('/operator/logout', {}, await logIn());
    expect(response.headers.get('set-cookie')).toMatch(/^pontual_operator=; Max-Age=0; /);
  });

  test.each([
    ['without a session', async () => ({})],
    [
      'with a made-up session',
      async () => ({ cookie: `pontual_operator=9999999999999.${newId()}` }),
    ],
    [
      'sent from a page of another host',
      async () => ({ ...(await logIn()), 'sec-fetch-site': 'same-site' }),
    ],
  ])('makes no call %s', async (_who, headersOf) => {
    const [account] = loginOf(await overview(), 'facebook').accounts;
    const before = (await world.sandbox.calls()).length;
    const fields = { permission: 'instagram_basic', account: account?.connectionId ?? '' };
    const response = await send('/operator/calls', fields, await headersOf());
    expect(response.status).toBe(401);
    expect((await viewOf(response)).kind).toBe('login');
    expect((await world.sandbox.calls()).length).toBe(before);
  });

  test('refuses five wrong tokens of a network, then any for a quarter of an hour', async () => {
    for (let count = 0; count < 5; count += 1) {
      const response = await send('/operator/login', { token: `${TOKEN}${count}` });
      expect(response.status).toBe(401);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect((await viewOf(response)).notice).toContain('não é o token');
    }
    const response = await send('/operator/login', { token: TOKEN });
    expect(response.status).toBe(429);
    expect((await viewOf(response)).notice).toBe(
      'Muitas tentativas. Aguarde 15 minutos e tente de novo.',
    );
    const logged = lines.join('');
    expect(logged).toContain('refused a login to the page of the operator');
    expect(logged).not.toContain(TOKEN);
    await world.advanceTime(16 * MINUTE);
    expect((await logIn()).cookie).not.toBe('');
  });
});

describe('the accounts that the operator may call', () => {
  const usernames = async () =>
    (await overview()).map(({ accounts }) => accounts.map(({ username }) => username));

  test('are those that their own user has connected in a workspace of their own', async () => {
    const customer = await aConnectedUser(world);
    await addMember(world, customer, operator, 'editor');
    expect(await usernames()).toEqual([['atelie.barro'], ['lia.prates']]);

    const { id } = await world.database.db
      .selectFrom('instagram_connections')
      .select('id')
      .where('connected_by', '=', customer.user._id)
      .executeTakeFirstOrThrow();
    const before = (await world.sandbox.calls()).length;
    const fields = { permission: 'instagram_basic', account: id };
    const response = await send('/operator/calls', fields, await logIn());
    expect(response.status).toBe(404);
    expect((await callsViewOf(response)).notice).toContain('não está mais na lista');
    expect((await world.sandbox.calls()).length).toBe(before);
  });

  test('leave out what an editor has connected in the workspace of the operator', async () => {
    const editor = await aUser(world);
    const { db } = world.database;
    const connectAs = (id: string, from: string) =>
      sql`update instagram_connections set connected_by = ${id} where connected_by = ${from}`.execute(
        db,
      );
    await connectAs(editor.user._id, operator.user._id);
    expect(await usernames()).toEqual([[], []]);
    await connectAs(operator.user._id, editor.user._id);
  });

  test('leave out a workspace that the operator does not own', async () => {
    const { db } = world.database;
    const setRole = (role: string) =>
      sql`update workspace_members set role = ${role} where user_id = ${operator.user._id}
        and workspace_id in (select workspace_id from instagram_connections where connected_by = ${operator.user._id})`.execute(
        db,
      );
    await setRole('editor');
    expect(await usernames()).toEqual([[], []]);
    await setRole('owner');
    expect(await usernames()).toEqual([['atelie.barro'], ['lia.prates']]);
  });

  test('are none while the address of the operator is not verified', async () => {
    const setVerified = (at: Date | null) =>
      world.database.db
        .updateTable('users')
        .set({ email_verified_at: at })
        .where('id', '=', operator.user._id)
        .execute();
    await setVerified(null);
    expect(await usernames()).toEqual([[], []]);
    await setVerified(new Date());
  });
});

describe('the test calls', () => {
  const permissions = [
    ['facebook', 'instagram_basic'],
    ['facebook', 'instagram_content_publish'],
    ['facebook', 'pages_show_list'],
    ['facebook', 'pages_read_engagement'],
    ['facebook', 'business_management'],
    ['facebook', 'instagram_manage_insights'],
    ['facebook', 'instagram_manage_comments'],
    ['instagram', 'instagram_business_basic'],
    ['instagram', 'instagram_business_content_publish'],
    ['instagram', 'instagram_business_manage_insights'],
    ['instagram', 'instagram_business_manage_comments'],
  ] as const;

  beforeAll(async () => {
    await world.sandbox.publishManually({ username: 'atelie.barro', caption: 'Torno' });
    await world.sandbox.publishManually({ username: 'lia.prates', caption: 'Retrato' });
  });

  test('cover each permission that is requested', async () => {
    const listed = (await overview()).flatMap(({ login, permissions: of }) =>
      of.map(({ name }) => `${login} ${name}`),
    );
    expect(new Set(listed)).toEqual(new Set(permissions.map((one) => one.join(' '))));
  });

  test.each(permissions)(
    'of %s for %s succeed, publish nothing and show no token',
    async (login, permission) => {
      const published = (await world.sandbox.published()).length;
      const { result, status } = await run(permission, login);
      expect(status).toBe(200);
      expect(result?.calls.map(({ outcome }) => outcome)).toEqual(result?.calls.map(() => 'ok'));
      expect(result?.calls.length).toBeGreaterThan(0);
      const connections = await world.database.db
        .selectFrom('instagram_connections')
        .select(['workspace_id', 'ig_user_id', 'page_token', 'user_token'])
        .execute();
      const { accounts } = world.services.instagram;
      for (const { workspace_id, ig_user_id, page_token, user_token } of connections) {
        for (const sealed of [page_token, user_token]) {
          const token = accounts.openToken(workspace_id, ig_user_id, sealed);
          expect(JSON.stringify(result)).not.toContain(token);
        }
      }
      expect((await world.sandbox.published()).length).toBe(published);
      expect(await permissionOf(permission, login)).toMatchObject({
        last: { outcome: 'ok' },
        succeeded: { isRecent: true },
      });
    },
  );

  test('that Instagram refuses are recorded beside the last success', async () => {
    await run('instagram_manage_insights');
    await world.sandbox.fault('insights', '10', { times: 1 });
    const { result } = await run('instagram_manage_insights');
    expect(result?.calls).toMatchObject([{ outcome: 'refused' }]);
    expect(result?.calls[0]?.answer).toMatch(/^10\b/);
    expect(await permissionOf('instagram_manage_insights')).toMatchObject({
      last: { outcome: '10' },
      succeeded: { isRecent: true },
    });
    await world.advanceTime(31 * 24 * 60 * MINUTE);
    expect(await permissionOf('instagram_manage_insights')).toMatchObject({
      succeeded: { isRecent: false },
    });
  });

  test('that are refused with the address of the sample image do not show its signature', async () => {
    await world.sandbox.fault('create', '9004/2207052', { times: 1 });
    const { result } = await run('instagram_content_publish');
    const [refusal] = result?.calls ?? [];
    expect(refusal).toMatchObject({ outcome: 'refused' });
    expect(refusal?.answer).toMatch(/\/sample\/\(removido\)/);
  });

  test('are not made for a permission that is not requested', async () => {
    const { status, notice } = await run('instagram_manage_messages');
    expect([status, notice]).toEqual([404, expect.stringContaining('não está mais na lista')]);
  });

  test('create at most twelve containers of an account in a day', async () => {
    const outcomes: (string | undefined)[] = [];
    for (let count = 0; count < 13; count += 1) {
      const { result } = await run('instagram_content_publish');
      outcomes.push(result?.calls[0]?.outcome);
    }
    expect(outcomes).toEqual([...Array<string>(12).fill('ok'), 'daily-limit']);
  });

  test('wait while Instagram throttles the account', async () => {
    const { db } = world.database;
    await sql`update instagram_accounts set throttle_reason = 'blocked', throttle_code = '368',
      throttled_until = app_now() + interval '1 hour' where username = 'atelie.barro'`.execute(db);
    const before = (await world.sandbox.calls()).length;
    const { status, notice } = await run('instagram_basic');
    expect([status, notice]).toEqual([
      429,
      expect.stringContaining('pausa para esta conta (código 368)'),
    ]);
    expect((await world.sandbox.calls()).length).toBe(before);
  });
});
