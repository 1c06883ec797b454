/** What the bytes of a sheet say, or where they stop saying anything. */
type SheetText = { text: string } | { unreadableLine: number };

/** One of a hundred long captions is a tenth of it. */
export const SHEET_MAX_BYTES = 5 * 1024 * 1024;
export const sheetTooLarge = 'A planilha deve ter no máximo 5MB';

const LINE_FEED = 0x0a;
/** So much of a file tells whether every other byte of it is empty. */
const SAMPLE_BYTES = 400;

/**
 * The text of a sheet in whichever encoding a spreadsheet saved it: UTF-8, UTF-16 of either order
 * (`Texto Unicode`), or Windows-1252, which is what Excel calls CSV.
 */
export function decodeSheet(bytes: Uint8Array<ArrayBuffer>): SheetText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: decode(bytes, 'utf-16le') };
  if (first === 0xfe && second === 0xff) return { text: decode(bytes, 'utf-16be') };
  const utf16 = detectUtf16(bytes);
  if (utf16 !== null) return { text: decode(bytes, utf16) };
  // No text holds them: it is a workbook, a picture, or a file that broke.
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

/** Without a mark at its beginning, a text of two bytes each is known by the empty ones. */
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

/** Windows-1252 has no character for these: some programs wrote something else. */
const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

function decodeWindows1252(bytes: Uint8Array<ArrayBuffer>): SheetText {
  const invalidIndex = bytes.findIndex((byte) => undefinedBytes.has(byte));
  if (invalidIndex >= 0) return { unreadableLine: lineNumberAt(bytes, invalidIndex) };
  return { text: decode(bytes, 'windows-1252') };
}

const lineNumberAt = (bytes: Uint8Array, position: number) =>
  bytes.subarray(0, position).filter((byte) => byte === LINE_FEED).length + 1;
