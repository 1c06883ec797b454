import {
  MAX_CAROUSEL_VIDEO_MS,
  MAX_REEL_MS,
  MAX_STORY_MS,
  MIN_VIDEO_MS,
} from '../shared/instagram-limits.ts';
import { mediaTypeNames } from './post-rules.ts';
import type { MediaType } from './posts.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const tenths = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Returns `0,4 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatDuration(ms: number): string {
  // Rounding comes first: 59,96 s is 1 min and not 60 s.
  const inTenths = Math.round(ms / 100) * 100;
  if (inTenths < MINUTE) return `${tenths.format(inTenths / SECOND)} s`;
  const inSeconds = Math.round(ms / SECOND) * SECOND;
  if (inSeconds < HOUR) {
    return joinUnits([Math.floor(inSeconds / MINUTE), 'min'], [(inSeconds % MINUTE) / SECOND, 's']);
  }
  const inMinutes = Math.round(ms / MINUTE) * MINUTE;
  return joinUnits([Math.floor(inMinutes / HOUR), 'h'], [(inMinutes % HOUR) / MINUTE, 'min']);
}

const joinUnits = (...parts: [number, string][]) =>
  parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');

interface DurationRange {
  minMs: number;
  maxMs: number;
}

const reelRange: DurationRange = { minMs: MIN_VIDEO_MS, maxMs: MAX_REEL_MS };

const videoLengths: Record<MediaType, DurationRange> = {
  IMAGE: reelRange,
  VIDEO: reelRange,
  REELS: reelRange,
  STORIES: { minMs: MIN_VIDEO_MS, maxMs: MAX_STORY_MS },
  CAROUSEL: { minMs: MIN_VIDEO_MS, maxMs: MAX_CAROUSEL_VIDEO_MS },
};

export function videoLengthText(type: MediaType): string {
  const { minMs, maxMs } = videoLengths[type];
  return `de ${formatDuration(minMs)} a ${formatDuration(maxMs)}`;
}

export function videoLengthFault(type: MediaType, durationMs: number): string | undefined {
  const { minMs, maxMs } = videoLengths[type];
  if (durationMs >= minMs && durationMs <= maxMs) return undefined;
  return `O vídeo tem ${formatDuration(durationMs)}; em ${mediaTypeNames[type]}, o Instagram aceita vídeos ${videoLengthText(type)}.`;
}

const typesWithCover: ReadonlySet<MediaType> = new Set(['VIDEO', 'REELS']);

/** Returns why the video has no frame there (both in ms), else undefined. */
export function coverFault(
  type: MediaType,
  thumbOffset: number | null,
  durationMs: number | null,
): string | undefined {
  if (thumbOffset === null || durationMs === null || !typesWithCover.has(type)) return undefined;
  if (thumbOffset < durationMs) return undefined;
  return `A capa precisa estar dentro do vídeo, que tem ${formatDuration(durationMs)}.`;
}
