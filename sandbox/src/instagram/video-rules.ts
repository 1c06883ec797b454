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

/** Errors of a video appear only in the status of its container, unlike those of an image. */
export async function processVideo(context: InstagramContext, container: Container): Promise<void> {
  const rule = RULES[container.kind];
  if (!rule || container.videoUrl === null) return;
  const download = await context.download(container.videoUrl, rule.maxMegabytes * MEGABYTE);
  // The sandbox may have closed during the download.
  if (!context.database.isOpen) return;
  const result = checkVideo(context, container, download, rule);
  const current = context.records.containers.get(container.id);
  // A reset may have deleted the container meanwhile, or a fault may have ended it.
  if (current?.failure === null) {
    context.records.containers.put({ ...current, videoUrl: null, ...result });
  }
}

function checkVideo(
  { records }: InstagramContext,
  { options }: Container,
  download: Download,
  rule: VideoRule,
): Partial<Container> {
  if (download.kind === 'forbidden') return { failure: '2207076' };
  if (download.kind === 'unreachable') return { failure: '2207052' };
  if (download.kind === 'too-slow') return { failure: '2207003' };
  if (download.kind === 'too-large') return { failure: '2207026' };
  const metadata = readVideo(download.bytes);
  if (!metadata || metadata.width > MAX_WIDTH) return { failure: '2207026' };
  if (metadata.seconds < rule.minSeconds || metadata.seconds > rule.maxSeconds) {
    return { failure: '2207026' };
  }
  // Observed for files whose index is at the end.
  if (!metadata.isMoovFirst) return { failure: '2207076' };
  if ((options.thumb_offset ?? 0) >= metadata.seconds * 1000) return { failure: '2207057' };
  const sha256 = records.blobs.save(download.bytes, 'video/mp4');
  return { file: { sha256, type: 'VIDEO' } };
}

/** Restarts the downloads that a restart interrupted. */
export function resumeVideos(context: InstagramContext): void {
  for (const container of context.records.containers.all()) void processVideo(context, container);
}
