import { readFile } from 'node:fs/promises';
import { all as picturesOf } from 'heic-decode';
import sharp, { type ResizeOptions, type Sharp, type SharpOptions } from 'sharp';
import { FINGERPRINT_SIZE, fingerprintOf } from '@pontual/contract/planning/fingerprint.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGE_WIDTH } from '@pontual/contract/shared/instagram-limits.ts';
import { fileSizeOf, frameOf, PAD_COLOUR } from '@pontual/contract/media/image-fit.ts';
import { withProfile } from './profiles.ts';
import { MediaRefusal } from './refusal.ts';
import type { ImageFormat, Tasks } from './tasks.ts';

/** Twice the displayed size of a post's thumbnail, 4:5. */
const THUMBNAIL = { width: 320, height: 400 };
const AVATAR = { width: 160, height: 160 };
/** A small file can decompress to gigabytes. */
const MAX_PIXELS = 50_000_000;
/** Tried in this order until the file is small enough for Instagram. */
const QUALITIES = [90, 80, 65, 45];

sharp.cache(false);
sharp.concurrency(1);

/** @throws MediaRefusal, or the decoder's error for a file that is not an image */
export async function prepareImage(
  input: Tasks['image']['input'],
): Promise<Tasks['image']['result']> {
  const upright = await readUpright(input.path, input.format);
  const size = await writeJpeg(
    upright,
    { width: MAX_IMAGE_WIDTH, withoutEnlargement: true },
    input.image,
  );
  await writeThumbnail(input.image, input.thumbnail);
  return size;
}

export async function fitImage(input: Tasks['fit']['input']): Promise<Tasks['fit']['result']> {
  const { path, ratio, fit, image, thumbnail } = input;
  const { width, height } = await sharp(path, safeOptions).metadata();
  const frame = frameOf({ width, height }, ratio, fit);
  const picture = sharp(path, safeOptions);
  if (fit === 'crop') {
    const part = { width: frame.width, height: frame.height, left: -frame.left, top: -frame.top };
    picture.extract(part);
  }
  const size = await writeJpeg(
    picture,
    {
      ...fileSizeOf(frame, ratio),
      fit: fit === 'crop' ? 'fill' : 'contain',
      background: PAD_COLOUR,
    },
    image,
  );
  await writeThumbnail(image, thumbnail);
  return size;
}

export async function prepareAvatar({
  path,
  image,
}: Tasks['avatar']['input']): Promise<Tasks['avatar']['result']> {
  return writeJpeg(sharp(path, safeOptions).autoOrient(), { ...AVATAR, fit: 'cover' }, image);
}

export async function fingerprintPicture({
  path,
}: Tasks['fingerprint']['input']): Promise<Tasks['fingerprint']['result']> {
  const grey = await sharp(path, safeOptions)
    .resize({ ...FINGERPRINT_SIZE, fit: 'cover' })
    .greyscale()
    .raw()
    .toBuffer();
  return { fingerprint: fingerprintOf(grey, FINGERPRINT_SIZE) };
}

export async function writeCover(frame: Sharp, cover: string, thumbnail: string): Promise<void> {
  await writeJpeg(frame, {}, cover);
  await writeThumbnail(cover, thumbnail);
}

async function writeThumbnail(picture: string, path: string): Promise<void> {
  await writeJpeg(sharp(picture), { ...THUMBNAIL, fit: 'cover' }, path);
}

const safeOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;

async function readUpright(path: string, format: ImageFormat): Promise<Sharp> {
  const { width, height, icc } = await sharp(path, { failOn: 'error' }).metadata();
  checkSize({ width, height });
  if (format !== 'heif') return sharp(path, safeOptions).autoOrient();
  // sharp reads the metadata of a HEIC file but cannot decode it.
  const picture = sharp(...(await decodeHeic(path)));
  return icc === undefined ? picture : withProfile(picture, icc);
}

function checkSize({ width, height }: { width: number; height: number }): void {
  if (width * height <= MAX_PIXELS) return;
  throw new MediaRefusal(
    'MEDIA_UNREADABLE',
    'Esta imagem tem mais de 50 megapixels. Reduza a largura e a altura dela e envie de novo.',
  );
}

/** The size may differ from the size that sharp reads. */
async function decodeHeic(path: string): Promise<[Uint8ClampedArray, SharpOptions]> {
  const buffer = await readFile(path);
  // heic-decode accepts only some brands, although it can decode the other ones too.
  buffer.write('heic', 8, 'latin1');
  const pictures = await picturesOf({ buffer });
  try {
    const [first] = pictures;
    if (first === undefined) throw new MediaRefusal('MEDIA_UNREADABLE');
    checkSize(first);
    const { data, width, height } = await first.decode();
    return [data, { raw: { width, height, channels: 4 } }];
  } finally {
    pictures.dispose();
  }
}

/** Without metadata. */
async function writeJpeg(
  picture: Sharp,
  size: ResizeOptions,
  path: string,
): Promise<{ width: number; height: number }> {
  const resized = picture.resize(size).flatten({ background: PAD_COLOUR }).toColourspace('srgb');
  for (const quality of QUALITIES) {
    const { width, height, size: bytes } = await resized.clone().jpeg({ quality }).toFile(path);
    if (bytes <= MAX_IMAGE_BYTES) return { width, height };
  }
  throw new MediaRefusal(
    'MEDIA_UNREADABLE',
    'Esta imagem não cabe em 8MB nem comprimida. Envie uma versão menor.',
  );
}
