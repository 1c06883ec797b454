import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { systemClock } from '../clock.ts';
import { createInstagramAccounts } from '../../instagram/connection/accounts.ts';
import { createGraph } from '../../instagram/graph/graph.ts';
import { createLog } from './log.ts';
import {
  aConnectedUser,
  aScheduledPost,
  connect,
  PASSWORD,
  request,
} from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const lines: string[] = [];
let world: World;
beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  world = await startWorld({ log });
});
afterAll(() => world.stop());

const WRONG = 'Canario123';
const CODE = 'codigo-canario';
const STATE = 'estado-canario';

async function work(postId: string): Promise<void> {
  for (let step = 0; step < 8; step += 1) {
    await world.services.publishing.dispatcher.run();
    await world.services.publishing.advancePost(postId);
    await world.services.publishing.dispatcher.settle();
    await world.advanceTime(20_000);
  }
}

test('the log of the whole life of an account contains no secrets', async () => {
  const client = await aConnectedUser(world);
  const { database, serviceOptions } = world;
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from workspace_members where user_id = ${client.user._id}`.execute(
    database.db,
  );
  const accounts = createInstagramAccounts({ database, keyRing: serviceOptions.keyRing });
  const account = await accounts.accountOf(rows[0]?.workspace_id ?? '');

  await work((await aScheduledPost(world, client))._id);
  await request(world, 'POST', '/auth/login', {
    json: { email: client.user.email, password: WRONG },
  });
  for (const fault of ['reset-before-commit', '190/460']) {
    const post = await aScheduledPost(world, client);
    await world.sandbox.fault('create', fault, { times: 3 });
    await work(post._id);
  }
  await world.services.instagram.maintainAccounts();
  await connect(world, client, 'Falha na troca');
  await fetch(`${world.url}/api/auth/instagram/callback?code=${CODE}&state=${STATE}`, {
    redirect: 'manual',
  });
  // PostgreSQL reports every column of a row that it refuses.
  await sql`alter table users add check (email <> 'recusada@exemplo.com.br')`.execute(database.db);
  const refused = { json: { email: 'recusada@exemplo.com.br', password: PASSWORD } };
  expect(await request(world, 'POST', '/auth/register', refused)).toMatchObject({ status: 500 });
  await sql`alter table instagram_authorizations rename to gone`.execute(database.db);
  const broken = await fetch(
    `${world.url}/api/auth/instagram/callback?code=${CODE}&state=${STATE}`,
    { redirect: 'manual' },
  );
  expect(broken.status).toBe(500);
  await sql`alter table gone rename to instagram_authorizations`.execute(database.db);
  await client.post('/auth/instagram/disconnect');
  await client.post('/auth/logout');

  const log = lines.join('');
  expect(log).toContain('a connection could not be made');
  expect(lines.filter((line) => line.includes('unexpected error'))).toHaveLength(2);
  const canaries = {
    session: client.token,
    password: PASSWORD,
    'a wrong password': WRONG,
    'the hash of a password': '$argon2id',
    'the token of a page': account?.token,
    'the token of a user': account?.userToken,
    'the secret of the app': serviceOptions.env.META_APP_SECRET,
    'the code of a return': CODE,
    'the state of a return': STATE,
  };
  const known = Object.entries(canaries).filter(([, canary = '']) => canary.length > 6);
  expect(known).toHaveLength(Object.keys(canaries).length);
  const found = known.filter(([, canary = '']) => log.includes(canary));
  expect(found.map(([what]) => what)).toEqual([]);
});

test('a response that is not readable is not quoted in the log', async () => {
  const before = lines.length;
  const graph = createGraph(
    { graphUrl: 'http://localhost', version: 'v25.0', appId: '1', appSecret: 'segredo' },
    {
      clock: systemClock,
      transport: async () => ({ status: 200, headers: {}, text: '{"access_token":"canario"' }),
    },
  );
  const error: unknown = await graph
    .call('GET', 'me', { answer: z.object({}) })
    .catch((thrown: unknown) => thrown);
  world.serviceOptions.log.warn({ error }, 'a call failed');
  expect(lines.slice(before).join('')).toContain('the answer is no JSON');
  expect(lines.slice(before).join('')).not.toContain('canario');
});
