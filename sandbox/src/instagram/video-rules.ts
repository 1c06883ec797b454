import type { Download } from './download.ts';
import { readVideo } from './mp4.ts';
import type { Container, ContainerKind } from './media-records.ts';
import type { InstagramWorld } from './world.ts';

type VideoRule = { maxMegabytes: number; minSeconds: number; maxSeconds: number };

const MEGABYTE = 1_000_000;
const MAX_WIDTH = 1920;

const RULES: Partial<Record<ContainerKind, VideoRule>> = {
  reel: { maxMegabytes: 300, minSeconds: 3, maxSeconds: 15 * 60 },
  story: { maxMegabytes: 100, minSeconds: 3, maxSeconds: 60 },
  'carousel-video': { maxMegabytes: 300, minSeconds: 3, maxSeconds: 60 },
};

/**
 * Downloads and checks the video of a container while it is IN_PROGRESS: unlike an image's, a
 * video's faults only show in the status.
 */
export async function processVideo(world: InstagramWorld, container: Container): Promise<void> {
  const rule = RULES[container.kind];
  if (!rule || container.videoUrl === null) return;
  const got = await world.download(container.videoUrl, rule.maxMegabytes * MEGABYTE);
  // The sandbox may have been closed during the download.
  if (!world.database.isOpen) return;
  const verdict = judge(world, container, got, rule);
  const current = world.records.containers.get(container.id);
  // A reset may have forgotten the container meanwhile, or a fault have ended it.
  if (current?.failure === null) {
    world.records.containers.put({ ...current, videoUrl: null, ...verdict });
  }
}

function judge(
  { records }: InstagramWorld,
  { wishes }: Container,
  got: Download,
  rule: VideoRule,
): Partial<Container> {
  if (got.kind === 'forbidden') return { failure: '2207076' };
  if (got.kind === 'unreachable') return { failure: '2207052' };
  if (got.kind === 'too-slow') return { failure: '2207003' };
  if (got.kind === 'too-large') return { failure: '2207026' };
  const facts = readVideo(got.bytes);
  if (!facts || facts.width > MAX_WIDTH) return { failure: '2207026' };
  if (facts.seconds < rule.minSeconds || facts.seconds > rule.maxSeconds) {
    return { failure: '2207026' };
  }
  // Seen in the wild for files whose index stands at the end.
  if (!facts.moovFirst) return { failure: '2207076' };
  if ((wishes.thumb_offset ?? 0) >= facts.seconds * 1000) return { failure: '2207057' };
  const sha256 = records.blobs.keep(got.bytes, 'video/mp4');
  return { file: { sha256, type: 'VIDEO' } };
}

/** Takes up the downloads that a restart interrupted. */
export function resumeVideos(world: InstagramWorld): void {
  for (const container of world.records.containers.all()) void processVideo(world, container);
}
