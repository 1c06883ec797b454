import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { createStorage } from '../../media/storage/create-storage.ts';
import { freePort } from '../../../testing/free-port.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createWorkerApp } from '../../composition/worker-app.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
afterEach(() => world.advanceTime(0));

const ready = [200, { ready: true, faults: [] }];
const notReady = (...faults: string[]) => [503, { ready: false, faults }];

async function readinessAt(path: string): Promise<unknown[]> {
  const answer = await fetch(`${world.url}${path}`);
  return [answer.status, await answer.json()];
}

async function readinessWith(
  overrides: Partial<World['services']['platform'] & World['services']['media']> & {
    isDraining?: () => boolean;
  },
  path: string,
) {
  const { platform, media } = world.services;
  const services = {
    ...world.services,
    platform: { ...platform, ...overrides },
    media: { ...media, ...overrides },
  };
  const { isDraining = () => false } = overrides;
  const app = createWorkerApp(services, { metricsToken: undefined, isDraining });
  const answer = await app.inject({ url: path });
  await app.close();
  return [answer.statusCode, answer.json()];
}

test('without a worker the service is not ready, but its pages are', async () => {
  await sql`update worker_heartbeats set seen_at = app_now() - interval '5 minutes'`.execute(
    world.database.db,
  );
  expect(await readinessAt('/readyz')).toEqual(notReady('worker'));
  expect(await readinessAt('/readyz?for=web')).toEqual(ready);
  expect((await fetch(`${world.url}/api/status`)).status).toBe(200);
});

test('without a bucket the service is not ready, but its pages are', async () => {
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    S3_BUCKET: 'pontual',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const storage = await createStorage(env, '', join(world.folder, 'scratch'));
  expect(await readinessWith({ storage }, '/readyz')).toEqual(notReady('storage'));
  expect(await readinessWith({ storage }, '/readyz?for=web')).toEqual(ready);
});

test('a process that drains or has no database is not ready for the proxy', async () => {
  const isDraining = () => true;
  expect(await readinessWith({ isDraining }, '/readyz?for=web')).toEqual(notReady('draining'));
  const database = openDatabase('postgres://127.0.0.1:1/away');
  expect(await readinessWith({ database }, '/readyz?for=web')).toEqual(notReady('database'));
  await database.close();
});
