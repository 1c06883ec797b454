import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What tests keep from one run to the next is made here. */
export const testCache = (name: string): string =>
  join(process.env['TEST_CACHE'] ?? tmpdir(), name);

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm';
/** Two files of tests at a time, with a cluster, take less than half of it. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Makes the folder of temporary files of a test run, and has this process and those that it starts use it.
 * It is in memory where there is room: a database of a test file is 700 small files, and a disk may take a
 * millisecond for each. Returns the function that removes it.
 */
export function useTemporaryFolder(): () => void {
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'pontual-tests-'));
  // PostgreSQL does not run as root, and its user has to reach the clusters below.
  chmodSync(folder, 0o711);
  // Processes that are about to end may still write.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  // Memory is dearer than a disk: however this process ends, it leaves nothing there.
  process.once('exit', remove);
  process.env['TEST_CACHE'] = tmpdir();
  process.env['TMPDIR'] = folder;
  return () => {
    process.off('exit', remove);
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    remove();
  };
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
