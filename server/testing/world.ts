import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startSandbox } from '@pontual/sandbox/sandbox.ts';
import { createApp } from '../src/composition/app.ts';
import { systemClock, type Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { Env } from '../src/platform/env.ts';
import { createKeyRing } from '../src/platform/key-ring.ts';
import { createLog, type Log } from '../src/platform/log/log.ts';
import { DEFAULT_META_SETTINGS } from '../src/platform/meta-settings.ts';
import { createServices } from '../src/composition/services.ts';
import { freePort } from './free-port.ts';
import { createSandboxControl } from './sandbox-control.ts';
import { createTestDatabase } from './test-database.ts';

/** For another process that decrypts the same tokens. */
export const SECRET_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

export type MetaOptions = Partial<
  Pick<
    Env,
    | 'META_GRAPH_VERSION'
    | 'META_SCOPES'
    | 'META_LOGIN_CONFIG_ID'
    | 'INSTAGRAM_APP_ID'
    | 'INSTAGRAM_SCOPES'
    | 'INSTAGRAM_HASHTAGS'
    | 'INSTAGRAM_TALL_PICTURES'
    | 'OPERATOR_TOKEN'
    | 'OPERATOR_EMAIL'
    | 'PUBLISH_GAP_SECONDS'
  >
>;

export type World = Awaited<ReturnType<typeof startWorld>>;

/**
 * A database of its own, a sandbox and the real application on a real port. No worker runs: tests take its
 * steps and advance the clock.
 */
export async function startWorld({
  log = createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent'),
  meta = {},
}: { log?: Log; meta?: MetaOptions | undefined } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-world-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const sandbox = await startSandbox({
    port: 0,
    processingMs: { image: 0, video: 0 },
    appUrl: url,
  });
  const testDatabase = await createTestDatabase();
  await insertHeartbeat(testDatabase.database);
  const control = createSandboxControl(sandbox.url);
  let offset = 0;
  const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + offset) };

  const serviceOptions = {
    env: {
      PUBLIC_URL: url,
      DATA_DIR: folder,
      ROLE: 'all' as const,
      PUBLISH_SLOTS: 500,
      PUBLISH_GAP_SECONDS: 0,
      ALLOW_LOOPBACK_URLS: true,
      ...externalServiceSettings(sandbox.services),
      ...meta,
    },
    keyRing: createKeyRing(SECRET_KEYS),
    log,
    clock,
    passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  };
  const services = await createServices({ ...serviceOptions, database: testDatabase.database });
  const app = await createApp(services, {
    publicUrl: url,
    webDist: join(folder, 'no-web'),
    metricsToken: 'a-token-for-tests',
    isDraining: () => false,
  });
  await app.listen({ port, host: '127.0.0.1' });

  return {
    url,
    folder,
    services,
    app,
    sandbox: control,
    database: testDatabase.database,
    serviceOptions,
    now: () => clock.now(),
    async advanceTime(ms: number): Promise<void> {
      offset += ms;
      await Promise.all([testDatabase.setOffset(offset), control.advanceClock(ms)]);
      await insertHeartbeat(testDatabase.database);
    },
    async resetSandbox(): Promise<void> {
      await control.reset();
      await control.advanceClock(offset);
    },
    async stop(): Promise<void> {
      await services.publishing.dispatcher.settle();
      await app.close();
      await services.close();
      await testDatabase.drop();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function externalServiceSettings(variables: Record<string, string>) {
  const of = (name: string) => variables[name] ?? '';
  return {
    ...DEFAULT_META_SETTINGS,
    META_GRAPH_URL: of('META_GRAPH_URL'),
    META_DIALOG_URL: of('META_DIALOG_URL'),
    META_UPLOAD_URL: of('META_UPLOAD_URL'),
    META_APP_ID: of('META_APP_ID'),
    META_APP_SECRET: of('META_APP_SECRET'),
    INSTAGRAM_DIALOG_URL: of('INSTAGRAM_DIALOG_URL'),
    INSTAGRAM_TOKEN_URL: of('INSTAGRAM_TOKEN_URL'),
    INSTAGRAM_GRAPH_URL: of('INSTAGRAM_GRAPH_URL'),
    INSTAGRAM_APP_ID: of('INSTAGRAM_APP_ID'),
    INSTAGRAM_APP_SECRET: of('INSTAGRAM_APP_SECRET'),
    GOOGLE_ISSUER: of('GOOGLE_ISSUER'),
    GOOGLE_CLIENT_ID: of('GOOGLE_CLIENT_ID'),
    GOOGLE_CLIENT_SECRET: of('GOOGLE_CLIENT_SECRET'),
    STRIPE_API_URL: of('STRIPE_API_URL'),
    STRIPE_SECRET_KEY: of('STRIPE_SECRET_KEY'),
    STRIPE_WEBHOOK_SECRET: of('STRIPE_WEBHOOK_SECRET'),
    SMTP_URL: of('SMTP_URL'),
    VAPID_SERVICE_URL: of('VAPID_SERVICE_URL'),
    MAIL_FROM: 'Pontual <avisos@pontual.example>',
    SUPPORT_EMAIL: 'ajuda@pontual.example',
  };
}

/** No outage window for the whole time. */
async function insertHeartbeat({ db }: Database): Promise<void> {
  await sql`insert into worker_heartbeats (worker_id, seen_at)
    values ('00000000-0000-0000-0000-000000000001', app_now())
    on conflict (worker_id) do update set seen_at = excluded.seen_at`.execute(db);
}
