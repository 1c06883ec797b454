import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const testCache = (name: string): string =>
  join(process.env['TEST_CACHE'] ?? tmpdir(), name);

/** In memory on Linux. */
const MEMORY = '/dev/shm';
/** In bytes; two parallel test files and a cluster need less than half of it. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * In memory if there is room, because a test database has 700 small files and a disk may take a millisecond
 * for each. Returns the function that removes it.
 */
export function useTemporaryFolder(): () => void {
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'pontual-tests-'));
  // PostgreSQL does not run as root, and its user must reach the clusters below.
  chmodSync(folder, 0o711);
  // Ending processes may still write.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  // Memory is scarce, so the folder is removed however the process ends.
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
