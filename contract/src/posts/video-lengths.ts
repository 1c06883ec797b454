import { mediaTypeNames } from './post-rules.ts';
import type { MediaType } from './posts.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const tenths = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** `0,4 s`, `2 min 5 s`, `1 h 3 min`: as exact as anybody wants to know. */
export function formatDuration(ms: number): string {
  // Rounded first: 59,96 s is 1 min and not 60 s.
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

/** In ms. */
interface DurationRange {
  minMs: number;
  maxMs: number;
}

const longRange: DurationRange = { minMs: 3 * SECOND, maxMs: 15 * MINUTE };
const shortRange: DurationRange = { minMs: 3 * SECOND, maxMs: MINUTE };

/** How long a video may be in each type of post (Instagram's content publishing reference). */
const videoLengths: Record<MediaType, DurationRange> = {
  IMAGE: longRange,
  VIDEO: longRange,
  REELS: longRange,
  STORIES: shortRange,
  CAROUSEL: shortRange,
};

/** `de 3 s a 15 min` */
export function videoLengthText(type: MediaType): string {
  const { minMs, maxMs } = videoLengths[type];
  return `de ${formatDuration(minMs)} a ${formatDuration(maxMs)}`;
}

/** Why Instagram would not take a video of this length (ms) in such a post; undefined when it would. */
export function videoLengthFault(type: MediaType, durationMs: number): string | undefined {
  const { minMs, maxMs } = videoLengths[type];
  if (durationMs >= minMs && durationMs <= maxMs) return undefined;
  return `O vídeo tem ${formatDuration(durationMs)}; em ${mediaTypeNames[type]}, o Instagram aceita vídeos ${videoLengthText(type)}.`;
}

/** Types whose cover is a moment of their video. */
const typesWithCover: ReadonlySet<MediaType> = new Set(['VIDEO', 'REELS']);

/** Why a cover at this moment (ms) cannot be had of a video of this length; undefined when it can. */
export function coverFault(
  type: MediaType,
  thumbOffset: number | null,
  durationMs: number | null,
): string | undefined {
  if (thumbOffset === null || durationMs === null || !typesWithCover.has(type)) return undefined;
  if (thumbOffset < durationMs) return undefined;
  return `A capa precisa estar dentro do vídeo, que tem ${formatDuration(durationMs)}.`;
}
