import { createHash, randomInt } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Encoder, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_SAMPLE_FMT_FLTP,
  AVCOL_PRI_BT2020,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  FF_ENCODER_MPEG4,
} from 'node-av/constants';
import { Dictionary, Frame, Log } from 'node-av/lib';
import { newId } from '../src/platform/ids.ts';
import { testCache } from './temporary-folder.ts';

export interface VideoOptions {
  seconds?: number;
  width?: number;
  height?: number;
  framesPerSecond?: number;
  codec?: 'avc' | 'hevc' | 'mpeg4';
  audio?: 'aac' | 'mp3';
  container?: 'mp4' | 'mov' | 'avi';
  /** Before the frames, as Instagram requires, or after them. */
  index?: 'first' | 'last' | 'fragmented';
  editList?: boolean;
  interlaced?: boolean;
  /** Of each second, of 256; by default always the same. */
  greys?: readonly number[];
  /** Ten bits: luma, blue and red. */
  colour?: readonly [number, number, number];
  /** In seconds, trimmed as telephones do: the rest stays in the file. */
  trim?: { from: number; length: number };
  hdr?: 'pq' | 'hlg';
  location?: string;
}

const cache = testCache('pontual-test-videos-1');
const movFlags = {
  first: { movflags: '+faststart' },
  last: {},
  fragmented: { movflags: '+frag_keyframe+empty_moov' },
};
const videoEncoders = {
  avc: FF_ENCODER_LIBX264,
  hevc: FF_ENCODER_LIBX265,
  mpeg4: FF_ENCODER_MPEG4,
} as const;
const audioEncoders = { aac: FF_ENCODER_AAC, mp3: FF_ENCODER_LIBMP3LAME } as const;
const contentTypes = { mp4: 'video/mp4', mov: 'video/quicktime', avi: 'video/x-msvideo' };

/** The bytes are unique; the content depends only on the options. */
export async function aVideo(options: VideoOptions = {}): Promise<Blob> {
  const { container = 'mp4' } = options;
  const name = createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 16);
  const path = join(cache, `${name}.${container}`);
  const encoded = await readFile(path).catch(() => encode(options, path));
  const distinct = container === 'avi' ? withUniqueChunk(encoded) : withUniqueTrackId(encoded);
  return new Blob([new Uint8Array(distinct)], { type: contentTypes[container] });
}

function withUniqueChunk(avi: Buffer): Buffer {
  const text = newId();
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  return Buffer.concat([avi, Buffer.from('JUNK'), size, Buffer.from(text)]);
}

/** The movie header ends with the id of the next track, which may be any unused number. */
function withUniqueTrackId(movie: Buffer): Buffer {
  const header = movie.indexOf('mvhd') - 4;
  const end = header + movie.readUInt32BE(header);
  const distinct = Buffer.from(movie);
  distinct.writeUInt32BE(randomInt(100, 2 ** 32 - 1), end - 4);
  return distinct;
}

async function encode(options: VideoOptions, path: string): Promise<Buffer> {
  const { container = 'mp4', index = 'first', editList = false, audio, location } = options;
  Log.setLevel(AV_LOG_QUIET);
  await mkdir(cache, { recursive: true });
  // Another test file may create the same video.
  const temporaryFile = join(cache, `${newId()}.${container}`);
  const muxer = await Muxer.open(temporaryFile, {
    format: container,
    ...(container === 'avi' ? {} : { options: { ...movFlags[index], use_editlist: editList } }),
  });
  if (location !== undefined) {
    const metadata = Dictionary.fromObject({ location });
    muxer.getFormatContext().metadata = metadata;
    metadata.free();
  }
  const pictures = await pictureEncoder(options);
  const sound = audio && (await Encoder.create(audioEncoders[audio], { bitrate: '96k' }));
  const pictureStream = muxer.addStream(pictures);
  const soundStream = sound === undefined ? -1 : muxer.addStream(sound);
  await send(pictures, pictureFrames(options), muxer, pictureStream);
  if (sound !== undefined) await send(sound, soundFrames(options), muxer, soundStream);
  await muxer.close();
  if (options.trim !== undefined) {
    await writeFile(temporaryFile, applyTrim(await readFile(temporaryFile), options.trim));
  }
  await rename(temporaryFile, path);
  return readFile(path);
}

