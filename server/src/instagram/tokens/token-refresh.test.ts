import { formatDayMonth } from '@pontual/contract/shared/brasilia-time.ts';
import { startSandbox, type Sandbox } from '@pontual/sandbox/sandbox.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { createKeyRing } from '../../platform/key-ring.ts';
import { createLog } from '../../platform/log/log.ts';
import type { WakeUp } from '../../platform/wake-ups.ts';
import { createSandboxControl, type SandboxControl } from '../../../testing/sandbox-control.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createInstagramAccounts } from '../connection/accounts.ts';
import { createInstagramAuthorization } from '../connection/authorization.ts';
import { createTokenRefresh } from './token-refresh.ts';
import { createInstagramPublishing } from '../graph/publishing.ts';
import { createCallLimiter } from '../graph/call-limiter.ts';
import { DEFAULT_META_SETTINGS, readScopes } from '../../platform/meta-settings.ts';
import { createGraph } from '../graph/graph.ts';
import { createInstagramRepository } from '../connection/instagram.repository.ts';

const DAY_MS = 24 * 3_600_000;
const REDIRECT = 'http://localhost/back';
const log = createLog('silent');

let sandbox: Sandbox;
let control: SandboxControl;
let testDatabase: TestDatabase;
let parts: ReturnType<typeof buildParts>;
let offset = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + offset) };
const wakeUps: WakeUp[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  control = createSandboxControl(sandbox.url);
  testDatabase = await createTestDatabase();
  parts = buildParts();
});
afterAll(async () => {
  await testDatabase.drop();
  await sandbox.close();
});
beforeEach(async () => {
  await control.reset();
  await testDatabase.setOffset(0);
  offset = 0;
  wakeUps.length = 0;
  await testDatabase.database.db.deleteFrom('instagram_connections').execute();
  await testDatabase.database.db.deleteFrom('notifications').execute();
});

function buildParts() {
  const { services } = sandbox;
  const { database } = testDatabase;
  const meta = {
    graphUrl: services.META_GRAPH_URL,
    dialogUrl: services.META_DIALOG_URL,
    version: 'v25.0' as const,
    scopes: readScopes(DEFAULT_META_SETTINGS.META_SCOPES),
    configId: undefined,
    appId: services.META_APP_ID,
    appSecret: services.META_APP_SECRET,
  };
  const keyRing = createKeyRing(`test:${Buffer.alloc(32, 7).toString('base64')}`);
  const graph = createGraph(meta, { clock });
  const publishing = createInstagramPublishing(graph, createCallLimiter());
  const authorization = createInstagramAuthorization(graph, meta, REDIRECT, clock);
  const accounts = createInstagramAccounts({ database, keyRing });
  const send = (sent: readonly WakeUp[]) => void wakeUps.push(...sent);
  const care = createTokenRefresh({
    database,
    loginFlows: { facebook: authorization, instagram: undefined },
    accounts,
    publishing,
    wakeUps: { send },
    log,
  });
  return { authorization, accounts, care };
}

/** Advances the clocks of the database, of the process and of the sandbox. */
async function advanceTime(ms: number) {
  offset += ms;
  await testDatabase.setOffset(offset);
  await control.advanceClock(ms);
}

