import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Decoder, Encoder, FilterAPI, Muxer, type Demuxer } from 'node-av/api';
import { FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Frame, Packet, Stream } from 'node-av/lib';
import type { PictureTarget } from './tasks.ts';
import { MediaRefusal } from './refusal.ts';
import type { Tasks, VideoMetadata } from './tasks.ts';
import {
  DECODER_THREADS,
  openVideo,
  findVideoStream,
  readMetadata,
  toneMapping,
} from './videos.ts';

const AUDIO_BITRATE = 128_000;
/** Instagram requires two to five. */
const KEYFRAME_INTERVAL_SECONDS = 2;
const ENCODER_THREADS = 2;
/** The process is killed after 120 s without a report. */
const HEARTBEAT_MS = 5000;
/** A track may end this much before another one. */
const MAX_MISSING_MS = 1000;
/** Less free space counts as a full disk. */
const MIN_FREE_BYTES = 1024 * 1024;

/** Null ends the track. */
type TrackWriter = (packet: Packet | null) => Promise<void>;

/**
 * Writes the index first and no edit list, extra tracks or metadata.
 * @throws MediaRefusal when the result is shorter than the input, or the error of the library
 */
export async function convertVideo(
  input: Tasks['convert']['input'],
  onProgress: (percent: number) => void,
): Promise<VideoMetadata> {
  const { output, facts, plan } = input;
  try {
    await transcode(input, onProgress);
    // FFmpeg treats a read error as the end of the file, and closing reports no error.
    const converted = await readMetadata(output, 'mov');
    const expected = Math.min(facts.durationMs, plan.endMs ?? Infinity);
    if (converted.durationMs < expected - MAX_MISSING_MS || !converted.isIndexFirst) {
      throw new MediaRefusal('MEDIA_UNREADABLE');
    }
    return converted;
  } catch (error) {
    const { bavail, bsize } = await statfs(dirname(output));
    if (bavail * bsize >= MIN_FREE_BYTES) throw error;
    throw new Error('No space left on device', { cause: error });
  }
}

async function transcode(
  { path, output, facts, plan }: Tasks['convert']['input'],
  onProgress: (percent: number) => void,
): Promise<void> {
  await using demuxer = await openVideo(path, facts.container);
  const videoStream = findVideoStream(demuxer);
  const audioStream = plan.sound === 'none' ? undefined : demuxer.audio();
  const muxer = await Muxer.open(output, {
    format: 'mp4',
    options: { movflags: '+faststart', use_editlist: false },
  });
  try {
    const tracks = new Map<number, TrackWriter>();
    const pictureTrack =
      plan.picture === 'copy'
        ? createCopyTrack(videoStream, muxer)
        : await createVideoTrack(videoStream, muxer, facts, plan.picture);
    tracks.set(videoStream.index, pictureTrack);
    if (audioStream !== undefined) {
      const track =
        plan.sound === 'copy'
          ? createCopyTrack(audioStream, muxer)
          : await createAudioTrack(audioStream, muxer);
      tracks.set(audioStream.index, track);
    }
    const reportPacket = createProgressReporter(videoStream, facts, onProgress);
    await processPackets(demuxer, tracks, plan.endMs ?? Infinity, reportPacket);
  } finally {
    await muxer.close();
  }
}

async function processPackets(
  demuxer: Demuxer,
  tracks: ReadonlyMap<number, TrackWriter>,
  endMs: number,
  onPacket: (packet: Packet) => void,
): Promise<void> {
  for await (const packet of demuxer.packets()) {
    if (packet === null) break;
    try {
      onPacket(packet);
      // In decoding order no packet depends on a later one, so the rest can be dropped.
      if (msOf(packet) < endMs) await tracks.get(packet.streamIndex)?.(packet);
    } finally {
      packet.free();
    }
  }
  for (const track of tracks.values()) await track(null);
}

const msOf = ({ dts, timeBase }: Packet): number =>
  (Number(dts) * timeBase.num * 1000) / timeBase.den;

