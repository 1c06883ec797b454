type SheetText = { text: string } | { unreadableLine: number };

const LINE_FEED = 0x0a;
/** This many bytes are enough to detect that every other byte is zero. */
const SAMPLE_BYTES = 400;

/** Decodes what spreadsheets save: UTF-8, UTF-16 of either byte order, or Windows-1252 (Excel's CSV). */
export function decodeSheet(bytes: Uint8Array<ArrayBuffer>): SheetText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: decode(bytes, 'utf-16le') };
  if (first === 0xfe && second === 0xff) return { text: decode(bytes, 'utf-16be') };
  const utf16 = detectUtf16(bytes);
  if (utf16 !== null) return { text: decode(bytes, utf16) };
  // No text contains these bytes: the file is a workbook, a picture, or damaged.
  const invalidIndex = bytes.findIndex((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20));
  if (invalidIndex >= 0) return { unreadableLine: lineNumberAt(bytes, invalidIndex) };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return decodeWindows1252(bytes);
  }
}

const decode = (bytes: Uint8Array<ArrayBuffer>, encoding: string) =>
  new TextDecoder(encoding).decode(bytes);

/** UTF-16 without a byte order mark is detected by its zero bytes. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const beginning = bytes.subarray(0, SAMPLE_BYTES);
  const empty = [0, 0];
  for (const [index, byte] of beginning.entries()) {
    if (byte === 0) empty[index % 2] = (empty[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = empty;
  const most = beginning.length / 4;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}

/** Windows-1252 does not define these bytes, so the file has another encoding. */
const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

function decodeWindows1252(bytes: Uint8Array<ArrayBuffer>): SheetText {
  const invalidIndex = bytes.findIndex((byte) => undefinedBytes.has(byte));
  if (invalidIndex >= 0) return { unreadableLine: lineNumberAt(bytes, invalidIndex) };
  return { text: decode(bytes, 'windows-1252') };
}

const lineNumberAt = (bytes: Uint8Array, position: number) =>
  bytes.subarray(0, position).filter((byte) => byte === LINE_FEED).length + 1;
