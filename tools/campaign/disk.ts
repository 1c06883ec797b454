import { spawnSync } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { runCommand } from './cluster.ts';

export type Disk = NonNullable<Awaited<ReturnType<typeof mountDisk>>>;

/** More than any campaign stores; it takes memory for what lies on it alone. */
const LARGE_SIZE_OPTION = 'size=4g';
/** How often what was given back is taken again, while it is full (real ms). */
const POLL_MS = 50;
/** Whoever writes meanwhile makes a size too small; it is measured anew so often. */
const MAX_SHRINK_ATTEMPTS = 50;

/**
 * Makes a folder and mounts a disk on it that can be full: the kernel shrinks it to what lies on it, and says
 * ENOSPC to whoever writes more. Undefined where none may be mounted; `ends` is what undoes it.
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
  // Lazily: a process that has not ended yet may have files open. At any end, as the database.
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
    /** From now on there is room for so many bytes at most, whatever is deleted. */
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

    /** There is room again. */
    async free(): Promise<void> {
      if (watcher !== undefined) watcher.isOver = true;
      await watcher?.running;
      await mount(`remount,${LARGE_SIZE_OPTION}`);
    },
  };
}
