import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Encoder, Muxer } from 'node-av/api';
import { AV_LOG_QUIET, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { Frame, Log } from 'node-av/lib';

const [width, height] = [540, 960];
const FRAMES_PER_SECOND = 30;

/** A reel's stand-in: some seconds of H.264 in a colour by chance. No other video equals it. */
export async function aVideo(seconds = 5): Promise<Buffer> {
  Log.setLevel(AV_LOG_QUIET);
  const folder = await mkdtemp(join(tmpdir(), 'pontual-video-'));
  const path = join(folder, 'video.mp4');
  const muxer = await Muxer.open(path, {
    format: 'mp4',
    options: { movflags: '+faststart', use_editlist: false },
  });
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, { options: { preset: 'ultrafast' } });
  const stream = muxer.addStream(encoder);
  const write = async (frame: Frame | null) => {
    for (const packet of await encoder.encodeAll(frame)) {
      await muxer.writePacket(packet, stream);
      packet.free();
    }
  };
  for (const frame of frames(seconds)) {
    await write(frame);
    frame.free();
  }
  await write(null);
  await muxer.close();
  const bytes = await readFile(path);
  await rm(folder, { recursive: true });
  return bytes;
}

/** Noise in the middle of a plain colour, the same in every frame. */
function* frames(seconds: number): Generator<Frame> {
  const picture = Buffer.alloc((width * height * 3) / 2, 64 + Math.floor(Math.random() * 128));
  for (let at = 0; at < 1000; at += 1) picture[at] = Math.floor(Math.random() * 256);
  for (let frame = 0; frame < seconds * FRAMES_PER_SECOND; frame += 1) {
    yield Frame.fromVideoBuffer(picture, {
      width,
      height,
      format: AV_PIX_FMT_YUV420P,
      timeBase: { num: 1, den: FRAMES_PER_SECOND },
      pts: BigInt(frame),
    });
  }
}
