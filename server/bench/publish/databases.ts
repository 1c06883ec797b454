import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase, type DatabaseSource } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createJobs } from '../../src/jobs/jobs.ts';
import { createLog } from '../../src/log.ts';
import { testDatabases } from '../../src/testing/test-databases.ts';

export type DatabaseKind = DatabaseSource['kind'];

/** A migrated database with nothing in it. */
export interface FreshDatabase {
  source: DatabaseSource;
  dataDir: string;
  drop(): Promise<void>;
}

export type Databases = Awaited<ReturnType<typeof openDatabases>>;

/** Migrates each kind once, and hands out copies. */
export async function openDatabases(kinds: ReadonlySet<DatabaseKind>) {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-bench-'));
  const postgresUrl = (await testDatabases()).find(({ kind }) => kind === 'postgres')?.url;
  const embedded = join(folder, 'template');
  if (kinds.has('embedded')) {
    await makeTemplate({ kind: 'embedded', dataDir: join(embedded, 'database') }, embedded);
  }
  const postgres =
    postgresUrl !== undefined && kinds.has('postgres') ? await onPostgres(postgresUrl) : undefined;
  let serial = 0;

  return {
    hasPostgres: postgresUrl !== undefined,
    async fresh(kind: DatabaseKind): Promise<FreshDatabase> {
      serial += 1;
      const dataDir = join(folder, `run-${serial}`);
      const forget = () => rm(dataDir, { recursive: true, force: true });
      if (kind === 'embedded') {
        await cp(join(embedded, 'database'), join(dataDir, 'database'), { recursive: true });
        const source = { kind, dataDir: join(dataDir, 'database') };
        return { source, dataDir, drop: forget };
      }
      if (postgres === undefined) throw new Error('no PostgreSQL answers');
      const made = await postgres.clone(serial);
      return {
        source: { kind, url: made.url },
        dataDir,
        drop: async () => void (await Promise.all([made.drop(), forget()])),
      };
    },
    async close(): Promise<void> {
      await postgres?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Only databases named `pontual_test_*` are ever made or dropped. */
async function onPostgres(url: string) {
  const template = `pontual_test_bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const named = (name: string) => {
    const own = new URL(url);
    own.pathname = name;
    return own.href;
  };
  await admin.query(`create database ${template}`);
  await makeTemplate({ kind: 'postgres', url: named(template) });
  return {
    async clone(serial: number) {
      const name = `${template}_${serial}`;
      await admin.query(`create database ${name} template ${template}`);
      return {
        url: named(name),
        drop: async () => void (await admin.query(`drop database if exists ${name} with (force)`)),
      };
    },
    async close() {
      await admin.query(`drop database if exists ${template} with (force)`);
      await admin.end();
    },
  };
}

async function makeTemplate(source: DatabaseSource, folder?: string): Promise<void> {
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const database = await openDatabase(source);
  await migrate(database);
  const jobs = await createJobs(database, createLog('silent'), { supervise: false });
  await jobs.close();
  await database.close();
}
