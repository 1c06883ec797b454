import { open, type FileHandle } from 'node:fs/promises';

/** Declared by the boxes of an MP4 or MOV file, read without decoding. */
export interface BoxMetadata {
  isQuickTime: boolean;
  isFragmented: boolean;
  isIndexFirst: boolean;
  isComplete: boolean;
  /** All, all except the start that an encoder needs, or a cut. */
  edits: 'none' | 'plain' | 'cut';
  /** Data besides the video, for example locations or names, also in padding. */
  hasUnknownBoxes: boolean;
}

interface Box {
  type: string;
  size: number;
  from: number;
}

/** More than any camera writes: an attack on the parser. */
const MAX_BOXES = 10_000;
/** Read into memory as a whole; 15 minutes at 60 frames per second have about 2 MB. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
/** Any other box may contain personal data. */
const knownTypes = {
  file: new Set('ftyp moov mdat moof mfra sidx styp free skip wide'.split(' ')),
  index: new Set('mvhd trak mvex iods udta free'.split(' ')),
  track: new Set('tkhd edts mdia tref'.split(' ')),
  // FFmpeg writes its own name here, and the metadata check covers it.
  notes: new Set(['meta']),
};

/** Unparsed bytes after the last readable box. */
const UNREAD = '';

/** May contain any data; zeros in genuine files. */
const padding = new Set(['free', 'skip', 'wide']);
/** Also the size of one read. */
const ZEROS = Buffer.alloc(1024 * 1024);

/** An encoder needs a shorter start. */
const MAX_TRIVIAL_EDIT_SECONDS = 0.25;

/** Returns undefined when the file has no index, or one that is too large. */
export async function readBoxes(path: string): Promise<BoxMetadata | undefined> {
  const file = await open(path);
  try {
    const { boxes, end } = await topLevelBoxes(file);
    const index = boxes.findIndex(({ type }) => type === 'moov');
    const moov = boxes[index];
    if (moov === undefined || moov.size > MAX_INDEX_BYTES) return undefined;
    const mediaDataIndex = boxes.findIndex(({ type }) => type === 'mdat');
    const bytes = Buffer.alloc(moov.size);
    await file.read(bytes, 0, moov.size, moov.from);
    const brand = Buffer.alloc(4);
    await file.read(brand, 0, 4, 8);
    return {
      isQuickTime: boxes[0]?.type !== 'ftyp' || brand.toString('latin1') === 'qt  ',
      isFragmented: boxes.some(({ type }) => type === 'moof'),
      isIndexFirst: mediaDataIndex === -1 || index < mediaDataIndex,
      isComplete: boxes.every(({ from, size }) => from + size <= end),
      edits: classifyEdits(bytes),
      hasUnknownBoxes:
        boxes.some(({ type }) => !knownTypes.file.has(type)) ||
        containsUnknownBoxes(bytes) ||
        (await hasFilledPadding(file, boxes)),
    };
  } finally {
    await file.close();
  }
}

async function topLevelBoxes(file: FileHandle): Promise<{ boxes: Box[]; end: number }> {
  const { size: end } = await file.stat();
  const header = Buffer.alloc(16);
  const boxes: Box[] = [];
  let from = 0;
  while (from + 8 <= end && boxes.length < MAX_BOXES) {
    const { bytesRead } = await file.read(header, 0, header.length, from);
    if (bytesRead < 8) break;
    const size = boxSize(header, end - from);
    boxes.push({ type: header.toString('latin1', 4, 8), size, from });
    from += size;
    if (size < 8) break;
  }
  if (from < end) boxes.push({ type: UNREAD, size: end - from, from });
  return { boxes, end };
}

/** Size 1 means that the size is in the next eight bytes, and 0 means the rest of the file. */
function boxSize(header: Buffer, left: number): number {
  const size = header.readUInt32BE(0);
  if (size === 1) return header.length < 16 ? left : Number(header.readBigUInt64BE(8));
  return size === 0 ? left : size;
}

async function hasFilledPadding(file: FileHandle, boxes: readonly Box[]): Promise<boolean> {
  const chunk = Buffer.alloc(ZEROS.length);
  for (const { from, size } of boxes.filter(({ type }) => padding.has(type))) {
    for (let at = from + 8; at < from + size;) {
      const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, from + size - at), at);
      if (bytesRead === 0) break;
      if (!isZero(chunk.subarray(0, bytesRead))) return true;
      at += bytesRead;
    }
  }
  return false;
}