/** A trim changes only the edit lists and the durations that follow from them. */
function applyTrim(movie: Buffer, { from, length }: NonNullable<VideoOptions['trim']>): Buffer {
  const edited = Buffer.from(movie);
  const afterType = (type: string, start: number) => edited.indexOf(type, start) + 4;
  const header = afterType('mvhd', 0);
  const duration = length * edited.readUInt32BE(header + 12);
  edited.writeUInt32BE(duration, header + 16);
  for (
    let track = edited.indexOf('trak');
    track !== -1;
    track = edited.indexOf('trak', track + 4)
  ) {
    const list = afterType('elst', track);
    const scale = edited.readUInt32BE(afterType('mdhd', track) + 12);
    edited.writeUInt32BE(duration, afterType('tkhd', track) + 20);
    edited.writeUInt32BE(duration, list + 8);
    edited.writeUInt32BE(edited.readUInt32BE(list + 12) + from * scale, list + 12);
  }
  return edited;
}

const pictureEncoder = ({
  codec = 'avc',
  framesPerSecond = 30,
  interlaced = false,
}: VideoOptions) =>
  Encoder.create(videoEncoders[codec], {
    bitrate: '800k',
    gopSize: Math.round(framesPerSecond * 2),
    options: {
      ...(codec === 'mpeg4' ? {} : { preset: 'ultrafast' }),
      ...(interlaced ? { 'x264-params': 'tff=1' } : {}),
    },
  });

async function send(
  encoder: Encoder,
  frames: Iterable<Frame>,
  muxer: Muxer,
  stream: number,
): Promise<void> {
  for (const frame of frames) {
    for (const packet of await encoder.encodeAll(frame)) {
      await muxer.writePacket(packet, stream);
      packet.free();
    }
    frame.free();
  }
  for (const packet of await encoder.encodeAll(null)) {
    await muxer.writePacket(packet, stream);
    packet.free();
  }
  encoder.close();
}

function* pictureFrames(options: VideoOptions): Generator<Frame> {
  const { seconds = 5, width = 1080, height = 1920, framesPerSecond = 30, hdr, colour } = options;
  // Frame rates such as 23.976 are multiples of 1000/1001.
  const timeBase = { num: 1001, den: Math.round(framesPerSecond * 1001) };
  const format = colour === undefined ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_YUV420P10LE;
  for (let frame = 0; frame < Math.round(seconds * framesPerSecond); frame += 1) {
    const picture = pictureOf(options, { width, height, frame }, framesPerSecond);
    const pts = BigInt(frame);
    const videoFrame = Frame.fromVideoBuffer(picture, { width, height, format, timeBase, pts });
    if (hdr !== undefined) Object.assign(videoFrame, bright, { colorTrc: transfers[hdr] });
    yield videoFrame;
  }
}

function pictureOf(
  { greys = [], colour, interlaced }: VideoOptions,
  spec: FrameSpec,
  framesPerSecond: number,
): Buffer {
  const pixels = spec.width * spec.height;
  if (colour !== undefined) {
    const picture = new Uint16Array((pixels * 3) / 2).fill(colour[0], 0, pixels);
    picture.fill(colour[1], pixels, (pixels * 5) / 4).fill(colour[2], (pixels * 5) / 4);
    return Buffer.from(picture.buffer);
  }
  const grey = greys[Math.floor(spec.frame / framesPerSecond)] ?? 128;
  const picture = Buffer.alloc((pixels * 3) / 2, 128).fill(grey, 0, pixels);
  if (interlaced) drawInterlacedBar(picture, spec);
  else drawBar(picture, spec);
  return picture;
}

interface FrameSpec {
  width: number;
  height: number;
  frame: number;
}

function drawBar(picture: Buffer, { width, height, frame }: FrameSpec): void {
  const from = (frame * 8) % (height - 16);
  picture.fill(235, from * width, (from + 16) * width);
}

function drawInterlacedBar(picture: Buffer, { width, height, frame }: FrameSpec): void {
  for (let line = 0; line < height; line += 1) {
    const from = line * width + ((frame * 32 + (line % 2) * 16) % (width - 64));
    picture.fill(235, from, from + 64);
  }
}

const bright = { colorPrimaries: AVCOL_PRI_BT2020, colorSpace: AVCOL_SPC_BT2020_NCL };
const transfers = { pq: AVCOL_TRC_SMPTE2084, hlg: AVCOL_TRC_ARIB_STD_B67 } as const;

function* soundFrames({ seconds = 5 }: VideoOptions): Generator<Frame> {
  const [sampleRate, samples] = [48_000, 1024];
  for (let from = 0; from + samples <= seconds * sampleRate; from += samples) {
    const tone = new Float32Array(samples * 2);
    for (let at = 0; at < samples; at += 1) {
      const value = 0.2 * Math.sin((2 * Math.PI * 440 * (from + at)) / sampleRate);
      tone[at] = value;
      tone[samples + at] = value;
    }
    yield Frame.fromAudioBuffer(Buffer.from(tone.buffer), {
      nbSamples: samples,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate,
      channelLayout: { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n },
      timeBase: { num: 1, den: sampleRate },
      pts: BigInt(from),
    });
  }
}
