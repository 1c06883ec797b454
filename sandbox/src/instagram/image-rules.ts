import { GraphError } from './graph-error.ts';
import { formatName, readJpeg } from './jpeg.ts';
import type { InstagramWorld } from './world.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_BYTES = 8 * MEBIBYTE;
const TALLEST = 4 / 5;
const WIDEST = 1.91;

/** Downloads an image, checks it as Instagram would, and keeps it; gives its SHA-256. */
export async function takeImage(
  { records, download }: InstagramWorld,
  url: string,
  { forFeed }: { forFeed: boolean },
): Promise<string> {
  const got = await download(url, MAX_BYTES);
  if (got.kind === 'too-large') throw new GraphError('36000/2207004', { size: '8 MiB' });
  if (got.kind === 'too-slow') throw new GraphError('-2/2207003');
  if (got.kind === 'forbidden') throw new GraphError('9004/2207052/robots', { uri: url });
  if (got.kind === 'unreachable') throw new GraphError('9004/2207052', { uri: url });
  const size = readJpeg(got.bytes);
  if (!size) {
    throw new GraphError('36001/2207005', {
      'current-image-format': formatName(got.bytes),
      format: 'JPEG',
    });
  }
  const { width, height } = size;
  if (forFeed && !fitsFeed(width, height)) {
    throw new GraphError('36003/2207009', { 'submitted-ratio': (width / height).toFixed(4) });
  }
  return records.blobs.keep(got.bytes, 'image/jpeg');
}

/** 4:5 to 1.91:1, give or take one pixel, for no ratio is exact in whole pixels. */
function fitsFeed(width: number, height: number): boolean {
  return (width + 1) / height >= TALLEST && width / (height + 1) <= WIDEST;
}
