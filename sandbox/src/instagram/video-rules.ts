import { bytesOf, type ByteSource } from '../platform/state/byte-source.ts';
import type { Download } from './download.ts';
import { readVideo } from './mp4.ts';
import type { Container, ContainerKind } from './media-records.ts';
import type { InstagramContext } from './context.ts';

type VideoRule = { maxMegabytes: number; minSeconds: number; maxSeconds: number };

const MEGABYTE = 1_000_000;
const MAX_WIDTH = 1920;

const RULES: Partial<Record<ContainerKind, VideoRule>> = {
  reel: { maxMegabytes: 300, minSeconds: 3, maxSeconds: 15 * 60 },
  story: { maxMegabytes: 100, minSeconds: 3, maxSeconds: 60 },
  'carousel-video': { maxMegabytes: 300, minSeconds: 3, maxSeconds: 60 },
};

export const maxBytesOf = ({ kind }: Container): number =>
  (RULES[kind]?.maxMegabytes ?? 0) * MEGABYTE;

/** Errors of a video appear only in the status of its container, unlike those of an image. */
export async function processVideo(context: InstagramContext, container: Container): Promise<void> {
  if (maxBytesOf(container) === 0 || container.videoUrl === null) return;
  const download = await context.download(container.videoUrl, maxBytesOf(container));
  // The sandbox may have closed during the download.
  if (!context.database.isOpen) return;
  finishVideo(context, container.id, storeVideo(context, container, download));
}

/** A reset may have deleted the container meanwhile, or a fault may have ended it. */
export function finishVideo(
  { records, clock, settings }: InstagramContext,
  id: string,
  result: Pick<Container, 'file'> | Pick<Container, 'failure'>,
): void {
  const current = records.containers.get(id);
  if (!current) return;
  const readyAt =
    current.upload === null ? current.readyAt : clock.now() + settings.current().processingMs.video;
  records.containers.put({
    ...current,
    readyAt,
    ...(current.failure === null ? { videoUrl: null, ...result } : {}),
  });
}

function storeVideo(
  { records }: InstagramContext,
  container: Container,
  download: Download,
): Pick<Container, 'file'> | Pick<Container, 'failure'> {
  if (download.kind !== 'bytes') return { failure: DOWNLOAD_FAILURES[download.kind] };
  const failure = checkVideo(container, bytesOf(download.bytes));
  if (failure !== null) return { failure };
  return { file: { sha256: records.blobs.save(download.bytes, 'video/mp4'), type: 'VIDEO' } };
}

const DOWNLOAD_FAILURES: Record<Exclude<Download['kind'], 'bytes'>, string> = {
  forbidden: '2207076',
  unreachable: '2207052',
  'too-slow': '2207003',
  'too-large': '2207026',
};

/** Returns the subcode with which the processing fails. */
export function checkVideo({ kind, options }: Container, source: ByteSource): string | null {
  const rule = RULES[kind];
  const metadata = readVideo(source);
  if (!rule || !metadata || metadata.width > MAX_WIDTH) return '2207026';
  if (metadata.seconds < rule.minSeconds || metadata.seconds > rule.maxSeconds) return '2207026';
  // Observed for files whose index is at the end.
  if (!metadata.isMoovFirst) return '2207076';
  return (options.thumb_offset ?? 0) >= metadata.seconds * 1000 ? '2207057' : null;
}

/** Restarts the downloads that a restart interrupted. */
export function resumeVideos(context: InstagramContext): void {
  for (const container of context.records.containers.all()) void processVideo(context, container);
}
