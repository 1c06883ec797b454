import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Databases } from '../publish/databases.ts';
import { registerUsers, sendForm, sendResumable } from './client.ts';
import { startServerProcess, startWeb, type ServerProcess } from './server-process.ts';
import type { ChunkSource } from './videos.ts';
import { watchProcess, type ResourceUsage } from './watch.ts';

export const MEGABYTE = 1024 * 1024;

export interface Load {
  uploads: number;
  bytes: number;
  createVideo: () => ChunkSource;
  profileDir?: string | undefined;
}

export interface RunMeasurement extends ResourceUsage {
  seconds: number;
  megabytesPerSecond: number;
}

export const uploadMethods = { multipart: sendForm, resumable: sendResumable } as const;
export type UploadMethod = keyof typeof uploadMethods;

/** The temporary folder must have space for one run. */
export async function checkDisk({ uploads, bytes }: Load): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const [free, needed] = [bavail * bsize, uploads * bytes * 2];
  if (free > needed) return;
  const inGigabytes = (amount: number) => `${(amount / 1e9).toFixed(1)} GB`;
  throw new Error(
    `${tmpdir()} has ${inGigabytes(free)} free and ${inGigabytes(needed)} are needed: set TMPDIR, or --uploads and --bytes`,
  );
}

/** Completes pending deletes on the disk, so that they do not count against the next run. */
const flushDisk = () => promisify(execFile)('sync');

export async function runBaseline(load: Load, flush: boolean): Promise<RunMeasurement> {
  await flushDisk();
  const folder = await mkdtemp(join(tmpdir(), 'pontual-bench-baseline-'));
  try {
    const variables = { FOLDER: folder, FLUSH: flush ? 'on' : '' };
    const baseline = await startServerProcess('baseline', variables, load.profileDir);
    return await measureRun(baseline, load, (video) => sendForm(baseline.url, 'nobody', video));
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function runProduct(
  load: Load,
  databases: Databases,
  way: UploadMethod,
): Promise<RunMeasurement> {
  const { url, dataDir, drop } = await databases.createFresh();
  try {
    await mkdir(dataDir, { recursive: true });
    await flushDisk();
    const web = await startWeb(url, dataDir, load.profileDir);
    const tokens = await registerUsers(web.url, load.uploads).catch(async (error: unknown) => {
      await web.stop();
      throw error;
    });
    return await measureRun(web, load, (video, index) =>
      uploadMethods[way](web.url, tokens[index] ?? '', video),
    );
  } finally {
    await drop();
  }
}

async function measureRun(
  serving: ServerProcess,
  { uploads, bytes, createVideo }: Load,
  send: (video: { bytes: number; chunks: ChunkSource }, index: number) => Promise<void>,
): Promise<RunMeasurement> {
  const videos = Array.from({ length: uploads }, () => ({ bytes, chunks: createVideo() }));
  const watcher = watchProcess(serving.pid);
  try {
    const begin = performance.now();
    await Promise.all(videos.map(send));
    const seconds = (performance.now() - begin) / 1000;
    const megabytesPerSecond = (uploads * bytes) / MEGABYTE / seconds;
    return { seconds, megabytesPerSecond, ...watcher.read() };
  } finally {
    watcher.end();
    await serving.stop();
  }
}
