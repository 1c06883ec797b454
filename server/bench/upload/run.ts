import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Databases } from '../publish/databases.ts';
import { enrol, sendForm, sendResumable } from './client.ts';
import { startServing, startWeb, type ServingProcess } from './serving.ts';
import type { Pieces } from './videos.ts';
import { watch, type Watched } from './watch.ts';

export const MEGABYTE = 1024 * 1024;

/** So many uploads at once, of so many bytes each. */
export interface Load {
  uploads: number;
  bytes: number;
  aVideo: () => Pieces;
  /** Where the CPU profile of each process goes, if anywhere. */
  profileDir?: string | undefined;
}

/** What one run of one side came to, from the first byte until the last upload was answered. */
export interface Taken extends Watched {
  seconds: number;
  megabytesPerSecond: number;
}

export const ways = { multipart: sendForm, resumable: sendResumable } as const;
export type Way = keyof typeof ways;

/** Whatever the folder for temporary files lies on must hold one run. */
export async function checkDisk({ uploads, bytes }: Load): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const [free, needed] = [bavail * bsize, uploads * bytes * 2];
  if (free > needed) return;
  const inGigabytes = (amount: number) => `${(amount / 1e9).toFixed(1)} GB`;
  throw new Error(
    `${tmpdir()} has ${inGigabytes(free)} free and ${inGigabytes(needed)} are needed: set TMPDIR, or --uploads and --bytes`,
  );
}

/** What was deleted before is off the disk: nobody pays for another's files. */
const settleDisk = () => promisify(execFile)('sync');

/** The floor; `flush` has each file on the disk before its upload is answered. */
export async function runFloor(load: Load, flush: boolean): Promise<Taken> {
  await settleDisk();
  const folder = await mkdtemp(join(tmpdir(), 'pontual-bench-floor-'));
  try {
    const variables = { FOLDER: folder, FLUSH: flush ? 'on' : '' };
    const floor = await startServing('floor', variables, load.profileDir);
    // The same bytes, as the product gets them; who sends them is nobody's business here.
    return await take(floor, load, (video) => sendForm(floor.url, 'nobody', video));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The product's web process on a fresh PostgreSQL database, its media in a fresh folder. */
export async function runProduct(load: Load, databases: Databases, way: Way): Promise<Taken> {
  const { url, dataDir, drop } = await databases.fresh();
  try {
    await mkdir(dataDir, { recursive: true });
    await settleDisk();
    const web = await startWeb(url, dataDir, load.profileDir);
    const tokens = await enrol(web.url, load.uploads).catch(async (error: unknown) => {
      await web.stop();
      throw error;
    });
    return await take(web, load, (video, index) => ways[way](web.url, tokens[index] ?? '', video));
  } finally {
    await drop();
  }
}

/** All uploads at once; whatever comes of them, the process is gone afterwards. */
async function take(
  serving: ServingProcess,
  { uploads, bytes, aVideo }: Load,
  send: (video: { bytes: number; pieces: Pieces }, index: number) => Promise<void>,
): Promise<Taken> {
  const videos = Array.from({ length: uploads }, () => ({ bytes, pieces: aVideo() }));
  const watching = watch(serving.pid);
  try {
    const begin = performance.now();
    await Promise.all(videos.map(send));
    const seconds = (performance.now() - begin) / 1000;
    const megabytesPerSecond = (uploads * bytes) / MEGABYTE / seconds;
    return { seconds, megabytesPerSecond, ...watching.read() };
  } finally {
    watching.end();
    await serving.stop();
  }
}