async function aGrant(button: string) {
  const dialogUrl = new URL(parts.authorization.dialogUrl('state', false));
  const choice = new URLSearchParams([...dialogUrl.searchParams, ['choice', button]]);
  const chosen = await fetch(dialogUrl.href.split('?')[0] ?? '', {
    method: 'POST',
    body: choice,
    redirect: 'manual',
  });
  const code = new URL(chosen.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const [grant] = (await parts.authorization.fetchGrants(code)).accounts;
  if (grant === undefined) throw new Error('nothing was granted');
  return grant;
}

async function aConnection(button = 'atelie.barro') {
  const { db } = testDatabase.database;
  const [id, workspaceId, userId] = [newId(), newId(), newId()];
  await db.insertInto('workspaces').values({ id: workspaceId }).execute();
  await db
    .insertInto('users')
    .values({ id: userId, email: `${userId}@exemplo.com.br` })
    .execute();
  const grant = await aGrant(button);
  const seal = (token: string) => parts.accounts.seal(workspaceId, grant.igUserId, token);
  await createInstagramRepository(db).connect({
    ...grant,
    id,
    workspaceId,
    userToken: seal(grant.userToken),
    pageToken: seal(grant.pageToken),
    pictureFileId: null,
    connectedBy: userId,
  });
  return id;
}

/** As a password change of the owner does. */
async function invalidateTokens(id: string): Promise<void> {
  const { workspace_id, ig_user_id: igUserId, page_token } = await connectionOf(id);
  const token = parts.accounts.openToken(workspace_id, igUserId, page_token);
  await control.fault('token', '460');
  await fetch(`${control.url}/${igUserId}?access_token=${token}`);
}

const connectionOf = (id: string) =>
  testDatabase.database.db
    .selectFrom('instagram_connections')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const sentNotifications = () =>
  testDatabase.database.db
    .selectFrom('notifications')
    .select(['dedupe_key', 'code', 'message', 'action', 'post_id'])
    .execute();

async function exchanges() {
  const calls = await control.calls();
  return calls.filter(({ path, params }) => path.endsWith('access_token') && !params['code'])
    .length;
}

const daysTo = (date: Date | null) =>
  date === null ? null : Math.round((date.getTime() - clock.now().getTime()) / DAY_MS);

describe('a grant', () => {
  test('contains the expiry of its token and of its data access', async () => {
    const grant = await aGrant('atelie.barro');
    expect(daysTo(grant.userTokenExpiresAt)).toBe(60);
    expect(daysTo(grant.dataAccessExpiresAt)).toBe(90);
  });

  test('is valid when Instagram does not report the expiry of the data access', async () => {
    await control.fault('permissions', '500-code2');
    const grant = await aGrant('atelie.barro');
    expect(daysTo(grant.userTokenExpiresAt)).toBe(60);
    expect(grant.dataAccessExpiresAt).toBeNull();
  });
});

describe('an authorization', () => {
  test('is not renewed while it is fresh', async () => {
    await aConnection();
    const before = await exchanges();
    await advanceTime(44 * DAY_MS);
    await parts.care.run();
    expect(await exchanges()).toBe(before);
    expect(await sentNotifications()).toEqual([]);
  });

  test('is renewed two weeks before its expiry without a notification', async () => {
    const id = await aConnection();
    const before = await connectionOf(id);
    await advanceTime(46 * DAY_MS);
    await parts.care.run();
    const after = await connectionOf(id);
    expect(daysTo(after.user_token_expires_at)).toBe(60);
    expect(daysTo(after.data_access_expires_at)).toBe(44);
    expect(after.user_token).not.toBe(before.user_token);
    const account = await parts.accounts.accountOf(after.workspace_id);
    expect(account?.userToken).toMatch(/^EAAB/);
    expect(after.user_token).not.toContain(account?.userToken);
    expect(after.page_token).not.toContain(account?.token);
    expect(await sentNotifications()).toEqual([]);

    await advanceTime(20 * DAY_MS);
    const me = await fetch(`${sandbox.url}/v25.0/me?access_token=${account?.token}`);
    expect(await me.json()).toMatchObject({ id: after.page_id });
  });

  test('is renewed once by two workers', async () => {
    await aConnection();
    const before = await exchanges();
    await advanceTime(46 * DAY_MS);
    await Promise.all([parts.care.run(), parts.care.run()]);
    expect(await exchanges()).toBe(before + 1);
  });

  test('is renewed when its expiry is unknown', async () => {
    const id = await aConnection();
    await testDatabase.database.db
      .updateTable('instagram_connections')
      .set({ user_token_expires_at: null, data_access_expires_at: null })
      .execute();
    await parts.care.run();
    const after = await connectionOf(id);
    expect(daysTo(after.user_token_expires_at)).toBe(60);
    expect(daysTo(after.data_access_expires_at)).toBe(90);
  });

  test.each([
    ['oauth', '500-code2'],
    ['page', 'no-ig'],
  ])(
    'that cannot be renewed (%s: %s) does not block others and is retried',
    async (step, fault) => {
      const unlucky = await aConnection('atelie.barro');
      const lucky = await aConnection('cafe.serra');
      await advanceTime(46 * DAY_MS);
      await control.fault(step, fault, { username: 'atelie.barro' });
      await parts.care.run();
      expect(daysTo((await connectionOf(lucky)).user_token_expires_at)).toBe(60);
      expect(daysTo((await connectionOf(unlucky)).user_token_expires_at)).toBe(14);

      await advanceTime(DAY_MS / 4);
      await parts.care.run();
      expect(daysTo((await connectionOf(unlucky)).user_token_expires_at)).toBe(14);
      await advanceTime(DAY_MS / 2);
      await parts.care.run();
      expect(daysTo((await connectionOf(unlucky)).user_token_expires_at)).toBe(60);
      expect(await sentNotifications()).toEqual([]);
    },
  );

  test('whose tokens cannot be decrypted does not block others', async () => {
    const broken = await aConnection('atelie.barro');
    const sound = await aConnection('cafe.serra');
    await testDatabase.database.db
      .updateTable('instagram_connections')
      .set({ user_token: 'gone.a.b.c' })
      .where('id', '=', broken)
      .execute();
    await advanceTime(46 * DAY_MS);
    await parts.care.run();
    expect(daysTo((await connectionOf(sound)).user_token_expires_at)).toBe(60);
  });
});

describe('the owner', () => {
  test('is notified once with the date when the renewal keeps failing', async () => {
    const id = await aConnection();
    const ends = (await connectionOf(id)).user_token_expires_at ?? new Date(0);
    await advanceTime(54 * DAY_MS);
    await control.fault('oauth', '500-code2', { times: 9 });
    await parts.care.run();
    await advanceTime(DAY_MS);
    await parts.care.run();
    expect(await sentNotifications()).toEqual([
      {
        dedupe_key: `token-ending:${id}:${ends.toISOString()}`,
        code: 'token-ending',
        message: `A autorização da conta @atelie.barro termina em ${formatDayMonth(ends)}. Conecte a conta de novo para os posts continuarem saindo.`,
        action: 'reconnect',
        post_id: null,
      },
    ]);
  });

  test('is notified before the data access expires, which only a login renews', async () => {
    const id = await aConnection();
    const ends = (await connectionOf(id)).data_access_expires_at ?? new Date(0);
    await advanceTime(46 * DAY_MS);
    await parts.care.run();
    expect(await sentNotifications()).toEqual([]);
    await advanceTime(38 * DAY_MS);
    await parts.care.run();
    const [notification, ...others] = await sentNotifications();
    expect(others).toEqual([]);
    expect(notification?.message).toContain(`termina em ${formatDayMonth(ends)}.`);
    expect((await connectionOf(id)).needs_reconnect).toBe(false);
  });

  test('is not notified while the page token is valid, because publishing works', async () => {
    const id = await aConnection();
    await advanceTime(46 * DAY_MS);
    await control.fault('oauth', '190/460');
    await parts.care.run();
    expect((await connectionOf(id)).needs_reconnect).toBe(false);
    expect(await sentNotifications()).toEqual([]);
  });

  test('must reconnect when Instagram refuses the tokens', async () => {
    const id = await aConnection();
    await advanceTime(46 * DAY_MS);
    await control.fault('oauth', '190/460');
    await invalidateTokens(id);
    await parts.care.run();
    const connection = await connectionOf(id);
    expect(connection).toMatchObject({ needs_reconnect: true, reconnect_code: '190/460' });
    const { workspace_id: workspaceId } = connection;
    expect(wakeUps).toEqual([
      { topic: 'account', workspaceId },
      { topic: 'posts', workspaceId },
    ]);
    expect(await sentNotifications()).toMatchObject([
      { dedupe_key: `reconnect:${id}`, action: 'reconnect' },
    ]);
    await advanceTime(DAY_MS);
    await parts.care.run();
    expect(await sentNotifications()).toHaveLength(1);
  });

  test('is not notified after disconnecting', async () => {
    const id = await aConnection();
    const { workspace_id: workspaceId } = await connectionOf(id);
    await createInstagramRepository(testDatabase.database.db).end(workspaceId);
    await advanceTime(58 * DAY_MS);
    await parts.care.run();
    expect(await sentNotifications()).toEqual([]);
  });
});
