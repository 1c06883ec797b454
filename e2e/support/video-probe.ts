import { Decoder, Demuxer } from 'node-av/api';
import { avGetCodecName } from 'node-av/lib';

/** Returns codecs, duration in seconds, metadata and decodable frames of an MP4 or QuickTime video. */
export async function readVideo(bytes: Buffer) {
  await using demuxer = await Demuxer.open(bytes, { format: 'mov' });
  const { streams, metadata } = demuxer;
  return {
    codecs: streams.map(({ codecpar }) => avGetCodecName(codecpar.codecId)),
    seconds: Math.round(demuxer.duration),
    notes: [metadata, ...streams.map((stream) => stream.metadata?.getAll() ?? {})].flatMap(
      (notes) => Object.entries(notes),
    ),
    frames: await countFrames(demuxer),
  };
}

async function countFrames(demuxer: Demuxer): Promise<number> {
  const stream = demuxer.video();
  if (stream === undefined) return 0;
  using decoder = await Decoder.create(stream);
  let frames = 0;
  for await (const packet of demuxer.packets(stream.index)) {
    for (const frame of await decoder.decodeAll(packet)) {
      frames += 1;
      frame.free();
    }
    packet?.free();
  }
  return frames;
}

export function listBoxes(bytes: Buffer): string[] {
  const boxes: string[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    boxes.push(bytes.toString('latin1', at + 4, at + 8));
    const size = bytes.readUInt32BE(at);
    at += size < 8 ? bytes.length : size;
  }
  return boxes;
}