function createProgressReporter(
  { index }: Stream,
  { durationMs }: VideoMetadata,
  onProgress: (percent: number) => void,
): (packet: Packet) => void {
  let reportedPercent = 0;
  let reportedAt = performance.now();
  return (packet) => {
    // A packet without a timestamp results in NaN.
    const part = packet.streamIndex === index ? msOf(packet) / durationMs : 0;
    const percent = Math.min(99, Math.floor(part * 100) || 0);
    const isLate = performance.now() - reportedAt > HEARTBEAT_MS;
    if (percent <= reportedPercent && !isLate) return;
    reportedPercent = Math.max(reportedPercent, percent);
    reportedAt = performance.now();
    onProgress(reportedPercent);
  };
}

function createCopyTrack(stream: Stream, muxer: Muxer): TrackWriter {
  const track = muxer.addStream(stream);
  return async (packet) => {
    if (packet === null) return;
    await muxer.writePacket(packet, track);
  };
}

async function createVideoTrack(
  stream: Stream,
  muxer: Muxer,
  facts: VideoMetadata,
  target: PictureTarget,
): Promise<TrackWriter> {
  const rate = target.framesPerSecond ?? facts.framesPerSecond;
  const filter = [
    ...(facts.isInterlaced ? ['bwdif=mode=send_frame'] : []),
    ...rotationFilters[facts.rotation],
    `scale=${target.width}:${target.height}:out_range=tv`,
    ...toneMapping(facts),
    'setsar=1',
    ...(target.framesPerSecond === null ? [] : [`fps=${target.framesPerSecond}`]),
    'format=yuv420p',
  ];
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    maxRate: target.bitsPerSecond,
    bufSize: target.bitsPerSecond * 2,
    gopSize: Math.round(rate * KEYFRAME_INTERVAL_SECONDS),
    threadCount: ENCODER_THREADS,
    options: { preset: 'veryfast', crf: 21, profile: 'high' },
  });
  return createEncodedTrack(stream, muxer, encoder, {
    filter: filter.join(','),
    // Other decoders report damaged pictures by default; the HEVC decoder does so only with this option.
    decoding: facts.codec === 'hevc' ? { err_detect: 'explode' } : {},
  });
}

/** Rotates the pictures themselves, instead of the flag that players apply. */
const rotationFilters: Record<VideoMetadata['rotation'], readonly string[]> = {
  0: [],
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
};

async function createAudioTrack(stream: Stream, muxer: Muxer): Promise<TrackWriter> {
  const encoder = await Encoder.create(FF_ENCODER_AAC, { bitrate: AUDIO_BITRATE });
  const filter = 'aresample=48000:async=1,aformat=sample_fmts=fltp:channel_layouts=stereo';
  return createEncodedTrack(stream, muxer, encoder, { filter, decoding: {} });
}

/** @throws the decoder's error at the damaged packet */
async function createEncodedTrack(
  stream: Stream,
  muxer: Muxer,
  encoder: Encoder,
  options: { filter: string; decoding: Record<string, string> },
): Promise<TrackWriter> {
  const decoder = await Decoder.create(stream, {
    options: options.decoding,
    context: { threadCount: DECODER_THREADS },
  });
  const filter = FilterAPI.create(options.filter, { threads: 1 });
  const track = muxer.addStream(encoder);

  async function write(frame: Frame | null): Promise<void> {
    for (const packet of await encoder.encodeAll(frame)) {
      await muxer.writePacket(packet, track);
      packet.free();
    }
  }
  async function writeFiltered(frame: Frame | null): Promise<void> {
    for (const filtered of await filter.processAll(frame)) {
      await write(filtered);
      filtered.free();
    }
  }
  return async (packet) => {
    for (const frame of await decoder.decodeAll(packet)) {
      await writeFiltered(frame);
      frame.free();
    }
    if (packet !== null) return;
    await writeFiltered(null);
    await write(null);
    decoder.close();
    filter.close();
    encoder.close();
  };
}
