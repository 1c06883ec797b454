import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Encoder, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
} from 'node-av/constants';
import { Dictionary, Frame, Log } from 'node-av/lib';

const [width, height] = [540, 960];
const FRAMES_PER_SECOND = 30;
const SECONDS = 5;
const [SAMPLE_RATE, SAMPLES] = [48_000, 1024];

export const LOCATION_METADATA = '-23.5505-046.6333/';

const x264 = () =>
  Encoder.create(FF_ENCODER_LIBX264, { bitrate: '800k', options: { preset: 'ultrafast' } });
const x265 = () =>
  Encoder.create(FF_ENCODER_LIBX265, { bitrate: '800k', options: { preset: 'ultrafast' } });
const aac = () => Encoder.create(FF_ENCODER_AAC, { bitrate: '96k' });

export function createVideo(): Promise<Buffer> {
  return writeTemporary(async (path) => {
    const options = { movflags: '+faststart', use_editlist: false };
    const muxer = await Muxer.open(path, { format: 'mp4', options });
    await write(muxer, [createTrack(muxer, await x264(), generatePictureFrames())]);
  });
}

/** Returns a video of exactly `bytes` bytes, padded after its end. */
export async function createVideoOfSize(bytes: number): Promise<Buffer> {
  const video = await createVideo();
  const padding = Buffer.alloc(bytes - video.length);
  padding.writeUInt32BE(padding.length, 0);
  padding.write('free', 4, 'latin1');
  return Buffer.concat([video, padding]);
}

export function createPhoneVideo(): Promise<Buffer> {
  return writeTemporary(async (path) => {
    const options = { movflags: 'use_metadata_tags' };
    const muxer = await Muxer.open(path, { format: 'mov', options });
    const metadata = Dictionary.fromObject({
      'com.apple.quicktime.location.ISO6709': LOCATION_METADATA,
    });
    muxer.getFormatContext().metadata = metadata;
    metadata.free();
    await write(muxer, [
      createTrack(muxer, await x265(), generatePictureFrames()),
      createTrack(muxer, await aac(), generateSoundFrames()),
    ]);
  });
}

async function writeTemporary(writeVideo: (path: string) => Promise<void>): Promise<Buffer> {
  Log.setLevel(AV_LOG_QUIET);
  const folder = await mkdtemp(join(tmpdir(), 'pontual-video-'));
  const path = join(folder, 'video');
  await writeVideo(path);
  const bytes = await readFile(path);
  await rm(folder, { recursive: true });
  return bytes;
}

interface Track {
  encoder: Encoder;
  stream: number;
  frames: Iterable<Frame>;
}

const createTrack = (muxer: Muxer, encoder: Encoder, frames: Iterable<Frame>): Track => ({
  encoder,
  stream: muxer.addStream(encoder),
  frames,
});

async function write(muxer: Muxer, tracks: readonly Track[]): Promise<void> {
  for (const { encoder, stream, frames } of tracks) {
    const send = async (frame: Frame | null) => {
      for (const packet of await encoder.encodeAll(frame)) {
        await muxer.writePacket(packet, stream);
        packet.free();
      }
    };
    for (const frame of frames) {
      await send(frame);
      frame.free();
    }
    await send(null);
    encoder.close();
  }
  await muxer.close();
}

function* generatePictureFrames(): Generator<Frame> {
  const picture = Buffer.alloc((width * height * 3) / 2, 64 + Math.floor(Math.random() * 128));
  for (let at = 0; at < 1000; at += 1) picture[at] = Math.floor(Math.random() * 256);
  for (let frame = 0; frame < SECONDS * FRAMES_PER_SECOND; frame += 1)
    yield createFrame(picture, frame);
}

const createFrame = (picture: Buffer, at: number): Frame =>
  Frame.fromVideoBuffer(picture, {
    width,
    height,
    format: AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: FRAMES_PER_SECOND },
    pts: BigInt(at),
  });

function* generateSoundFrames(): Generator<Frame> {
  for (let from = 0; from + SAMPLES <= SECONDS * SAMPLE_RATE; from += SAMPLES) {
    const tone = Float32Array.from({ length: SAMPLES * 2 }, (_, at) =>
      Math.sin((2 * Math.PI * 440 * (from + (at % SAMPLES))) / SAMPLE_RATE),
    );
    yield Frame.fromAudioBuffer(Buffer.from(tone.buffer), {
      nbSamples: SAMPLES,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: SAMPLE_RATE,
      channelLayout: { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n },
      timeBase: { num: 1, den: SAMPLE_RATE },
      pts: BigInt(from),
    });
  }
}
