import { DEFAULT_META_SETTINGS } from '@pontual/server/platform/meta-settings.ts';
import { startSandbox, type Sandbox } from '@pontual/sandbox/sandbox.ts';
import { createJpeg, createMp4 } from '@pontual/sandbox/testing/media-bytes.ts';
import type { Database } from '@pontual/server/platform/database/database.ts';
import { applyMigrations } from '@pontual/server/platform/database/migrate.ts';
import type { Jobs } from '@pontual/server/platform/jobs/jobs.ts';
import { InstagramError } from '@pontual/server/instagram/graph/graph.ts';
import { createKeyRing } from '@pontual/server/platform/key-ring.ts';
import { createLog } from '@pontual/server/platform/log/log.ts';
import type { Observe } from '@pontual/server/publishing/observe.ts';
import type { createServices } from '@pontual/server/composition/services.ts';
import { createLocalWakeUps } from './wake-ups.ts';
import { createSeededRandom, type SeededRandom } from './random.ts';
import { openProcessDatabase } from './database.ts';
import type { Network } from './network.ts';
import { createProcess, LostConnection, type SimulatedProcess } from './process.ts';
import { createSharedDatabase, type SharedDatabase } from './shared.ts';
import { STOP_RECORDS } from './stop-records.ts';
import { openStore, type Store } from './store.ts';
import { createVirtualTime, type VirtualTime } from './time.ts';

export interface Environment {
  store: Store;
  sandbox: Sandbox;
  startSeed(time: VirtualTime, random: SeededRandom): void;
  emptyTables(): void;
  close(): Promise<void>;
}

const PICTURE = { bytes: createJpeg(1080, 1080), type: 'image/jpeg' };
const VIDEO = { bytes: createMp4(10), type: 'video/mp4' };
/** Between two publish calls of an account. */
export const GAP_MS = 8000;

export async function openEnvironment(): Promise<Environment> {
  let random = createSeededRandom(0);
  let time = createVirtualTime(random);
  const sandbox = await startSandbox({
    listen: false,
    clock: { now: () => time.now() },
    random: () => random.next(),
    download: async (url) => (url.endsWith('.jpg') ? PICTURE : VIDEO),
  });
  const store = await openStore();
  const shared = createSharedDatabase(store, time);
  const migrator = createProcess(time, random, () => undefined);
  await openProcessDatabase(shared, migrator).inTransaction((tx) => applyMigrations(tx));
  store.query(`create or replace function app_now() returns timestamptz language sql stable as
    'select to_timestamp(current_setting(''sim.now'')::float8)'`);
  store.query(`create or replace function app_elapsed() returns interval language sql volatile as
    'select interval ''0'''`);
  // Unlogged tables: this database is never recovered, and the log would be most of its work.
  store.query(`set synchronous_commit = off; set allow_system_table_mods = on;
    update pg_class set relpersistence = 'u'
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'i', 'S');
    set allow_system_table_mods = off;`);
  store.query(`create table unpublished (post_id uuid not null);
    create function note_unpublished() returns trigger language plpgsql as
      $$begin insert into unpublished values (old.post_id); return new; end$$;
    create trigger published_is_terminal before update on publications for each row
      when (old.state = 'published' and (new.state <> 'published'
            or new.media_id is distinct from old.media_id))
      execute function note_unpublished();`);
  store.query(STOP_RECORDS);
  store.query('create table forgotten_containers (post_id uuid, graph_id text not null)');
  return {
    store,
    sandbox,
    startSeed(nextTime, nextChance) {
      time = nextTime;
      random = nextChance;
    },
    emptyTables() {
      store.query(`truncate users, email_changes, weekly_summaries, deletions, workspaces, workspace_members, sessions,
        worker_heartbeats, instagram_authorizations, instagram_apps, instagram_accounts, media_files, instagram_connections, posts,
        post_media, containers, publications, idempotency_keys, post_events, notifications, uploads, unpublished,
        forgotten_containers, pauses_seen, intents, stopped cascade`);
    },
    async close() {
      await sandbox.close();
      await store.close();
    },
  };
}

export type Installation = ReturnType<typeof createInstallation>;

const keyRing = createKeyRing(`simulation:${Buffer.alloc(32, 7).toString('base64')}`);

export function createInstallation(parts: {
  sandbox: Sandbox;
  shared: SharedDatabase;
  network: Network;
  jobs: Jobs;
}) {
  const { sandbox, shared, network, jobs } = parts;
  const unexpectedErrors: string[] = [];

  function recordUnexpected(error: unknown): void {
    // The job for a permalink retries after a failed read.
    if (error instanceof LostConnection || error instanceof InstagramError) return;
    unexpectedErrors.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  // The engine logs errors of its steps; only a lost connection is expected.
  const log = createLog('error', {
    write(line) {
      if (!line.includes('"LostConnection"')) unexpectedErrors.push(line.slice(0, 2000));
    },
  });

  return {
    shared,
    log,
    unexpectedErrors,

    runInBackground(work: Promise<unknown>): void {
      work.catch(recordUnexpected);
    },

    buildServiceDependencies(
      process: SimulatedProcess,
      database: Database,
      observe: Observe,
    ): Parameters<typeof createServices>[0] {
      const { SMTP_URL: _, ...services } = sandbox.services;
      return {
        env: {
          // Its port refuses at once: the probe of the status page calls it.
          PUBLIC_URL: 'http://127.0.0.1:1',
          DATA_DIR: '/nowhere',
          ROLE: 'all',
          PUBLISH_SLOTS: 500,
          PUBLISH_GAP_SECONDS: GAP_MS / 1000,
          SMTP_URL: 'smtp://127.0.0.1:1',
          MAIL_FROM: 'Pontual <avisos@pontual.example>',
          ...DEFAULT_META_SETTINGS,
          ...services,
        },
        database,
        keyRing,
        log,
        clock: process.clock,
        jobs,
        wakeUps: createLocalWakeUps(),
        transport: network.transportFor(process),
        observe,
      };
    },
  };
}
