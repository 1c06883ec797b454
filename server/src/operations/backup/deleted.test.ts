import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServices } from '../../composition/services.ts';
import { anEmptyDatabase, type EmptyDatabase } from '../../../testing/empty-database.ts';
import { aUser, dataOf, PASSWORD, type Client } from '../../../testing/factories.ts';
import { freePort } from '../../../testing/free-port.ts';
import { SECRET_KEYS, startWorld, type World } from '../../../testing/world.ts';
import { restore } from './commands.ts';
import { takeBackup } from './backup.service.ts';

let world: World;
let folder: string;
let s3: S3rver;
let bucket: Record<string, string>;
let target: EmptyDatabase;
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'pontual-deleted-'));
  const port = await freePort();
  s3 = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'pontual', configs: [] }],
  });
  await s3.run();
  bucket = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'pontual',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  target = await anEmptyDatabase();
}, 120_000);
afterAll(async () => {
  await target.drop();
  await s3.close();
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const aMachine = async () => ({ DATA_DIR: await mkdtemp(join(folder, 'machine-')), SECRET_KEYS });

async function eraseUser(machine: Record<string, string>, client: Client): Promise<void> {
  const answer = await client.post<{ code: string }>('/account/deletion', { password: PASSWORD });
  const { code } = dataOf(answer);
  const { db } = world.database;
  const { id } = await db
    .selectFrom('deletions')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const env = { ...world.serviceOptions.env, ...machine };
  const services = await createServices({ ...world.serviceOptions, env, database: world.database });
  await services.privacy.deletions.run(id);
  await services.close();
  const left = await sql`select from users where id = ${client.user._id}`.execute(db);
  expect(left.rows).toEqual([]);
}

test('a restore on another machine deletes users again whom a lost machine had erased', async () => {
  const [byAWorker, staying] = [await aUser(world), await aUser(world)];
  const { database } = world;
  const { folder: backup } = await takeBackup({ database, storage: undefined, into: folder });
  const worker = { ...(await aMachine()), ...bucket };
  await eraseUser(worker, byAWorker);
  await rm(worker.DATA_DIR, { recursive: true });

  const another = { ...(await aMachine()), ...bucket };
  const { message } = await restore({ ...another, DATABASE_URL: target.url }, [backup]);
  expect(message).toContain('Accounts deleted since, which are deleted again: 1.');
  const users = await sql<{ id: string; email: string }>`select id, email from users`.execute(
    target.database.db,
  );
  const emailOf = (client: Client) => users.rows.find(({ id }) => id === client.user._id)?.email;
  expect(emailOf(byAWorker)).toContain('excluida.invalid');
  expect(emailOf(staying)).toBe(staying.user.email);
});
