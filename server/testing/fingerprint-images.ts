import { createHash } from 'node:crypto';
import { FINGERPRINT_SIZE, fingerprintOf } from '@pontual/contract/planning/fingerprint.ts';
import sharp from 'sharp';
import type { UploadFile } from './factories.ts';

export async function aDrawing(seed: number): Promise<Buffer> {
  const shapes = Array.from({ length: 14 }, (_, index) => {
    const [x, y] = [(seed * 97 + index * 173) % 1000, (seed * 61 + index * 251) % 1000];
    const shade = (seed * 43 + index * 71) % 256;
    return `<circle cx="${x}" cy="${y}" r="${60 + ((seed + index) % 5) * 40}" fill="rgb(${shade},${255 - shade},90)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><rect width="1000" height="1000" fill="#eee"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer();
}

export const toUploadFile = (bytes: Buffer, name = 'foto.jpg'): UploadFile => ({
  bytes: new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }),
  name,
});

/** As the browser does. */
export async function fingerprintImage(picture: Buffer): Promise<string> {
  const grey = await sharp(picture)
    .resize({ ...FINGERPRINT_SIZE, fit: 'cover' })
    .greyscale()
    .raw()
    .toBuffer();
  const fingerprint = fingerprintOf(grey, FINGERPRINT_SIZE);
  if (fingerprint === null) throw new Error('too uniform to be distinguished from others');
  return fingerprint;
}

/** Consecutive bits, from bit `from` at the end on. */
export function flipBits(fingerprint: string, points: number, from = 0): string {
  const changed = ((1n << BigInt(points)) - 1n) << BigInt(from);
  return (BigInt(`0x${fingerprint}`) ^ changed).toString(16).padStart(fingerprint.length, '0');
}

export const fakeFingerprint = (number: number): string =>
  createHash('sha256').update(`${number}`).digest('hex');
