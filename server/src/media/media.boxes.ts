import { open, type FileHandle } from 'node:fs/promises';

export interface BoxFacts {
  isFragmented: boolean;
  isIndexFirst: boolean;
  indexBytes: number;
}

/** More boxes than any camera writes: the file is made to keep us busy. */
const MAX_BOXES = 10_000;

/**
 * Reads the order of the outermost boxes of an MP4 or MOV file, whose headers say how far away the
 * next one is; undefined when the file has no index.
 */
export async function readBoxes(path: string): Promise<BoxFacts | undefined> {
  const file = await open(path);
  try {
    const boxes = await outermostBoxes(file);
    const index = boxes.findIndex(({ type }) => type === 'moov');
    const pictures = boxes.findIndex(({ type }) => type === 'mdat');
    const [moov] = boxes.slice(index);
    if (index === -1 || moov === undefined) return undefined;
    return {
      isFragmented: boxes.some(({ type }) => type === 'moof'),
      isIndexFirst: pictures === -1 || index < pictures,
      indexBytes: moov.size,
    };
  } finally {
    await file.close();
  }
}

async function outermostBoxes(file: FileHandle): Promise<{ type: string; size: number }[]> {
  const { size: end } = await file.stat();
  const header = Buffer.alloc(16);
  const boxes: { type: string; size: number }[] = [];
  let at = 0;
  while (at + 8 <= end && boxes.length < MAX_BOXES) {
    const { bytesRead } = await file.read(header, 0, header.length, at);
    if (bytesRead < 8) break;
    const size = boxSize(header, end - at);
    boxes.push({ type: header.toString('latin1', 4, 8), size });
    if (size < 8) break;
    at += size;
  }
  return boxes;
}

/** 1 stands for a size in the eight bytes that follow, 0 for all that is left. */
function boxSize(header: Buffer, left: number): number {
  const size = header.readUInt32BE(0);
  if (size === 1) return Number(header.readBigUInt64BE(8));
  return size === 0 ? left : size;
}
