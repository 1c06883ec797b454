import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@pontual/server/platform/clock.ts';
import { createLog } from '@pontual/server/platform/log/log.ts';
import { createMediaDecoder } from '@pontual/server/media/decoder/decoder.ts';
import { listChildren, readCpuSeconds } from './watch.ts';

const PICTURE_FILE = fileURLToPath(
  new URL('../../../server/testing/fixtures/twelve-megapixels.heic', import.meta.url),
);

/** CPU seconds, user and system, of each child process. */
export interface HeicCost {
  /** From the start to the end of its first picture. */
  first: number[];
  second: number[];
}

export async function measureHeic(children: number): Promise<HeicCost> {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-bench-heic-'));
  const files = { image: join(folder, 'image'), thumbnail: join(folder, 'thumbnail') };
  const cost: HeicCost = { first: [], second: [] };
  try {
    for (let nth = 0; nth < children; nth += 1) {
      const log = createLog('silent');
      const decoder = createMediaDecoder({ clock: systemClock, log, children: 1 });
      const others = new Set(listChildren(process.pid));
      const decode = () => decoder.run('image', { path: PICTURE_FILE, format: 'heif', ...files });
      await decode();
      const child = listChildren(process.pid).find((pid) => !others.has(pid));
      if (child === undefined) throw new Error('the decoder has no child');
      const first = readCpuSeconds(child);
      await decode();
      cost.first.push(first);
      cost.second.push(readCpuSeconds(child) - first);
      decoder.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return cost;
}
