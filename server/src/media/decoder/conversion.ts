import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Decoder, Encoder, FilterAPI, Muxer, type Demuxer } from 'node-av/api';
import { FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Frame, Packet, Stream } from 'node-av/lib';
import type { PictureTarget } from '../media.video.plan.ts';
import { MediaRefusal } from './refusal.ts';
import type { Tasks, VideoFacts } from './tasks.ts';
import { DECODER_THREADS, openVideo, pictureStream, readFacts, toneMapping } from './videos.ts';

const SOUND_RATE = 128_000;
/** Between frames from which a player can start; Instagram wants two to five. */
const SECONDS_BETWEEN_KEYS = 2;
const ENCODER_THREADS = 2;
/** However slow it is: who waits for it takes silence for death. */
const SIGN_OF_LIFE_MS = 5000;
/** The end of what could be read; a track may stop this much before another. */
const MISSING_MS = 1000;
/** Less than this left of a disk is nothing. */
const NO_ROOM_BYTES = 1024 * 1024;

/** A track on its way: takes what was read of it, and null at its end. */
type Track = (packet: Packet | null) => Promise<void>;

/**
 * Writes a video anew: MP4, its index first, all of it shown, nothing in it but picture and sound.
 * Answers what became of it.
 * @throws MediaRefusal when less came out than went in, or whatever the libraries say
 */
export async function convertVideo(
  ask: Tasks['convert']['ask'],
  onProgress: (percent: number) => void,
): Promise<VideoFacts> {
  const { output, facts, plan } = ask;
  try {
    await writeAnew(ask, onProgress);
    // FFmpeg takes a file that can be read no further for its end, and closing tells of no failure.
    const made = await readFacts(output, 'mov');
    const expected = Math.min(facts.durationMs, plan.endMs ?? Infinity);
    if (made.durationMs < expected - MISSING_MS || !made.isIndexFirst) {
      throw new MediaRefusal('MEDIA_UNREADABLE');
    }
    return made;
  } catch (error) {
    const { bavail, bsize } = await statfs(dirname(output));
    if (bavail * bsize >= NO_ROOM_BYTES) throw error;
    throw new Error('No space left on device', { cause: error });
  }
}

async function writeAnew(
  { path, output, facts, plan }: Tasks['convert']['ask'],
  onProgress: (percent: number) => void,
): Promise<void> {
  await using demuxer = await openVideo(path, facts.container);
  const pictures = pictureStream(demuxer);
  const sound = plan.sound === 'none' ? undefined : demuxer.audio();
  const muxer = await Muxer.open(output, {
    format: 'mp4',
    options: { movflags: '+faststart', use_editlist: false },
  });
  try {
    const tracks = new Map<number, Track>();
    const pictureTrack =
      plan.picture === 'copy'
        ? copied(pictures, muxer)
        : await encodedPictures(pictures, muxer, facts, plan.picture);
    tracks.set(pictures.index, pictureTrack);
    if (sound !== undefined) {
      const track = plan.sound === 'copy' ? copied(sound, muxer) : await encodedSound(sound, muxer);
      tracks.set(sound.index, track);
    }
    const tell = progressOf(pictures, facts, onProgress);
    await send(demuxer, tracks, plan.endMs ?? Infinity, tell);
  } finally {
    await muxer.close();
  }
}

async function send(
  demuxer: Demuxer,
  tracks: ReadonlyMap<number, Track>,
  endMs: number,
  onPacket: (packet: Packet) => void,
): Promise<void> {
  for await (const packet of demuxer.packets()) {
    if (packet === null) break;
    try {
      onPacket(packet);
      // In the order of decoding nothing depends on what comes later.
      if (msOf(packet) < endMs) await tracks.get(packet.streamIndex)?.(packet);
    } finally {
      packet.free();
    }
  }
  for (const track of tracks.values()) await track(null);
}

