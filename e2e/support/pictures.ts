import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** A photograph's stand-in: a JPEG that no other picture equals. */
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

/** Always the same drawing, so many pixels wide and high. */
export async function createDrawing(side: number): Promise<Buffer> {
  const circles = Array.from({ length: 12 }, (_, index) => {
    const [x, y, shade] = [(index * 373) % 1000, (index * 251) % 1000, (index * 71) % 256];
    return `<circle cx="${x}" cy="${y}" r="${70 + (index % 4) * 45}" fill="rgb(${shade},90,${255 - shade})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="${side}" height="${side}"><rect width="1000" height="1000" fill="#eee"/>${circles.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}

/** A picture of so many bytes: behind its end there is room for nothing. */
export async function createPictureOfSize(bytes: number): Promise<Buffer> {
  const picture = await createPicture();
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
}

/**
 * As a phone takes it: large, with its place. Upright, the top left corner is red.
 * No encoder of HEIC comes from npm: how it was made stands beside it.
 */
export const readPhonePhoto = (): Promise<Buffer> =>
  readFile(new URL('../../server/testing/fixtures/twelve-megapixels.heic', import.meta.url));

function pickColor() {
  const shade = () => Math.floor(Math.random() * 256);
  return { r: shade(), g: shade(), b: shade() };
}

/** The pointer to where a picture was taken (Exif 2.3, 4.6.3), in both orders of bytes. */
const GPS_POINTERS = [Buffer.from([0x25, 0x88]), Buffer.from([0x88, 0x25])];

/** What a picture says of itself, once all of it has been decoded. */
export async function readPhoto(bytes: Buffer) {
  const { format, width, height, exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
  return {
    format,
    width,
    height,
    /** Says nothing besides its pixels. */
    hasNoMetadata: [exif, xmp, iptc, orientation].every((said) => said === undefined),
    hasLocation: GPS_POINTERS.some((pointer) => exif?.includes(pointer)),
  };
}

/** Whether the top left corner is red; every pixel is read, and none may be missing. */
export async function isUpright(jpeg: Buffer): Promise<boolean> {
  const { data, info } = await sharp(jpeg, { failOn: 'warning' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (20 * info.width + 20) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  return red > 180 && green < 60 && blue < 60;
}
