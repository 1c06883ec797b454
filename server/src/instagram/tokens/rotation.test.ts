import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKeyRing, type KeyRing } from '../../platform/key-ring.ts';
import { rotateKeys } from '../../operations/rotate-keys.ts';
import { aConnectedUser, connect } from '../../../testing/factories.ts';
import { aWebhook } from '../../../testing/integrations.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createInstagramAccounts } from '../connection/accounts.ts';
import { rotateTokens } from './rotation.ts';

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
/** That of the world is `test`. */
const OLD = key('test', 7);
const both = createKeyRing(`${key('new', 8)},${OLD}`);
const newOnly = createKeyRing(key('new', 8));

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => sql`delete from instagram_connections`.execute(world.database.db));

const rotate = (keyRing: KeyRing) => rotateTokens({ database: world.database, keyRing });
const connections = () =>
  world.database.db
    .selectFrom('instagram_connections')
    .select(['workspace_id', 'user_token', 'page_token'])
    .orderBy('id')
    .execute();

/** The tokens of every workspace, as who has these keys reads them. */
async function decryptAll(keyRing: KeyRing) {
  const accounts = createInstagramAccounts({ database: world.database, keyRing });
  const rows = await connections();
  return Promise.all(
    rows.map(async ({ workspace_id: workspaceId }) => {
      const account = await accounts.accountOf(workspaceId);
      return [account?.token, account?.userToken];
    }),
  );
}

test('all tokens open with the new key alone, and are what they were', async () => {
  for (let made = 0; made < 3; made += 1) await aConnectedUser(world);
  const before = await decryptAll(both);
  expect(await rotate(both)).toEqual({ sealed: 3, unopened: 0 });
  expect(await decryptAll(newOnly)).toEqual(before);
  expect(await rotate(both)).toEqual({ sealed: 0, unopened: 0 });
});

test('an interruption leaves every token readable, and the next run ends it', async () => {
  // More than are sealed at a time.
  const client = await aConnectedUser(world);
  await sql`
    insert into instagram_connections (id, workspace_id, ig_user_id, page_id, facebook_user_id,
      user_token, page_token, connected_by, ended_at)
    select gen_random_uuid(), workspace_id, ig_user_id, page_id, facebook_user_id, user_token,
      page_token, connected_by, app_now()
    from instagram_connections, generate_series(1, 60)`.execute(world.database.db);
  let asked = 0;
  const dying: KeyRing = {
    ...both,
    get currentKeyId() {
      // Read once for each batch.
      asked += 1;
      if (asked > 1) throw new Error('killed');
      return both.currentKeyId;
    },
  };
  await expect(rotate(dying)).rejects.toThrow('killed');
  const isNew = ({ page_token: token }: { page_token: string }) => token.startsWith('new.');
  const half = (await connections()).filter(isNew);
  expect(half).toHaveLength(50);
  const tokens = await decryptAll(both);
  expect(new Set(tokens.map(String)).size).toBe(1);
  expect(await rotate(both)).toEqual({ sealed: 11, unopened: 0 });

  // Who has authorised anew meanwhile with the older key first is found by the next run.
  await connect(world, client);
  expect((await rotate(both)).sealed).toBe(1);
});

test('what no key opens is left as it is, and told; the others are sealed', async () => {
  await aConnectedUser(world);
  await aConnectedUser(world);
  const [broken] = await connections();
  await sql`update instagram_connections set page_token = 'lost.a.b.c'
    where workspace_id = ${broken?.workspace_id}`.execute(world.database.db);
  expect(await rotate(both)).toEqual({ sealed: 1, unopened: 1 });
  expect((await connections())[0]?.page_token).toBe('lost.a.b.c');
});

test('the command tells what it did, while the product runs', async () => {
  await aWebhook(await aConnectedUser(world), 'https://exemplo.com.br/avisos');
  const variables = {
    DATABASE_URL: String(world.database.connection.connectionString),
    DATA_DIR: world.folder,
    SECRET_KEYS: `${key('new', 8)},${OLD}`,
  };
  expect(await rotateKeys(variables)).toEqual({
    message:
      'Connections sealed with new: 1. Of push messages: 0. Of webhooks: 1. No other key is needed for them.',
    isComplete: true,
  });
  expect(await decryptAll(newOnly)).toHaveLength(1);
});
