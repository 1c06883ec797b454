import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/clock.ts';
import { createLog } from '../../src/log.ts';
import { createMediaDecoder } from '../../src/media/decoder/decoder.ts';
import { childrenOf, cpuSecondsOf } from './watch.ts';

const PICTURE = fileURLToPath(
  new URL('../../src/testing/fixtures/twelve-megapixels.heic', import.meta.url),
);

/** CPU seconds, user and system, of each child. */
export interface HeicCost {
  /** From its start until its first picture was done. */
  fresh: number[];
  /** For its second one. */
  again: number[];
}

/** What it costs the decoder's child to make a JPEG of a telephone's photo. */
export async function measureHeic(children: number): Promise<HeicCost> {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-bench-heic-'));
  const files = { image: join(folder, 'image'), thumbnail: join(folder, 'thumbnail') };
  const cost: HeicCost = { fresh: [], again: [] };
  try {
    for (let nth = 0; nth < children; nth += 1) {
      const log = createLog('silent');
      const decoder = createMediaDecoder({ clock: systemClock, log, children: 1 });
      const others = new Set(childrenOf(process.pid));
      const work = () => decoder.run('image', { path: PICTURE, format: 'heif', ...files });
      await work();
      const child = childrenOf(process.pid).find((pid) => !others.has(pid));
      if (child === undefined) throw new Error('the decoder has no child');
      const first = cpuSecondsOf(child);
      await work();
      cost.fresh.push(first);
      cost.again.push(cpuSecondsOf(child) - first);
      decoder.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return cost;
}
