import type { ConversionKind } from '../../platform/database/tables-media.ts';
import type { PictureTarget, VideoMetadata, VideoPlan } from '../decoder/tasks.ts';

const SECOND = 1000;
const MEGABIT = 1_000_000;
/** No type of post takes more; what is too short for its type, may still be another's. */
const MAX_MS = 15 * 60 * SECOND;
const MAX_WIDTH = 1920;
const MAX_PIXELS = 1920 * 1920;
/** What our decoders are given to do at most: 8K. */
const MAX_SIDE = 8192;
const MIN_SIDE = 16;
/** Width by height, of reels; stories take fewer. */
const MIN_RATIO = 0.01;
const MAX_RATIO = 10;
const MIN_FRAME_RATE = 23;
const MAX_FRAME_RATE = 60;
const DEFAULT_FRAME_RATE = 30;
/** A minute of it, with its sound, is below what a story takes. */
const TARGET_BITRATE = 12 * MEGABIT;
/** More than that Instagram refuses: thousands of thousands, and none of 1024. */
const MAX_BYTES = 300_000_000;
/** For what a rate cannot foresee: the index, and the encoder's liberties. */
const FILL_RATIO = 0.95;
/** Writing anew may add a little, and new sound a little more. */
const COPY_FILL_RATIO = 0.98;
/** More than the sound of any video has. */
const AUDIO_BITRATE = 320_000;
/** Instagram takes more; our storage and our users' visitors would not. */
const MAX_BITRATE = 25 * MEGABIT;
/** Anything as short as a story must be as small as one. */
const STORY_MS = 60 * SECOND;
const STORY_BYTES = 100_000_000;
const MAX_LENGTHENING_MS = 150;
const plainPixels = new Set(['yuv420p', 'yuvj420p']);

/** Decides by the facts alone, so that every case can be seen in a table. */
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

/** Encoding sound takes little: only pictures make others wait. */
export const conversionOf = ({ picture }: { picture: 'copy' | PictureTarget }): ConversionKind =>
  picture === 'copy' ? 'remux' : 'encode';

/** Whether what a conversion has made is small and short enough for Instagram. */
export const isAcceptable = ({ bytes, durationMs }: VideoMetadata): boolean =>
  bytes <= maxBytesFor(durationMs) && durationMs <= MAX_MS;

/** Why nothing can be done with a video, in Portuguese; undefined when something can. */
export function findVideoIssue(video: VideoMetadata): string | undefined {
  const { durationMs, width, height, codedWidth } = video;
  if (durationMs > MAX_MS) {
    return `O vídeo é longo demais: o Instagram aceita vídeos de até ${MAX_MS / SECOND / 60} minutos.`;
  }
  if (Math.max(width, height, codedWidth) > MAX_SIDE || Math.min(width, height) < MIN_SIDE) {
    return `O vídeo tem ${width} × ${height} pixels. Exporte-o com até ${MAX_WIDTH} de largura e envie de novo.`;
  }
  if (width < height * MIN_RATIO || width > height * MAX_RATIO) {
    const shape = width < height ? 'estreito' : 'largo';
    return `O vídeo é ${shape} demais (${width} × ${height} pixels): nenhum tipo de post o aceita. Corte-o, de preferência para 9:16, e envie de novo.`;
  }
  return undefined;
}

// AVI says of its pieces when they are read and not when they are shown.
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
  bitrateOf(video) > MAX_BITRATE ||
  video.bytes > maxBytesFor(video.durationMs);

const maxBytesFor = (durationMs: number): number =>
  durationMs <= STORY_MS ? STORY_BYTES : MAX_BYTES;

/** Also what is hardly longer than a story may come out as one. */
const mayExceedLimit = ({ bytes, durationMs }: VideoMetadata): boolean =>
  bytes > COPY_FILL_RATIO * maxBytesFor(durationMs - MAX_LENGTHENING_MS);

const isTooLarge = ({ width, height, codedWidth }: VideoMetadata): boolean =>
  Math.max(width, codedWidth) > MAX_WIDTH || width * height > MAX_PIXELS;

const hasFittingRate = ({ framesPerSecond }: VideoMetadata): boolean =>
  // The average of a variable rate is not exact.
  framesPerSecond > MIN_FRAME_RATE - 0.5 && framesPerSecond < MAX_FRAME_RATE + 0.5;

const bitrateOf = ({ bytes, durationMs }: VideoMetadata): number =>
  (bytes * 8 * SECOND) / durationMs;

/** One index before the pictures, and nothing that says more than picture and sound. */
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
    audio.sampleRate <= 48_000;
  // What a cut leaves of the sound must begin with what it leaves of the pictures.
  return isFine && !(mustEncode && edits === 'cut') ? 'copy' : 'encode';
}

/** Writing anew makes a video up to 100 ms longer, which must not be what makes it too long. */
function planEnd({ durationMs }: VideoMetadata): number | null {
  const bound = [STORY_MS, MAX_MS].find((bound) => durationMs <= bound);
  const last = (bound ?? Infinity) - MAX_LENGTHENING_MS;
  return durationMs > last ? last : null;
}

/** As large as it is, up to Full HD; encoders want even numbers. */
function planPicture(video: VideoMetadata): PictureTarget {
  const { width, height } = video;
  const scale = Math.min(1, MAX_WIDTH / width, MAX_WIDTH / height);
  const even = (side: number) => Math.max(2, Math.ceil((side * scale - 1) / 2) * 2);
  return {
    width: even(width),
    height: even(height),
    framesPerSecond: hasFittingRate(video) ? null : DEFAULT_FRAME_RATE,
    bitsPerSecond: Math.min(TARGET_BITRATE, availableBitrate(video)),
  };
}

/** The rate at which all of it, with its sound, is as large as Instagram takes. */
const availableBitrate = ({ durationMs }: VideoMetadata): number =>
  Math.floor((FILL_RATIO * MAX_BYTES * 8 * SECOND) / durationMs) - AUDIO_BITRATE;
