import type { OutputInfo, ResizeOptions } from 'sharp';
import { AppError } from '../http/app-error.ts';

/** Instagram scales wider feed images down itself. */
const MAX_WIDTH = 1440;
/** Twice the size at which a post's thumbnail is drawn, 4:5. */
const THUMBNAIL = { width: 320, height: 400 };
const AVATAR = { width: 160, height: 160 };
/** A small file can unpack to gigabytes. */
const MAX_PIXELS = 50_000_000;

export interface PreparedImage {
  /** JPEG, sRGB, upright, without EXIF or GPS. */
  image: Buffer;
  thumbnail: Buffer;
  width: number;
  height: number;
}

/**
 * Re-encodes a picture so that Instagram can read it; whether it takes its ratio depends on the
 * type of post.
 * @throws AppError MEDIA_UNREADABLE
 */
export async function prepareImage(file: string): Promise<PreparedImage> {
  const { data: image, info } = await encode(file, { width: MAX_WIDTH, withoutEnlargement: true });
  const { data: thumbnail } = await encode(image, { ...THUMBNAIL, fit: 'cover' });
  return { image, thumbnail, width: info.width, height: info.height };
}

/** A square picture of an account. @throws AppError MEDIA_UNREADABLE */
export async function prepareAvatar(bytes: Buffer): Promise<PreparedImage> {
  const { data } = await encode(bytes, { ...AVATAR, fit: 'cover' });
  return { image: data, thumbnail: data, ...AVATAR };
}

async function encode(
  source: string | Buffer,
  size: ResizeOptions,
): Promise<{ data: Buffer; info: OutputInfo }> {
  // Loaded with the first picture: a process that only publishes never needs it.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(size)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 90 })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    // Whatever the decoder says of it, the file is no picture we can use.
    throw new AppError('MEDIA_UNREADABLE', hasTooManyPixels(error) ? { message: TOO_MANY } : {});
  }
}

const TOO_MANY = 'Esta imagem tem pixels demais. Envie uma versão com até 50 megapixels.';
const hasTooManyPixels = (error: unknown) =>
  error instanceof Error && error.message.includes('pixel limit');
