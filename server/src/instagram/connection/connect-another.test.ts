import { connectionErrorText } from '@pontual/contract/instagram/connection-errors.ts';
import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect, connectAnother, dataOf } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const [FIRST, SECOND] = ['atelie.barro', 'cafe.serra'];
const UNCONNECTED = 'padaria.trigo';
const CONNECTED = '/connected?connected=true';

const accounts = async () =>
  dataOf(await engine.client.get<{ accounts: InstagramAccount[] }>('/instagram/accounts')).accounts;
const names = async () => (await accounts()).map(({ username }) => username);

async function twoAccounts(): Promise<void> {
  await givePlan(engine.world, engine.client, 'pro');
  expect(await connectAnother(engine.world, engine.client, SECOND)).toBe(CONNECTED);
  await engine.world.sandbox.createAccount(UNCONNECTED);
}

test('a reconnection with the login of another person changes nothing when several are connected', async () => {
  await twoAccounts();
  const before = await accounts();
  expect(await connect(engine.world, engine.client, UNCONNECTED)).toBe(
    '/dashboard?error=another_person',
  );
  expect(await accounts()).toEqual(before);
  expect(connectionErrorText('another_person', 'facebook')).toMatch(/nada foi alterado/);
});

test('adding an account that is already connected is refused and leaves it unchanged', async () => {
  await twoAccounts();
  const before = await accounts();
  expect(await connectAnother(engine.world, engine.client, FIRST)).toBe(
    '/dashboard?error=no_new_account&another=true',
  );
  expect(await accounts()).toEqual(before);
  expect(connectionErrorText('no_new_account', 'facebook')).toMatch(/Nenhuma conta nova/);
});

test('another connected account can be renewed while one needs a reconnection', async () => {
  await twoAccounts();
  await sql`update instagram_connections set needs_reconnect = true
    from instagram_accounts a where a.ig_user_id = instagram_connections.ig_user_id
      and a.username = ${SECOND}`.execute(engine.world.database.db);
  expect(await connect(engine.world, engine.client, UNCONNECTED)).toBe(
    '/dashboard?error=another_person',
  );
  expect(await connect(engine.world, engine.client, FIRST)).toBe(
    '/dashboard?error=reconnect_incomplete',
  );
  expect((await accounts()).map(({ needsReconnect }) => needsReconnect)).toEqual([false, true]);
  expect(await connect(engine.world, engine.client, SECOND)).toBe(CONNECTED);
  expect((await accounts()).map(({ needsReconnect }) => needsReconnect)).toEqual([false, false]);
  expect(await names()).toEqual([FIRST, SECOND]);
});