const isZero = (bytes: Buffer): boolean =>
  bytes.length <= ZEROS.length
    ? bytes.equals(ZEROS.subarray(0, bytes.length))
    : bytes.every((byte) => byte === 0);

function containsUnknownBoxes(moov: Buffer): boolean {
  const index = moov.subarray(8);
  const hasOthers = (parts: Buffer[], allowed: ReadonlySet<string>) =>
    parts.some((part) => childrenOf(part).some(({ type }) => !allowed.has(type)));
  return (
    hasOthers([index], knownTypes.index) ||
    childrenOf(index).some(({ type, content }) => padding.has(type) && !isZero(content)) ||
    hasOthers(childrenOfType(index, 'trak'), knownTypes.track) ||
    hasOthers(childrenOfType(index, 'udta'), knownTypes.notes)
  );
}

const childrenOfType = (bytes: Buffer, type: string): Buffer[] =>
  childrenOf(bytes)
    .filter((child) => child.type === type)
    .map(({ content }) => content);

function childrenOf(bytes: Buffer): { type: string; content: Buffer }[] {
  const found: { type: string; content: Buffer }[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = boxSize(bytes.subarray(at, at + 16), bytes.length - at);
    if (size < 8) break;
    const type = bytes.toString('latin1', at + 4, at + 8);
    found.push({ type, content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  const unread = bytes.subarray(at);
  if (!isZero(unread)) found.push({ type: UNREAD, content: unread });
  return found;
}

function classifyEdits(moov: Buffer): BoxMetadata['edits'] {
  const index = moov.subarray(8);
  const [movie] = childrenOfType(index, 'mvhd').map(readTimes);
  const edits = new Set(
    childrenOfType(index, 'trak').map((track) => {
      const [list] = childrenOfType(track, 'edts').flatMap((edits) =>
        childrenOfType(edits, 'elst'),
      );
      const [media] = childrenOfType(track, 'mdia').flatMap((media) =>
        childrenOfType(media, 'mdhd'),
      );
      if (list === undefined) return 'none';
      if (media === undefined || movie === undefined) return 'cut';
      return isTrivialEdit(readEdits(list), readTimes(media), movie.scale) ? 'plain' : 'cut';
    }),
  );
  if (edits.has('cut')) return 'cut';
  return edits.has('plain') ? 'plain' : 'none';
}

/** Duration in movie time, start in media time; -1: an empty segment. */
interface Edit {
  duration: number;
  from: number;
}

/** ISO/IEC 14496-12, 8.6.6. */
function readEdits(list: Buffer): Edit[] {
  const isLong = list[0] === 1;
  const entry = isLong ? 20 : 12;
  const count = Math.floor((list.length - 8) / entry);
  return Array.from(
    { length: Math.min(count, list.length < 8 ? 0 : list.readUInt32BE(4)) },
    (_, nth) => {
      const at = 8 + nth * entry;
      return isLong
        ? { duration: Number(list.readBigUInt64BE(at)), from: Number(list.readBigInt64BE(at + 8)) }
        : { duration: list.readUInt32BE(at), from: list.readInt32BE(at + 4) };
    },
  );
}

/** ISO/IEC 14496-12, 8.2.2 and 8.4.2: both headers have the same beginning. */
function readTimes(header: Buffer): { scale: number; duration: number } {
  const isLong = header[0] === 1;
  if (header.length < (isLong ? 32 : 20)) return { scale: 0, duration: 0 };
  return isLong
    ? { scale: header.readUInt32BE(20), duration: Number(header.readBigUInt64BE(24)) }
    : { scale: header.readUInt32BE(12), duration: header.readUInt32BE(16) };
}

function isTrivialEdit(
  edits: readonly Edit[],
  media: { scale: number; duration: number },
  movieScale: number,
): boolean {
  const shown = edits.filter(({ from }) => from >= 0);
  const empty = edits.filter(({ from }) => from < 0);
  const [only, ...others] = shown;
  if (only === undefined || others.length > 0) return false;
  const start = only.from / media.scale;
  const late = empty.reduce((sum, { duration }) => sum + duration, 0) / movieScale;
  // 0 means the whole media, as in a fragmented file.
  const missing =
    only.duration === 0 ? 0 : media.duration / media.scale - only.duration / movieScale;
  return (
    start <= MAX_TRIVIAL_EDIT_SECONDS &&
    late <= MAX_TRIVIAL_EDIT_SECONDS &&
    missing - start <= MAX_TRIVIAL_EDIT_SECONDS
  );
}
