import type { ByteSource } from '../platform/state/byte-source.ts';

export type VideoMetadata = { seconds: number; width: number; isMoovFirst: boolean };

type Box = { type: string; start: number; end: number };

function boxesIn(source: ByteSource, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to) {
    const head = source.read(at, Math.min(at + 16, to));
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && at + 16 <= to;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short;
    const header = isLong ? 16 : 8;
    const end = size === 0 ? to : at + size;
    if (end > to || (size !== 0 && size < header)) break;
    boxes.push({ type: head.toString('latin1', 4, 8), start: at + header, end });
    at = end;
  }
  return boxes;
}

export function readVideo(source: ByteSource): VideoMetadata | undefined {
  const boxes = boxesIn(source, 0, source.length);
  const moov = boxes.find(({ type }) => type === 'moov');
  if (boxes[0]?.type !== 'ftyp' || !moov) return undefined;
  const inner = boxesIn(source, moov.start, moov.end);
  const header = inner.find(({ type }) => type === 'mvhd');
  if (!header || header.end - header.start < 32) return undefined;
  const tracks = inner.filter(({ type }) => type === 'trak');
  const data = boxes.find(({ type }) => type === 'mdat');
  return {
    seconds: readDuration(source.read(header.start, header.start + 32)),
    width: Math.max(0, ...tracks.map((track) => readWidth(source, track))),
    isMoovFirst: !data || moov.start < data.start,
  };
}

function readDuration(header: Buffer): number {
  const isLong = header[0] === 1;
  const timescale = header.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return timescale === 0 ? 0 : duration / timescale;
}

/** The track header ends with width and height as 16.16 fixed-point numbers. */
function readWidth(source: ByteSource, track: Box): number {
  const header = boxesIn(source, track.start, track.end).find(({ type }) => type === 'tkhd');
  return header && header.end - header.start >= 84
    ? source.read(header.end - 8, header.end).readUInt16BE(0)
    : 0;
}
