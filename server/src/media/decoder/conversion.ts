import { Decoder, Encoder, FilterAPI, Muxer, type Demuxer } from 'node-av/api';
import { FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Frame, Packet, Stream } from 'node-av/lib';
import type { PictureTarget } from '../media.video.plan.ts';
import type { Tasks, VideoFacts } from './tasks.ts';
import { openVideo, pictureStream, readFacts } from './videos.ts';

const SOUND_RATE = 128_000;
/** Between frames from which a player can start; Instagram wants two to five. */
const SECONDS_BETWEEN_KEYS = 2;
const ENCODER_THREADS = 2;

/** A track on its way: takes what was read of it, and null at its end. */
type Track = (packet: Packet | null) => Promise<void>;

/**
 * Writes a video anew: MP4, its index first, all of it shown, nothing in it but picture and sound.
 * Answers what became of it.
 */
export async function convertVideo(
  { path, output, facts, plan }: Tasks['convert']['ask'],
  onProgress: (percent: number) => void,
): Promise<VideoFacts> {
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
  return readFacts(output, 'mov');
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

/** Told once for each percent of the video's time. */
function progressOf(
  { index }: Stream,
  { durationMs }: VideoFacts,
  onProgress: (percent: number) => void,
): (packet: Packet) => void {
  let told = 0;
  return (packet) => {
    if (packet.streamIndex !== index) return;
    const percent = Math.min(99, Math.floor((msOf(packet) * 100) / durationMs));
    if (percent <= told) return;
    told = percent;
    onProgress(percent);
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
    ...turns[facts.turned],
    `scale=${target.width}:${target.height}:out_range=tv`,
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
  return encoded(stream, muxer, encoder, filter.join(','));
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
  return encoded(stream, muxer, encoder, filter);
}

async function encoded(
  stream: Stream,
  muxer: Muxer,
  encoder: Encoder,
  description: string,
): Promise<Track> {
  const decoder = await Decoder.create(stream);
  const filter = FilterAPI.create(description, { threads: 1 });
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
