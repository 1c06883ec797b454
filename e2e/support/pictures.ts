import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Returns a JPEG that differs from every other picture; size in px. */
export async function createPicture({ width = 1080, height = 1080 } = {}): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: pickColor(),
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** Returns a JPEG of always the same drawing, `side` px wide and high. */
export async function createDrawing(side: number): Promise<Buffer> {
  const circles = Array.from({ length: 12 }, (_, index) => {
    const [x, y, shade] = [(index * 373) % 1000, (index * 251) % 1000, (index * 71) % 256];
    return `<circle cx="${x}" cy="${y}" r="${70 + (index % 4) * 45}" fill="rgb(${shade},90,${255 - shade})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="${side}" height="${side}"><rect width="1000" height="1000" fill="#eee"/>${circles.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}

/** Returns a picture of exactly `bytes` bytes, padded with zeros after its end. */
export async function createPictureOfSize(bytes: number): Promise<Buffer> {
  const picture = await createPicture();
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
}

/**
 * Large, with a location, and red in the top left corner once upright. No npm package encodes HEIC; a note
 * next to the file describes how it was created.
 */
export const readPhonePhoto = (): Promise<Buffer> =>
  readFile(new URL('../../server/testing/fixtures/twelve-megapixels.heic', import.meta.url));

function pickColor() {
  const shade = () => Math.floor(Math.random() * 256);
  return { r: shade(), g: shade(), b: shade() };
}

/** The Exif pointer to the GPS data (Exif 2.3, 4.6.3), in both byte orders. */
const GPS_POINTERS = [Buffer.from([0x25, 0x88]), Buffer.from([0x88, 0x25])];

/** Decodes the whole picture and returns its format, its size in px and which metadata it contains. */
export async function readPhoto(bytes: Buffer) {
  const { format, width, height, exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
  return {
    format,
    width,
    height,
    hasNoMetadata: [exif, xmp, iptc, orientation].every((said) => said === undefined),
    hasLocation: GPS_POINTERS.some((pointer) => exif?.includes(pointer)),
  };
}

export async function isUpright(jpeg: Buffer): Promise<boolean> {
  const { data, info } = await sharp(jpeg, { failOn: 'warning' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (20 * info.width + 20) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  return red > 180 && green < 60 && blue < 60;
}
