export type VideoMetadata = { seconds: number; width: number; isMoovFirst: boolean };

type Box = { type: string; start: number; end: number };

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= to;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    const header = isLong ? 16 : 8;
    const end = size === 0 ? to : at + size;
    if (end > to || (size !== 0 && size < header)) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + header, end });
    at = end;
  }
  return boxes;
}

export function readVideo(bytes: Buffer): VideoMetadata | undefined {
  const boxes = boxesIn(bytes, 0, bytes.length);
  const moov = boxes.find(({ type }) => type === 'moov');
  if (boxes[0]?.type !== 'ftyp' || !moov) return undefined;
  const inner = boxesIn(bytes, moov.start, moov.end);
  const header = inner.find(({ type }) => type === 'mvhd');
  if (!header || header.end - header.start < 32) return undefined;
  const tracks = inner.filter(({ type }) => type === 'trak');
  const data = boxes.find(({ type }) => type === 'mdat');
  return {
    seconds: readDuration(bytes, header),
    width: Math.max(0, ...tracks.map((track) => readWidth(bytes, track))),
    isMoovFirst: !data || moov.start < data.start,
  };
}

function readDuration(bytes: Buffer, { start }: Box): number {
  const isLong = bytes[start] === 1;
  const timescale = bytes.readUInt32BE(start + (isLong ? 20 : 12));
  const duration = isLong
    ? Number(bytes.readBigUInt64BE(start + 24))
    : bytes.readUInt32BE(start + 16);
  return timescale === 0 ? 0 : duration / timescale;
}

/** The track header ends with width and height as 16.16 fixed-point numbers. */
function readWidth(bytes: Buffer, track: Box): number {
  const header = boxesIn(bytes, track.start, track.end).find(({ type }) => type === 'tkhd');
  return header && header.end - header.start >= 84 ? bytes.readUInt16BE(header.end - 8) : 0;
}
