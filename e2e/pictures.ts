import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import sharp from 'sharp';

/** A photograph's stand-in: a JPEG that no other picture equals. */
export async function aPicture({ width = 1080, height = 1080 } = {}): Promise<Buffer> {
  const shade = () => Math.floor(Math.random() * 256);
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: shade(), g: shade(), b: shade() },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** Of H.264: 1080 by 1920, baseline profile, level 4.0, no reordering. */
const sequenceParameters = [0x67, 0x42, 0xc0, 0x28, 0xda, 0x01, 0x10, 0x0f, 0x1e, 0x5d];
const pictureParameters = [0x68, 0xce, 0x38, 0x80];
/** ISO/IEC 14496-15, 5.3.3.1: version, profile, level, one set of parameters of each kind. */
const description = new Uint8Array(
  [
    [1, 0x42, 0xc0, 0x28, 0xff],
    [0xe1, 0, sequenceParameters.length, sequenceParameters],
    [1, 0, pictureParameters.length, pictureParameters],
  ].flat(2),
);

/** A reel's stand-in: five seconds of MP4 whose frames show nothing. No other video equals it. */
export async function aVideo(seconds = 5): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ target, format: new Mp4OutputFormat({ fastStart: 'in-memory' }) });
  const pictures = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(pictures);
  await output.start();
  const decoderConfig = {
    codec: 'avc1.42c028',
    codedWidth: 1080,
    codedHeight: 1920,
    description,
  };
  const framesPerSecond = 30;
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    // One slice of noise, after its length; the first is of a whole picture.
    const data = Buffer.alloc(16);
    data.writeUInt32BE(12);
    data.writeUInt8(frame === 0 ? 0x65 : 0x41, 4);
    data.writeUInt32BE(Math.floor(Math.random() * 2 ** 32), 5);
    const kind = frame === 0 ? 'key' : 'delta';
    const packet = new EncodedPacket(data, kind, frame / framesPerSecond, 1 / framesPerSecond);
    await pictures.add(packet, { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}