const msOf = ({ dts, timeBase }: Packet): number =>
  (Number(dts) * timeBase.num * 1000) / timeBase.den;

/** Told once for each percent of the video's time, and now and then in between. */
function progressOf(
  { index }: Stream,
  { durationMs }: VideoFacts,
  onProgress: (percent: number) => void,
): (packet: Packet) => void {
  let told = 0;
  let toldAt = performance.now();
  return (packet) => {
    // Of a piece without a time nothing is known.
    const part = packet.streamIndex === index ? msOf(packet) / durationMs : 0;
    const percent = Math.min(99, Math.floor(part * 100) || 0);
    const isLate = performance.now() - toldAt > SIGN_OF_LIFE_MS;
    if (percent <= told && !isLate) return;
    told = Math.max(told, percent);
    toldAt = performance.now();
    onProgress(told);
  };
}

function copied(stream: Stream, muxer: Muxer): Track {
  const track = muxer.addStream(stream);
  return async (packet) => {
    if (packet === null) return;
    await muxer.writePacket(packet, track);
  };
}

async function encodedPictures(
  stream: Stream,
  muxer: Muxer,
  facts: VideoFacts,
  target: PictureTarget,
): Promise<Track> {
  const rate = target.framesPerSecond ?? facts.framesPerSecond;
  const filter = [
    ...(facts.isInterlaced ? ['bwdif=mode=send_frame'] : []),
    ...turns[facts.turned],
    `scale=${target.width}:${target.height}:out_range=tv`,
    ...toneMapping(facts),
    'setsar=1',
    ...(target.framesPerSecond === null ? [] : [`fps=${target.framesPerSecond}`]),
    'format=yuv420p',
  ];
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    maxRate: target.bitsPerSecond,
    bufSize: target.bitsPerSecond * 2,
    gopSize: Math.round(rate * SECONDS_BETWEEN_KEYS),
    threadCount: ENCODER_THREADS,
    options: { preset: 'veryfast', crf: 21, profile: 'high' },
  });
  return encoded(stream, muxer, encoder, {
    filter: filter.join(','),
    // Other decoders tell of broken pictures; that of HEVC only when it is to fail of them.
    decoding: facts.codec === 'hevc' ? { err_detect: 'explode' } : {},
  });
}

/** Players turn what says so; here the pictures themselves are turned. */
const turns: Record<VideoFacts['turned'], readonly string[]> = {
  0: [],
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
};

async function encodedSound(stream: Stream, muxer: Muxer): Promise<Track> {
  const encoder = await Encoder.create(FF_ENCODER_AAC, { bitrate: SOUND_RATE });
  const filter = 'aresample=48000:async=1,aformat=sample_fmts=fltp:channel_layouts=stereo';
  return encoded(stream, muxer, encoder, { filter, decoding: {} });
}

/** @throws what is wrong with a piece, at the piece: broken pictures are not passed on */
async function encoded(
  stream: Stream,
  muxer: Muxer,
  encoder: Encoder,
  how: { filter: string; decoding: Record<string, string> },
): Promise<Track> {
  const decoder = await Decoder.create(stream, {
    options: how.decoding,
    context: { threadCount: DECODER_THREADS },
  });
  const filter = FilterAPI.create(how.filter, { threads: 1 });
  const track = muxer.addStream(encoder);

  async function write(frame: Frame | null): Promise<void> {
    for (const packet of await encoder.encodeAll(frame)) {
      await muxer.writePacket(packet, track);
      packet.free();
    }
  }
  async function pass(frame: Frame | null): Promise<void> {
    for (const filtered of await filter.processAll(frame)) {
      await write(filtered);
      filtered.free();
    }
  }
  return async (packet) => {
    for (const frame of await decoder.decodeAll(packet)) {
      await pass(frame);
      frame.free();
    }
    if (packet !== null) return;
    await pass(null);
    await write(null);
    decoder.close();
    filter.close();
    encoder.close();
  };
}
