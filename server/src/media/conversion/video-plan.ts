import {
  MAX_FRAME_RATE,
  MAX_REEL_BYTES,
  MAX_REEL_MS,
  MAX_SAMPLE_RATE,
  MAX_STORY_BYTES,
  MAX_STORY_MS,
  MAX_VIDEO_BITRATE,
  MAX_VIDEO_WIDTH,
  MIN_FRAME_RATE,
} from '@pontual/contract/shared/instagram-limits.ts';
import type { ConversionKind } from '../../platform/database/rows.ts';
import type { PictureTarget, VideoMetadata, VideoPlan } from '../decoder/tasks.ts';

const SECOND = 1000;
const MEGABIT = 1_000_000;
const MAX_PIXELS = MAX_VIDEO_WIDTH * MAX_VIDEO_WIDTH;
/** 8K */
const MAX_SIDE = 8192;
const MIN_SIDE = 16;
/** Width / height of reels; the range of stories is smaller. */
const MIN_RATIO = 0.01;
const MAX_RATIO = 10;
const DEFAULT_FRAME_RATE = 30;
/** A minute at this rate, with its sound, stays below the size limit of a story. */
const TARGET_BITRATE = 12 * MEGABIT;
/** Reserve for the index and for deviations of the encoder. */
const FILL_RATIO = 0.95;
/** Reserve for the growth by remuxing and by new sound. */
const COPY_FILL_RATIO = 0.98;
/** Upper bound of any sound. */
const AUDIO_BITRATE = 320_000;
const MAX_LENGTHENING_MS = 150;
const plainPixels = new Set(['yuv420p', 'yuvj420p']);

export function planVideo(video: VideoMetadata): VideoPlan {
  const mustEncode = needsEncoding(video);
  const sound = planSound(video, mustEncode);
  const endMs = planEnd(video);
  if (mustEncode) return { kind: 'convert', picture: planPicture(video), sound, endMs };
  const isFine = isWellFormed(video) && sound !== 'encode';
  if (isFine) return { kind: 'keep' };
  const picture = mayExceedLimit(video) ? planPicture(video) : 'copy';
  return { kind: 'convert', picture, sound, endMs };
}

/** Encoding sound is cheap: only encoding pictures delays other videos. */
export const conversionOf = ({ picture }: { picture: 'copy' | PictureTarget }): ConversionKind =>
  picture === 'copy' ? 'remux' : 'encode';

/** A video that is too long for one post type may be valid for another. */
export const isAcceptable = ({ bytes, durationMs }: VideoMetadata): boolean =>
  bytes <= maxBytesFor(durationMs) && durationMs <= MAX_REEL_MS;

/** In Portuguese; undefined: the video can be used. */
export function findVideoIssue(video: VideoMetadata): string | undefined {
  const { durationMs, width, height, codedWidth } = video;
  if (durationMs > MAX_REEL_MS) {
    return `O vídeo é longo demais: o Instagram aceita vídeos de até ${MAX_REEL_MS / SECOND / 60} minutos.`;
  }
  if (Math.max(width, height, codedWidth) > MAX_SIDE || Math.min(width, height) < MIN_SIDE) {
    return `O vídeo tem ${width} × ${height} pixels. Exporte-o com até ${MAX_VIDEO_WIDTH} de largura e envie de novo.`;
  }
  if (width < height * MIN_RATIO || width > height * MAX_RATIO) {
    const shape = width < height ? 'estreito' : 'largo';
    return `O vídeo é ${shape} demais (${width} × ${height} pixels): nenhum tipo de post o aceita. Corte-o, de preferência para 9:16, e envie de novo.`;
  }
  return undefined;
}

// AVI stores decoding times but no presentation times.
const needsEncoding = (video: VideoMetadata): boolean =>
  video.container === 'avi' ||
  video.codec !== 'h264' ||
  !plainPixels.has(video.pixelFormat) ||
  !video.hasSquarePixels ||
  video.isInterlaced ||
  video.hdr !== null ||
  isTooLarge(video) ||
  !hasFittingRate(video) ||
  video.edits === 'cut' ||
  bitrateOf(video) > MAX_VIDEO_BITRATE ||
  video.bytes > maxBytesFor(video.durationMs);

/** A video within the duration of a story must also be within its size. */
const maxBytesFor = (durationMs: number): number =>
  durationMs <= MAX_STORY_MS ? MAX_STORY_BYTES : MAX_REEL_BYTES;

/** A video slightly longer than a story may become a story after the conversion. */
const mayExceedLimit = ({ bytes, durationMs }: VideoMetadata): boolean =>
  bytes > COPY_FILL_RATIO * maxBytesFor(durationMs - MAX_LENGTHENING_MS);

const isTooLarge = ({ width, height, codedWidth }: VideoMetadata): boolean =>
  Math.max(width, codedWidth) > MAX_VIDEO_WIDTH || width * height > MAX_PIXELS;

const hasFittingRate = ({ framesPerSecond }: VideoMetadata): boolean =>
  // The average of a variable frame rate is not exact.
  framesPerSecond > MIN_FRAME_RATE - 0.5 && framesPerSecond < MAX_FRAME_RATE + 0.5;

const bitrateOf = ({ bytes, durationMs }: VideoMetadata): number =>
  (bytes * 8 * SECOND) / durationMs;

const isWellFormed = (video: VideoMetadata): boolean =>
  !video.isQuickTime &&
  !video.isFragmented &&
  video.isIndexFirst &&
  video.edits === 'none' &&
  !video.hasExtras;

function planSound(
  { audio, edits, container }: VideoMetadata,
  mustEncode: boolean,
): 'copy' | 'encode' | 'none' {
  if (audio === null) return 'none';
  const isFine =
    container === 'mov' &&
    audio.codec === 'aac' &&
    audio.channels <= 2 &&
    audio.sampleRate <= MAX_SAMPLE_RATE;
  // After a cut, the sound must start together with the pictures.
  return isFine && !(mustEncode && edits === 'cut') ? 'copy' : 'encode';
}

/** Remuxing lengthens a video by up to 100 ms, which must not exceed the limit. */
function planEnd({ durationMs }: VideoMetadata): number | null {
  const bound = [MAX_STORY_MS, MAX_REEL_MS].find((bound) => durationMs <= bound);
  const last = (bound ?? Infinity) - MAX_LENGTHENING_MS;
  return durationMs > last ? last : null;
}

/** Encoders require even numbers. */
function planPicture(video: VideoMetadata): PictureTarget {
  const { width, height } = video;
  const scale = Math.min(1, MAX_VIDEO_WIDTH / width, MAX_VIDEO_WIDTH / height);
  const even = (side: number) => Math.max(2, Math.ceil((side * scale - 1) / 2) * 2);
  return {
    width: even(width),
    height: even(height),
    framesPerSecond: hasFittingRate(video) ? null : DEFAULT_FRAME_RATE,
    bitsPerSecond: Math.min(TARGET_BITRATE, availableBitrate(video)),
  };
}

/** The bit rate at which the file, with its sound, reaches Instagram's size limit. */
const availableBitrate = ({ durationMs }: VideoMetadata): number =>
  Math.floor((FILL_RATIO * MAX_REEL_BYTES * 8 * SECOND) / durationMs) - AUDIO_BITRATE;
