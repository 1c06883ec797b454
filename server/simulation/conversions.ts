import { AppError } from '../src/http/app-error.ts';
import { newId } from '../src/ids.ts';
import type { Log } from '../src/log.ts';
import type { MediaDecoder } from '../src/media/decoder/decoder.ts';
import type { TaskKind, Tasks, VideoFacts } from '../src/media/decoder/tasks.ts';
import { createMediaConversion, type MediaConversion } from '../src/media/media.conversion.ts';
import { StorageFullError, type MediaStorage } from '../src/media/storage/storage.ts';
import type { Services } from '../src/services.ts';
import type { Chance } from './chance.ts';
import type { PlannedPost } from './population.ts';
import type { SimulatedProcess } from './process.ts';
import type { VirtualTime } from './time.ts';

/** A video that must be converted, and what its conversion will find it to be. */
export interface PlannedVideo {
  id: string;
  fate: 'fit' | 'unfit' | 'broken';
}

/** Of the posts that show a video, so many show one of their own. */
const SHARE = 0.2;
/** What its decoder has refused so often, is given up. */
const MAX_ATTEMPTS = 3;
const SECOND = 1000;

const fit: VideoFacts = {
  container: 'mov',
  isQuickTime: false,
  width: 1080,
  height: 1920,
  turned: 0,
  hasSquarePixels: true,
  codedWidth: 1080,
  durationMs: 10 * SECOND,
  bytes: 1_000_000,
  codec: 'h264',
  pixels: 'yuv420p',
  framesPerSecond: 30,
  isInterlaced: false,
  hdr: null,
  audio: null,
  isFragmented: false,
  isIndexFirst: true,
  edits: 'none',
  hasExtras: false,
};
const foreign: VideoFacts = { ...fit, codec: 'hevc' };

const fates = ['fit', 'fit', 'fit', 'fit', 'fit', 'fit', 'fit', 'fit', 'unfit', 'broken'] as const;

const shows = ({ mediaType, files }: PlannedPost): boolean =>
  mediaType === 'VIDEO' || mediaType === 'REELS' || files > 2;

/** Gives some of the posts a video of their own. */
export const planVideos = (chance: Chance, planned: readonly PlannedPost[]): PlannedPost[] =>
  planned.map((post) => {
    if (!shows(post) || !chance.happens(SHARE)) return post;
    return { ...post, video: { id: newId(), fate: chance.pick(fates) } };
  });

export type Conversions = ReturnType<typeof createConversions>;

/**
 * The machine's part in conversions, as the sandbox is Instagram's: files that are nothing but their
 * names, and decoders that take their time, refuse, find no room or die with their process. What
 * comes of a file is the file itself: its bytes are the campaign's matter.
 */
export function createConversions(parts: {
  time: VirtualTime;
  chance: Chance;
  planned: readonly PlannedPost[];
  hasFaults: boolean;
  told(name: string): void;
}) {
  const { time, chance, planned, told } = parts;
  const videos = new Map(planned.flatMap(({ video }) => (video ? [[video.id, video]] : [])));
  const refused = new Map<string, number>();
  const troubles = (share: number) => parts.hasFaults && chance.happens(share);

  async function probe(process: SimulatedProcess, id: string): Promise<VideoFacts> {
    const ms = chance.between(1, chance.happens(0.1) ? 300 : 40) * SECOND;
    if (troubles(0.1)) {
      time.after(chance.between(0, ms), () => {
        if (process.isDead) return;
        told('kill at converting');
        process.kill();
      });
    }
    await time.sleep(ms);
    await process.gate();
    if (troubles(0.1)) {
      told('disk full at converting');
      throw new StorageFullError();
    }
    const fate = videos.get(id)?.fate;
    if (fate === 'unfit') throw new AppError('VIDEO_UNFIT');
    return fate === 'broken' || troubles(0.05) ? foreign : fit;
  }

  /** Gets on, and then its decoder refuses it or dies of it. */
  async function convert(
    process: SimulatedProcess,
    id: string,
    tell: (percent: number) => void,
  ): Promise<never> {
    for (const percent of [20, 60]) {
      await time.sleep(chance.between(1, 20) * SECOND);
      await process.gate();
      tell(percent);
    }
    told('a decoder refused');
    refused.set(id, (refused.get(id) ?? 0) + 1);
    throw new AppError('MEDIA_UNREADABLE');
  }

  const decoderOf = (process: SimulatedProcess): MediaDecoder => ({
    async run<K extends TaskKind>(
      kind: K,
      ask: Tasks[K]['ask'],
      onProgress: (percent: number) => void = () => undefined,
    ): Promise<Tasks[K]['answer']> {
      const { path } = ask;
      if (kind === 'convert') return convert(process, path, onProgress);
      return probe(process, path);
    },
    close: () => undefined,
  });

  return {
    /** The engine's own conversions, in one process. */
    of(process: SimulatedProcess, services: Services, log: Log): MediaConversion {
      return createMediaConversion({
        ...services,
        log,
        storage: files,
        objects: { keep: nothing, hold: nothing, collect: nothing },
        incoming: { inFolder: (act) => act('nowhere'), forget: nothing },
        decoder: decoderOf(process),
      });
    },

    /** Whether a post may be told that its video cannot be converted. */
    mayBeRefused({ video }: PlannedPost): boolean {
      if (video === undefined) return false;
      return video.fate !== 'fit' || (refused.get(video.id) ?? 0) >= MAX_ATTEMPTS;
    },
  };
}

const nothing = async () => undefined;
const none = async (): Promise<never> => {
  throw new Error('a conversion asks for nothing of this');
};
/** A file is where its name says, and is its name. */
const files: MediaStorage = {
  asFile: (sha256, act) => act(sha256),
  put: none,
  size: none,
  read: none,
  remove: none,
  check: none,
};
