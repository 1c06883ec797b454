import { AppError } from '@pontual/server/platform/http/app-error.ts';
import { newId } from '@pontual/server/platform/ids.ts';
import type { Log } from '@pontual/server/platform/log/log.ts';
import type { MediaDecoder } from '@pontual/server/media/decoder/decoder.ts';
import type { TaskKind, Tasks, VideoMetadata } from '@pontual/server/media/decoder/tasks.ts';
import {
  createMediaConversion,
  type MediaConversion,
} from '@pontual/server/media/conversion/conversion.ts';
import { StorageFullError, type MediaStorage } from '@pontual/server/media/storage/storage.ts';
import type { Services } from '@pontual/server/composition/services.ts';
import type { SeededRandom } from './random.ts';
import type { PlannedPost } from './population.ts';
import type { SimulatedProcess } from './process.ts';
import type { VirtualTime } from './time.ts';

const VIDEO_SHARE = 0.2;
const MAX_ATTEMPTS = 3;
const SECOND = 1000;

const supportedVideo: VideoMetadata = {
  container: 'mov',
  isQuickTime: false,
  width: 1080,
  height: 1920,
  rotation: 0,
  hasSquarePixels: true,
  codedWidth: 1080,
  durationMs: 10 * SECOND,
  bytes: 1_000_000,
  codec: 'h264',
  pixelFormat: 'yuv420p',
  framesPerSecond: 30,
  isInterlaced: false,
  hdr: null,
  audio: null,
  isFragmented: false,
  isIndexFirst: true,
  edits: 'none',
  hasExtras: false,
};
const unsupportedVideo: VideoMetadata = { ...supportedVideo, codec: 'hevc' };

const outcomes = [
  'fit',
  'fit',
  'fit',
  'fit',
  'fit',
  'fit',
  'fit',
  'fit',
  'unfit',
  'broken',
] as const;

const showsVideo = ({ mediaType, files }: PlannedPost): boolean =>
  mediaType === 'VIDEO' || mediaType === 'REELS' || files > 2;

export const planVideos = (random: SeededRandom, planned: readonly PlannedPost[]): PlannedPost[] =>
  planned.map((post) => {
    if (!showsVideo(post) || !random.happens(VIDEO_SHARE)) return post;
    return { ...post, video: { id: newId(), outcome: random.pick(outcomes) } };
  });

export type Conversions = ReturnType<typeof createConversions>;

/** Files are only names; decoders take time, refuse, lack space or die. The campaign tests the bytes. */
export function createConversions(parts: {
  time: VirtualTime;
  random: SeededRandom;
  planned: readonly PlannedPost[];
  hasFaults: boolean;
  recordFault(name: string): void;
}) {
  const { time, random, planned, recordFault } = parts;
  const videos = new Map(planned.flatMap(({ video }) => (video ? [[video.id, video]] : [])));
  const refused = new Map<string, number>();
  const shouldFail = (share: number) => parts.hasFaults && random.happens(share);

  async function probe(process: SimulatedProcess, id: string): Promise<VideoMetadata> {
    const ms = random.int(1, random.happens(0.1) ? 300 : 40) * SECOND;
    if (shouldFail(0.1)) {
      time.after(random.int(0, ms), () => {
        if (process.isDead) return;
        recordFault('kill at converting');
        process.kill();
      });
    }
    await time.sleep(ms);
    await process.gate();
    if (shouldFail(0.1)) {
      recordFault('disk full at converting');
      throw new StorageFullError();
    }
    const outcome = videos.get(id)?.outcome;
    if (outcome === 'unfit') throw new AppError('VIDEO_UNFIT');
    return outcome === 'broken' || shouldFail(0.05) ? unsupportedVideo : supportedVideo;
  }

  async function convert(
    process: SimulatedProcess,
    id: string,
    reportProgress: (percent: number) => void,
  ): Promise<never> {
    for (const percent of [20, 60]) {
      await time.sleep(random.int(1, 20) * SECOND);
      await process.gate();
      reportProgress(percent);
    }
    recordFault('a decoder refused');
    refused.set(id, (refused.get(id) ?? 0) + 1);
    throw new AppError('MEDIA_UNREADABLE');
  }

  const createDecoder = (process: SimulatedProcess): MediaDecoder => ({
    async run<K extends TaskKind>(
      kind: K,
      ask: Tasks[K]['input'],
      onProgress: (percent: number) => void = () => undefined,
    ): Promise<Tasks[K]['result']> {
      const { path } = ask;
      if (kind === 'convert') return convert(process, path, onProgress);
      return probe(process, path);
    },
    close: () => undefined,
  });

  return {
    createFor(process: SimulatedProcess, services: Services, log: Log): MediaConversion {
      return createMediaConversion({
        ...services.platform,
        log,
        storage: fileStorage,
        objects: { store: doNothing, protect: doNothing, collectGarbage: doNothing },
        incoming: { withFolder: (act) => act('nowhere'), removeStale: doNothing },
        decoder: createDecoder(process),
      });
    },

    mayBeRefused({ video }: PlannedPost): boolean {
      if (video === undefined) return false;
      return video.outcome !== 'fit' || (refused.get(video.id) ?? 0) >= MAX_ATTEMPTS;
    },
  };
}

const doNothing = async () => undefined;
const throwUnused = async (): Promise<never> => {
  throw new Error('a conversion must not call this');
};
const fileStorage: MediaStorage = {
  withLocalFile: (sha256, act) => act(sha256),
  put: throwUnused,
  size: throwUnused,
  read: throwUnused,
  remove: throwUnused,
  check: throwUnused,
};
