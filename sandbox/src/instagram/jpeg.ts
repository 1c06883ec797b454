export type Dimensions = { width: number; height: number };

/** The markers that start a frame and therefore contain its dimensions: C0 to CF except three. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Returns the dimensions of a JPEG in px; undefined if the bytes are not a plain JPEG. */
export function readJpeg(bytes: Buffer): Dimensions | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    // A file with several pictures (MPO of 3D cameras) starts like a JPEG but is refused.
    if (marker === 0xe2 && bytes.toString('latin1', at + 4, at + 8) === 'MPF\0') return undefined;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

export function formatName(bytes: Buffer): string {
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') return 'PNG';
  if (bytes.subarray(0, 3).toString('latin1') === 'GIF') return 'GIF';
  if (bytes.subarray(8, 12).toString('latin1') === 'WEBP') return 'WEBP';
  return 'UNKNOWN';
}
