import { spawnSync } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { runCommand } from './cluster.ts';

export type Disk = NonNullable<Awaited<ReturnType<typeof mountDisk>>>;

/** More than any campaign stores; tmpfs uses memory only for its content. */
const LARGE_SIZE_OPTION = 'size=4g';
/** How often freed space is taken again while the disk is full, in real ms. */
const POLL_MS = 50;
/** Concurrent writes can make the computed size too small, so it is computed again up to this often. */
const MAX_SHRINK_ATTEMPTS = 50;

/**
 * Mounts a tmpfs that can be shrunk to its content; further writes then fail with ENOSPC. Returns undefined
 * if mounting is not permitted. `cleanups` gets the unmount.
 */
export async function mountDisk(folder: string, cleanups: (() => Promise<unknown>)[]) {
  await mkdir(folder);
  const mount = (options: string) =>
    runCommand('mount', ['-t', 'tmpfs', '-o', options, 'pontual-campaign', folder]);
  const isMounted = await mount(`${LARGE_SIZE_OPTION},mode=0755`).then(
    () => true,
    () => false,
  );
  if (!isMounted) return undefined;
  // Lazy, because an ending process may have open files; it also runs at an abnormal exit.
  const unmount = () => void spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
  process.once('exit', unmount);
  cleanups.push(async () => {
    process.off('exit', unmount);
    unmount();
  });
  let watcher: { isOver: boolean; running: Promise<void> } | undefined;

  async function shrink(spareBytes: number): Promise<void> {
    for (let measure = 0; measure < MAX_SHRINK_ATTEMPTS; measure += 1) {
      const { blocks, bfree, bsize } = await statfs(folder);
      const spare = Math.floor(spareBytes / bsize);
      if (bfree <= spare) return;
      const size = (blocks - bfree + spare) * bsize;
      await mount(`remount,size=${size}`).catch(() => undefined);
    }
    throw new Error('the disk could not be filled');
  }

  return {
    /** From now on at most `spareBytes` are free, whatever is deleted. */
    async fill(spareBytes: number): Promise<void> {
      await shrink(spareBytes);
      const state = { isOver: false };
      const keepFull = async () => {
        while (!state.isOver) {
          await wait(POLL_MS);
          if (!state.isOver) await shrink(spareBytes);
        }
      };
      watcher = Object.assign(state, { running: keepFull() });
    },

    async free(): Promise<void> {
      if (watcher !== undefined) watcher.isOver = true;
      await watcher?.running;
      await mount(`remount,${LARGE_SIZE_OPTION}`);
    },
  };
}
