import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

export class NoPostgresError extends Error {}

const DATABASE = 'pontual';
const BACKUP = 'pontual_backup';

export async function startCluster(folder: string, port: number) {
  const bin = await findBinaries();
  const owner = await findUnprivilegedUser();
  const data = join(folder, 'postgres');
  await mkdir(data);
  if (owner !== undefined) {
    await chown(folder, owner.uid, owner.gid);
    await chown(data, owner.uid, owner.gid);
  }
  const run = (name: string, args: string[]) =>
    runCommand(join(bin, name), args, { cwd: folder, ...owner });
  await run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  const settings = [
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=on -c max_connections=150`,
    '-c shared_buffers=256MB -c max_wal_size=2GB -c checkpoint_timeout=15min',
  ].join(' ');
  const log = join(folder, 'postgres.log');
  const start = () =>
    run('pg_ctl', ['-D', data, '-w', '-t', '60', '-l', log, '-o', settings, 'start']);
  await start();
  // The server ends with this process; SIGQUIT is the immediate shutdown of PostgreSQL.
  process.once('exit', () => {
    const pid = readPid(data);
    if (pid !== undefined) process.kill(pid, 'SIGQUIT');
  });
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;

  async function runAsAdmin(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: url('postgres') });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }
  await runAsAdmin(`create database ${DATABASE}`);

  return {
    host: '127.0.0.1',
    port,
    url: url(DATABASE),

    restart: () =>
      run('pg_ctl', ['-D', data, '-w', '-t', '60', '-l', log, '-m', 'immediate', 'restart']),

    async killPostmaster(): Promise<void> {
      const pid = readPid(data);
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      for (let attempt = 0; attempt < 40; attempt += 1) {
        await wait(100);
        const hasStarted = await start().then(
          () => true,
          // The start fails while a child of the killed postmaster still holds the shared memory.
          () => false,
        );
        if (hasStarted) return;
      }
      throw new Error('PostgreSQL did not come back after kill -9');
    },

    dump: (file: string) =>
      run('pg_dump', ['-Fc', '-Z', '0', '-d', url(DATABASE), '-f', join(folder, file)]),

    /** Replaces the database by the dump; no database is reachable for `outageMs` real ms. */
    async restore(file: string, outageMs: number): Promise<void> {
      await runAsAdmin(`drop database if exists ${BACKUP}`, `create database ${BACKUP}`);
      await run('pg_restore', ['-d', url(BACKUP), join(folder, file)]);
      await runAsAdmin(
        `alter database ${DATABASE} allow_connections false`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${DATABASE}'`,
      );
      await wait(outageMs);
      await runAsAdmin(
        `drop database ${DATABASE} with (force)`,
        `alter database ${BACKUP} rename to ${DATABASE}`,
      );
    },

    stop: () => run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']).catch(() => undefined),
  };
}

function readPid(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

async function findBinaries(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const folders = [
    ...versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) {
    throw new NoPostgresError(
      'The campaign needs PostgreSQL 15+ (initdb, pg_ctl, pg_dump in PATH or /usr/lib/postgresql).',
    );
  }
  return found;
}

/** PostgreSQL refuses to run as root; the campaign then runs it as the user `postgres`. */
async function findUnprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n');
  const fields = users.find((line) => line.startsWith('postgres:'))?.split(':');
  if (fields === undefined) {
    throw new NoPostgresError('As root the campaign needs a user `postgres` to run PostgreSQL as.');
  }
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** @throws Error when the program cannot be started or its exit code is not 0 */
export async function runCommand(
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<void> {
  // Without pipes: the server that pg_ctl starts would hold them open.
  const child = spawn(command, args, { ...options, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args[0] ?? ''} ended with ${code}`);
}
