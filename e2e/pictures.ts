import { readFile } from 'node:fs/promises';
import sharp, { type Color } from 'sharp';

/** A photograph's stand-in: a JPEG that no other picture equals. */
export async function aPicture({ width = 1080, height = 1080 } = {}): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: aColour(),
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** Always the same drawing, so many pixels wide and high. */
export async function aDrawing(side: number): Promise<Buffer> {
  const circles = Array.from({ length: 12 }, (_, index) => {
    const [x, y, shade] = [(index * 373) % 1000, (index * 251) % 1000, (index * 71) % 256];
    return `<circle cx="${x}" cy="${y}" r="${70 + (index % 4) * 45}" fill="rgb(${shade},90,${255 - shade})"/>`;
  });
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="${side}" height="${side}"><rect width="1000" height="1000" fill="#eee"/>${circles.join('')}</svg>`;
  return sharp(Buffer.from(drawn)).jpeg({ quality: 80 }).toBuffer();
}

/** A picture of so many bytes: behind its end there is room for nothing. */
export async function aPictureOf(bytes: number): Promise<Buffer> {
  const picture = await aPicture();
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
}

const RED = '#d0021b';
const SAO_PAULO = {
  IFD0: { Make: 'Pontual', Model: 'Tests' },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '23/1 33/1 2/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '46/1 38/1 0/1',
  },
};
/** Its first row is the right side of what was seen (Exif 2.3, 4.6.4 A). */
const ON_ITS_SIDE = 6;

/** As telephones take them: large, with their place. Upright, the top left corner is red. */
const phonePhotos = {
  /** Lies on its side, and says so. */
  jpeg: async () =>
    sharp(await upright(2400, 3000))
      .rotate(270)
      .jpeg()
      .withExif(SAO_PAULO)
      .withMetadata({ orientation: ON_ITS_SIDE })
      .toBuffer(),
  png: async () =>
    sharp(await upright(1800, 1800))
      .png()
      .withExif(SAO_PAULO)
      .toBuffer(),
  /** No encoder of HEIC comes from npm: how it was made stands beside it. */
  heic: () =>
    readFile(new URL('../server/src/testing/fixtures/twelve-megapixels.heic', import.meta.url)),
} as const;

export type PhotoFormat = keyof typeof phonePhotos;
export const aPhonePhoto = (format: PhotoFormat): Promise<Buffer> => phonePhotos[format]();

async function upright(width: number, height: number): Promise<Buffer> {
  const corner = await plain(400, 400, RED).png().toBuffer();
  return plain(width, height, aColour())
    .composite([{ input: corner, top: 0, left: 0 }])
    .png()
    .toBuffer();
}

const plain = (width: number, height: number, background: Color) =>
  sharp({ create: { width, height, channels: 3, background } });

function aColour() {
  const shade = () => Math.floor(Math.random() * 256);
  // Never red.
  return { r: shade() / 2, g: shade(), b: shade() };
}

/** The pointer to where a picture was taken (Exif 2.3, 4.6.3), in both orders of bytes. */
const placePointers = [Buffer.from([0x25, 0x88]), Buffer.from([0x88, 0x25])];

/** What a picture says of itself, once all of it has been decoded. */
export async function readPhoto(bytes: Buffer) {
  const { format, width, height, exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
  return {
    format,
    width,
    height,
    /** Says nothing besides its pixels. */
    isBare: [exif, xmp, iptc, orientation].every((said) => said === undefined),
    hasPlace: placePointers.some((pointer) => exif?.includes(pointer)),
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
