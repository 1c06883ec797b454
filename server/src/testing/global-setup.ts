import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase, type DatabaseSource } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createLog } from '../log.ts';

/** Migrates one database, from which each test file starts its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { databaseKind, databaseUrl } = project.config.provide;
  return databaseKind === 'postgres'
    ? setUpPostgres(project, databaseUrl ?? '')
    : setUpEmbedded(project);
}

async function setUpEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-test-'));
  const template = join(folder, 'template.tar');
  await prepare({ kind: 'embedded' }, async (dump) => writeFile(template, Buffer.from(dump)));
  project.provide('databaseTemplate', template);
  return () => rm(folder, { recursive: true, force: true });
}

async function setUpPostgres(project: TestProject, url: string): Promise<() => Promise<void>> {
  // Only databases of this name are ever made or dropped.
  const name = `pontual_test_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = name;
  await prepare({ kind: 'postgres', url: own.href });
  project.provide('databaseTemplate', name);
  return async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
}

async function prepare(
  source: DatabaseSource,
  keep?: (dump: ArrayBuffer) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(source);
  await migrate(database);
  const jobs = await createJobs(database, createLog('silent'), { supervise: false });
  await jobs.close();
  const dump = await database.embedded?.dump();
  if (dump !== undefined) await keep?.(dump);
  await database.close();
}
