import { existsSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  constants,
  link,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface DatabaseFolder {
  path: string;
  /** Undefined: the user of this process. */
  user: UnixUser | undefined;
}

export interface UnixUser {
  uid: number;
  gid: number;
}

export class DatabaseFolderError extends Error {}

/** For a DATA_DIR that the unprivileged user cannot reach. */
const SYSTEM_FOLDER = '/var/lib/pontual';
const OTHERS_MAY_ENTER = 0o001;
const GROUP_MAY_ENTER = 0o010;

const defaultFolder = (dataDir: string) => join(dataDir, 'postgres');
export const clusterPath = (folder: string) => join(folder, 'cluster');
/** Names a folder outside of DATA_DIR, and moves with DATA_DIR. */
const pointerFile = (dataDir: string) => join(dataDir, 'postgres-folder');

/** PostgreSQL refuses to run as root, so another user has to run it. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** Undefined where no embedded database was ever started. */
export async function findFolder(dataDir: string): Promise<string | undefined> {
  const inside = defaultFolder(dataDir);
  if (existsSync(clusterPath(inside))) return inside;
  const recordedFolder = await readFile(pointerFile(dataDir), 'utf8').catch(() => undefined);
  return recordedFolder?.trim() || undefined;
}

/**
 * When root starts the product, the owner of the data runs PostgreSQL, at first `nobody`. Where that user
 * cannot reach DATA_DIR, such as below `/root`, the folder is in /var/lib/pontual.
 * @throws DatabaseFolderError where another user owns the folder, or where the folder is missing
 */
export async function prepareFolder(dataDir: string): Promise<DatabaseFolder> {
  const found = await findFolder(dataDir);
  if (found !== undefined && !existsSync(found)) {
    throw new DatabaseFolderError(
      `${pointerFile(dataDir)} says that the database is in ${found}, and it is not there. ` +
        `Put it back, or delete that file to begin with an empty one.`,
    );
  }
  return isRoot()
    ? prepareForUnprivilegedUser(dataDir, found)
    : prepareForCurrentUser(dataDir, found);
}

async function prepareForCurrentUser(
  dataDir: string,
  found: string | undefined,
): Promise<DatabaseFolder> {
  const path = found ?? defaultFolder(dataDir);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    if (existsSync(clusterPath(path))) await access(clusterPath(path), constants.R_OK);
  } catch {
    throw new DatabaseFolderError(
      `${path} belongs to another user, as after a start by root. Start Pontual as that user, or stop it and ` +
        `run "sudo chown -R $USER ${dataDir}${path.startsWith(dataDir) ? '' : ` ${path}`}".`,
    );
  }
  return { path, user: undefined };
}

async function prepareForUnprivilegedUser(
  dataDir: string,
  found: string | undefined,
): Promise<DatabaseFolder> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const user = (await ownerOf(found)) ?? (await findNobodyUser());
  const path =
    found ??
    ((await canReach(dataDir)) ? defaultFolder(dataDir) : await createSystemFolder(dataDir));
  if (path === defaultFolder(dataDir)) await allowTraversal(dataDir, user);
  await mkdir(path, { recursive: true });
  // Root owns the folder, so that a process of that user cannot create files beside the data.
  if ((await stat(path)).uid === 0) await chmod(path, 0o711);
  return { path, user };
}

async function ownerOf(folder: string | undefined): Promise<UnixUser | undefined> {
  if (folder === undefined || !existsSync(clusterPath(folder))) return undefined;
  const { uid, gid } = await stat(clusterPath(folder));
  return uid === 0 ? undefined : { uid, gid };
}

async function createSystemFolder(dataDir: string): Promise<string> {
  // The mode of mkdir is subject to the umask of start.js.
  if ((await mkdir(SYSTEM_FOLDER, { recursive: true })) !== undefined) {
    await chmod(SYSTEM_FOLDER, 0o755);
  }
  const folder = await mkdtemp(join(SYSTEM_FOLDER, `${basename(dataDir)}-`));
  const unfinished = `${pointerFile(dataDir)}.${basename(folder)}`;
  await writeFile(unfinished, `${folder}\n`, { flush: true });
  try {
    // A hard link creates the file complete or not at all, and never overwrites the file of another process.
    await link(unfinished, pointerFile(dataDir));
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true });
    const recordedFolder = await findFolder(dataDir);
    if (recordedFolder === undefined) throw error;
    return recordedFolder;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function canReach(dataDir: string): Promise<boolean> {
  for (let folder = await realpath(dataDir); folder !== dirname(folder);) {
    folder = dirname(folder);
    if (((await stat(folder)).mode & OTHERS_MAY_ENTER) === 0) return false;
  }
  return true;
}

async function allowTraversal(folder: string, { uid: user, gid }: UnixUser): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (uid === user || (mode & OTHERS_MAY_ENTER) !== 0) return;
  await chown(folder, uid, gid);
  await chmod(folder, (mode & 0o707) | GROUP_MAY_ENTER);
}

async function findNobodyUser(): Promise<UnixUser> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, , uid = '65534', gid = '65534'] =
    passwd
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? [];
  // macOS lists -2; the kernel uses unsigned numbers.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}
