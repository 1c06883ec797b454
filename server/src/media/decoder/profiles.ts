import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** The PNG signature and the chunk IHDR (PNG 3, 5.2 and 11.2.1). */
const HEAD_BYTES = 8 + 25;

/** sharp reads the profile of an image only from a file, so the profile is inserted into a PNG. */
export async function withProfile(picture: Sharp, profile: Buffer): Promise<Sharp> {
  const png = await picture.png({ compressionLevel: 1 }).toBuffer();
  const [head, rest] = [png.subarray(0, HEAD_BYTES), png.subarray(HEAD_BYTES)];
  return sharp(Buffer.concat([head, profileChunk(profile), rest]));
}

/** PNG 3, 11.3.2.3: a name, the compression method, the profile. */
function profileChunk(profile: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([size, content, check]);
}
