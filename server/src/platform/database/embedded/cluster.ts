import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import {
  chown,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { systemClock } from '../../clock.ts';
import { installBinaries, removeOtherBinaries, type Binaries } from './binaries.ts';
import { hbaText, configurationText, SOCKET_PORT, type Settings } from './configuration.ts';
import { clusterPath, prepareFolder, type DatabaseFolder } from './folder.ts';

const run = promisify(execFile);

/** Also the name of the product's database. */
export const OWNER = 'pontual';

const UNFINISHED = 'unfinished-';
/** No initdb takes this long. */
const ABANDONED_MS = 600_000;
const POLL_INTERVAL_MS = 10;
/** A server writes a checkpoint before it stops. */
const STOP_SECONDS = '20';
const LOG_BYTES = 1_000_000;
/** Linux allows 107 bytes and macOS 103. */
const MAX_SOCKET_PATH_LENGTH = 100;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;
const PASSWORD_FILE = 'pontual-password';

export class OtherMajorVersionError extends Error {
  constructor(folder: string, foundVersion: string, ours: string) {
    super(
      `${folder} was written by PostgreSQL ${foundVersion}, and this Pontual brings PostgreSQL ${ours}. With the Pontual ` +
        `that wrote it, run "npm run backup -- --to FOLDER"; then delete ${folder} and run "npm run restore -- FOLDER/...".`,
    );
  }
}

export class ServerStartError extends Error {
  /** True if a lock file (even a stale one) blocks the start, or processes of a killed server still run. */
  readonly isTransient: boolean;
  constructor(folder: string, output: string) {
    super(`PostgreSQL did not start in ${folder}: ${output.trim()}`);
    this.isTransient = /already exists|is empty|pre-existing shared memory/.test(output);
  }
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/**
 * Starts no server before `launch`. Two processes may open the same cluster at once.
 * @throws OtherMajorVersionError where another version of PostgreSQL wrote the cluster
 */
export async function openCluster(dataDir: string, overrides: Settings) {
  const folder = await prepareFolder(dataDir);
  const binaries = await installBinaries(folder.path);
  const data = clusterPath(folder.path);
  if (!existsSync(data)) await initialize(folder, binaries, data);
  const foundVersion = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  if (foundVersion !== binaries.major) {
    throw new OtherMajorVersionError(folder.path, foundVersion, binaries.major);
  }
  const pidFile = join(data, 'postmaster.pid');
  const lockFiles = [pidFile, join(data, `${SOCKET_NAME}.lock`)];
  const logFile = join(folder.path, 'server.log');
  const config = { config_file: 'postgresql.conf', hba_file: 'pg_hba.conf' };
  const pathOf = (name: string) => join(folder.path, name);
  const isWindows = process.platform === 'win32';
  const port = isWindows ? await portOf(pidFile) : undefined;
  const address: pg.ClientConfig = isWindows
    ? { host: '127.0.0.1', port, password: await readFile(join(data, PASSWORD_FILE), 'utf8') }
    : { host: await socketFolder(data) };

  /**
   * Starts the server, which outlives this process, and waits until it accepts connections.
   * @param stalePid a process id in a lock file that is known not to be a server of this cluster
   * @throws ServerStartError
   */
  async function launch(signal: AbortSignal, stalePid?: number): Promise<void> {
    await writeAtomically(pathOf(config.config_file), configurationText(port, overrides));
    await writeAtomically(pathOf(config.hba_file), hbaText(port));
    const { size } = await stat(logFile).catch(() => ({ size: 0 }));
    const log = await open(logFile, size > LOG_BYTES ? 'w' : 'a', 0o600);
    const fileArgs = Object.entries(config).map(([name, file]) => `--${name}=${pathOf(file)}`);
    const child = spawn(binaries.postgres, ['-D', data, ...fileArgs], {
      ...asUser(folder, stalePid),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await Promise.all([once(child, 'spawn'), log.close()]);
    child.unref();
    while (child.exitCode === null && child.signalCode === null) {
      if (signal.aborted) child.kill('SIGQUIT'); // PostgreSQL's immediate stop
      const [pid, , , , , , , status] = await linesOf(pidFile);
      if (Number(pid) === child.pid && status?.trim() === 'ready') {
        await removeStaleFiles(folder.path, binaries);
        return;
      }
      await Promise.race([ended, pause(POLL_INTERVAL_MS)]);
    }
    const output = await readFile(logFile, 'utf8');
    throw new ServerStartError(folder.path, output.slice(size > LOG_BYTES ? 0 : size));
  }

  return {
    folder: folder.path,
    address: { port: SOCKET_PORT, ...address, user: OWNER } satisfies pg.ClientConfig,
    launch,
    async lockPid(): Promise<number | undefined> {
      for (const file of lockFiles) {
        const [number] = await linesOf(file);
        if (number !== undefined) return Number(number);
      }
      return undefined;
    },
    /** A kill or a power cut leaves such files. */
    async removeEmptyLocks(): Promise<void> {
      for (const file of lockFiles) {
        const found = await stat(file).catch(() => undefined);
        if (found?.size === 0) await rm(file, { force: true });
      }
    },
    async stop(): Promise<void> {
      const stop = (mode: string) => {
        const args = ['stop', '-D', data, '-m', mode, '-s', '-t', STOP_SECONDS];
        return run(binaries.pgCtl, args, asUser(folder));
      };
      // An immediate stop loses nothing committed; the next start takes longer.
      await stop('fast').catch(async () => {
        if (existsSync(pidFile)) await stop('immediate');
      });
    },
  };
}

async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text === '' ? [] : text.split('\n');
}

/** None of our environment variables reaches PostgreSQL. */
const asUser = ({ path, user }: DatabaseFolder, stalePid?: number) => ({
  ...user,
  cwd: path,
  env: {
    LC_ALL: 'C',
    // PostgreSQL treats this process id in a lock file as stale and checks that no process of the killed
    // server uses its shared memory (CreateLockFile in miscinit.c).
    ...(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }),
  },
});

async function writeAtomically(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(unfinished, 'wx');
    try {
      await handle.writeFile(text);
      await handle.chmod(0o644);
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Renames a temporary folder, so that an interrupted initdb leaves no cluster. */
async function initialize(
  { path, user }: DatabaseFolder,
  binaries: Binaries,
  data: string,
): Promise<void> {
  const unfinished = await mkdtemp(join(path, UNFINISHED));
  if (user !== undefined) await chown(unfinished, user.uid, user.gid);
  const newCluster = join(unfinished, 'cluster');
  const password = join(unfinished, PASSWORD_FILE);
  const isWindows = process.platform === 'win32';
  // Every user of the machine can connect to a port, so a password protects it.
  if (isWindows) await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const options = {
    pgdata: newCluster,
    username: OWNER,
    encoding: 'UTF8',
    // Sorts and compares in the same way on every machine.
    locale: 'C',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
    auth: 'trust',
    ...(isWindows ? { pwfile: password } : {}),
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  await run(
    binaries.initdb,
    [...args, '--data-checksums', '--no-instructions'],
    asUser({ path, user }),
  ).catch((error: unknown) => {
    throw new ServerStartError(path, String(error));
  });
  if (isWindows) await rename(password, join(newCluster, PASSWORD_FILE));
  await rename(newCluster, data).catch((error: unknown) => {
    if (!existsSync(data)) throw error;
  });
  await rm(unfinished, { recursive: true, force: true });
}

async function removeStaleFiles(folder: string, binaries: Binaries): Promise<void> {
  await removeOtherBinaries(folder, binaries).catch(() => undefined);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    const ageMs = systemClock.now().getTime() - (found?.mtimeMs ?? Number.NaN);
    if (ageMs > ABANDONED_MS) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** A symbolic link shortens a path that is too long for a socket. */
async function socketFolder(data: string): Promise<string> {
  if (join(data, SOCKET_NAME).length <= MAX_SOCKET_PATH_LENGTH) return data;
  const link = join(await mkdtemp(join(tmpdir(), 'pontual-')), 'data');
  await symlink(data, link);
  process.once('exit', () => rmSync(dirname(link), { recursive: true, force: true }));
  return link;
}

async function portOf(pidFile: string): Promise<number> {
  const [, , , running] = await linesOf(pidFile);
  if (running !== undefined) return Number(running);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : SOCKET_PORT;
}
