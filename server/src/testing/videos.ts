import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

export interface VideoWish {
  seconds?: number;
  width?: number;
  height?: number;
  framesPerSecond?: number;
  codec?: 'avc' | 'vp9';
  audio?: 'aac' | 'mp3';
  container?: 'mp4' | 'mov';
  /** Where the index stands: before the pictures, as Instagram wants it, or after them. */
  index?: 'first' | 'last' | 'fragmented';
  /** Of each frame; makes a file large. */
  frameBytes?: number;
}

const indexPlaces = { first: 'in-memory', last: false, fragmented: 'fragmented' } as const;
const codecNames = { avc: 'avc1.42c028', vp9: 'vp09.00.40.08', aac: 'mp4a.40.2', mp3: 'mp3' };

let serial = 0;

/** A small video unlike every other: everything about it is valid, except that it shows nothing. */
export async function aVideo(wish: VideoWish = {}): Promise<Blob> {
  const { container = 'mp4', index = 'first', audio } = wish;
  const target = new BufferTarget();
  const format = { fastStart: indexPlaces[index] };
  const output = new Output({
    target,
    format: container === 'mp4' ? new Mp4OutputFormat(format) : new MovOutputFormat(format),
  });
  const pictures = new EncodedVideoPacketSource(wish.codec ?? 'avc');
  output.addVideoTrack(pictures);
  const sound = audio && new EncodedAudioPacketSource(audio);
  if (sound) output.addAudioTrack(sound);
  await output.start();
  await addFrames(pictures, wish);
  if (audio && sound) {
    await sound.add(new EncodedPacket(new Uint8Array(64), 'key', 0, 0.02), {
      decoderConfig: {
        codec: codecNames[audio],
        sampleRate: 48_000,
        numberOfChannels: 2,
        description: new Uint8Array([0x11, 0x90]),
      },
    });
  }
  await output.finalize();
  const type = container === 'mp4' ? 'video/mp4' : 'video/quicktime';
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type });
}

async function addFrames(source: EncodedVideoPacketSource, wish: VideoWish): Promise<void> {
  const { seconds = 5, width = 1080, height = 1920, framesPerSecond = 30 } = wish;
  const { codec = 'avc', frameBytes = 16 } = wish;
  const description = codec === 'avc' ? { description: avcDescription(width, height) } : {};
  const decoderConfig = {
    codec: codecNames[codec],
    codedWidth: width,
    codedHeight: height,
    ...description,
  };
  for (let frame = 0; frame < Math.round(seconds * framesPerSecond); frame += 1) {
    serial += 1;
    const data = new Uint8Array(frameBytes);
    const view = new DataView(data.buffer);
    // One slice, after its length; of an IDR picture first.
    view.setUint32(0, frameBytes - 4);
    view.setUint8(4, frame === 0 ? 0x65 : 0x41);
    view.setUint32(5, serial);
    const timestamp = frame / framesPerSecond;
    const packet = new EncodedPacket(
      data,
      frame === 0 ? 'key' : 'delta',
      timestamp,
      1 / framesPerSecond,
    );
    await source.add(packet, { decoderConfig });
  }
}

/** ISO/IEC 14496-15, 5.3.3.1: version, profile, level, and one set of parameters of each kind. */
function avcDescription(width: number, height: number): Uint8Array {
  const sequence = sequenceParameters(width, height);
  const picture = [0x68, 0xce, 0x38, 0x80];
  const lists = [
    [1, 0x42, 0xc0, 0x28, 0xff],
    [0xe1, 0, sequence.length, ...sequence],
    [1, 0, picture.length, ...picture],
  ];
  return new Uint8Array(lists.flat());
}

/** ITU-T H.264, 7.3.2.1.1, baseline profile, level 4.0. */
function sequenceParameters(width: number, height: number): number[] {
  const [columns, rows] = [Math.ceil(width / 16), Math.ceil(height / 16)];
  // Ids and counters, order of pictures by decoding, one reference picture, no gaps.
  const counters = golomb(0) + golomb(0) + golomb(2) + golomb(1) + '0';
  // Frames only, direct inference, and that something is cut off the size.
  const size = golomb(columns - 1) + golomb(rows - 1) + '111';
  const cut = [0, (columns * 16 - width) / 2, 0, (rows * 16 - height) / 2].map(golomb).join('');
  // No further information, and the end.
  const bits = counters + size + cut + '01';
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return [0x67, 0x42, 0xc0, 0x28, ...bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))];
}

/** An unsigned number as H.264 writes it (9.1). */
function golomb(value: number): string {
  const bits = (value + 1).toString(2);
  return '0'.repeat(bits.length - 1) + bits;
}
