import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createInstagramAccounts } from '../instagram/connection/accounts.ts';
import { createKeyRing, type KeyRing } from '../platform/key-ring.ts';
import { aConnectedUser, connect } from '../../testing/factories.ts';
import { aWebhook } from '../../testing/integrations.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { rotateKeys } from './rotate-keys.ts';
import { rotateSecrets } from './sealed-secrets.ts';

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
/** The test world uses the key `test`. */
const OLD = key('test', 7);
const both = createKeyRing(`${key('new', 8)},${OLD}`);
const newOnly = createKeyRing(key('new', 8));

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => sql`delete from instagram_connections`.execute(world.database.db));

/** Of the tokens of Instagram connections. */
async function rotate(keyRing: KeyRing) {
  const [connections] = await rotateSecrets(world.database, keyRing);
  return connections;
}
const connections = () =>
  world.database.db
    .selectFrom('instagram_connections')
    .select(['workspace_id', 'user_token', 'page_token'])
    .orderBy('id')
    .execute();

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

test('re-encrypts all tokens so that the new key alone decrypts them', async () => {
  for (let made = 0; made < 3; made += 1) await aConnectedUser(world);
  const before = await decryptAll(both);
  expect(await rotate(both)).toMatchObject({ sealed: 3, undecryptable: 0 });
  expect(await decryptAll(newOnly)).toEqual(before);
  expect(await rotate(both)).toMatchObject({ sealed: 0, undecryptable: 0 });
});

test('leaves every token readable after an interruption, and the next run completes the rotation', async () => {
  const client = await aConnectedUser(world);
  await sql`
    insert into instagram_connections (id, workspace_id, ig_user_id, page_id, authorizer_id,
      user_token, page_token, connected_by, ended_at)
    select gen_random_uuid(), workspace_id, ig_user_id, page_id, authorizer_id, user_token,
      page_token, connected_by, app_now()
    from instagram_connections, generate_series(1, 60)`.execute(world.database.db);
  let readCount = 0;
  const dying: KeyRing = {
    ...both,
    get currentKeyId() {
      // Read once per batch.
      readCount += 1;
      if (readCount > 1) throw new Error('killed');
      return both.currentKeyId;
    },
  };
  await expect(rotate(dying)).rejects.toThrow('killed');
  const isNew = ({ page_token: token }: { page_token: string }) => token.startsWith('new.');
  const half = (await connections()).filter(isNew);
  expect(half).toHaveLength(50);
  const tokens = await decryptAll(both);
  expect(new Set(tokens.map(String)).size).toBe(1);
  expect(await rotate(both)).toMatchObject({ sealed: 11, undecryptable: 0 });

  await connect(world, client);
  expect((await rotate(both))?.sealed).toBe(1);
});

test('reports and skips a token that no key decrypts, and re-encrypts the others', async () => {
  await aConnectedUser(world);
  await aConnectedUser(world);
  const [broken] = await connections();
  await sql`update instagram_connections set page_token = 'lost.a.b.c'
    where workspace_id = ${broken?.workspace_id}`.execute(world.database.db);
  expect(await rotate(both)).toMatchObject({ sealed: 1, undecryptable: 1 });
  expect((await connections())[0]?.page_token).toBe('lost.a.b.c');
});

test('the command reports its result while the product is running', async () => {
  await aWebhook(await aConnectedUser(world), 'https://exemplo.com.br/avisos');
  const variables = {
    DATABASE_URL: String(world.database.connection.connectionString),
    DATA_DIR: world.folder,
    SECRET_KEYS: `${key('new', 8)},${OLD}`,
  };
  expect(await rotateKeys(variables)).toEqual({
    message:
      'Rows sealed with new: instagram_connections 1, push_keys 0, push_subscriptions 0, webhooks 1. No other key is needed for them.',
    isComplete: true,
  });
  expect(await decryptAll(newOnly)).toHaveLength(1);
});
