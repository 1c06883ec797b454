import { GraphError } from './graph-error.ts';
import { formatName, readJpeg } from './jpeg.ts';
import type { InstagramContext } from './context.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_BYTES = 8 * MEBIBYTE;
const MIN_ASPECT_RATIO = 4 / 5;
const TALL_ASPECT_RATIO = 3 / 4;
const MAX_ASPECT_RATIO = 1.91;

/**
 * Downloads, checks as Instagram does, and stores; returns the SHA-256.
 * @throws GraphError for an image that Instagram refuses
 */
export async function fetchImage(
  { records, download, settings }: InstagramContext,
  url: string,
  { forFeed }: { forFeed: boolean },
): Promise<string> {
  const result = await download(url, MAX_BYTES);
  if (result.kind === 'too-large') throw new GraphError('36000/2207004', { size: '8 MiB' });
  if (result.kind === 'too-slow') throw new GraphError('-2/2207003');
  if (result.kind === 'forbidden') throw new GraphError('9004/2207052/robots', { uri: url });
  if (result.kind === 'unreachable') throw new GraphError('9004/2207052', { uri: url });
  const size = readJpeg(result.bytes);
  if (!size) {
    throw new GraphError('36001/2207005', {
      'current-image-format': formatName(result.bytes),
      format: 'JPEG',
    });
  }
  const { width, height } = size;
  const tallest = settings.current().tallPictures ? TALL_ASPECT_RATIO : MIN_ASPECT_RATIO;
  if (forFeed && !isFeedRatio(size, tallest)) {
    throw new GraphError('36003/2207009', { 'submitted-ratio': (width / height).toFixed(4) });
  }
  return records.blobs.save(result.bytes, 'image/jpeg');
}

/** Up to 1.91:1, with a tolerance of one pixel, because no ratio is exact in whole pixels. */
function isFeedRatio(
  { width, height }: { width: number; height: number },
  tallest: number,
): boolean {
  return (width + 1) / height >= tallest && width / (height + 1) <= MAX_ASPECT_RATIO;
}
