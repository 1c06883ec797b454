import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from './main.ts';
import { metricValue } from '../../testing/metrics.ts';
import { freePort } from '../../testing/free-port.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { SECRET_KEYS, startWorld, type World } from '../../testing/world.ts';
import { createWorkerApp } from './worker-app.ts';

const METRICS_TOKEN = 'a-token-for-workers';
const asPrometheus = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test('a worker reports its health to every caller and its metrics only with the token', async () => {
  let isDraining = false;
  const app = createWorkerApp(world.services, {
    metricsToken: METRICS_TOKEN,
    isDraining: () => isDraining,
  });
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
  expect(await statusOf('/healthz')).toBe(200);
  expect(await statusOf('/readyz')).toBe(200);
  expect(await statusOf('/metrics')).toBe(404);
  expect(await statusOf('/api/plans')).toBe(404);
  isDraining = true;
  expect(await statusOf('/readyz')).toBe(503);
  expect(await statusOf('/healthz')).toBe(200);
  await app.close();
});

test('ROLE=worker serves health checks and metrics on WORKER_PORT and nothing on PORT', async () => {
  const own = await createTestDatabase();
  const [port, workerPort] = [await freePort(), await freePort()];
  const { env } = world.serviceOptions;
  const variables = {
    ...env,
    ROLE: 'worker',
    DATABASE_URL: own.url,
    SECRET_KEYS,
    METRICS_TOKEN,
    DATA_DIR: world.folder,
    PORT: String(port),
    PUBLISH_SLOTS: String(env.PUBLISH_SLOTS),
    PUBLISH_GAP_SECONDS: String(env.PUBLISH_GAP_SECONDS),
    ALLOW_LOOPBACK_URLS: 'on',
    WORKER_PORT: String(workerPort),
    LOG_LEVEL: 'silent',
  };
  const worker = await startServer(variables);
  const at = `http://127.0.0.1:${workerPort}`;
  await expect.poll(async () => (await fetch(`${at}/readyz`)).status).toBe(200);
  const answer = await fetch(`${at}/metrics`, asPrometheus);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(metricValue(text, 'pontual_workers')).toBe(1);
  expect(metricValue(text, 'pontual_jobs_total', { queue: 'post-advance' })).toBe(0);
  expect(metricValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  await expect(startServer(variables)).rejects.toThrow(
    `Port ${workerPort} is taken. Choose another with WORKER_PORT.`,
  );
  expect(await worker.close()).toBe(true);
  await expect(fetch(`${at}/healthz`)).rejects.toThrow('fetch failed');
  await own.drop();
});
