import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '@pontual/contract/media.ts';

export interface ByteRange {
  start: number;
  /** Included. */
  end: number;
  partial: boolean;
}

/**
 * The bytes that a Range header asks for. A header that cannot be met or is not a single range is
 * answered with the whole, as RFC 9110 section 14.2 allows.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange {
  const whole = { start: 0, end: size - 1, partial: false };
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return whole;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? whole : { start, end, partial: true };
}

/** What can be received. */
export type FileKind = 'image' | 'video';

export const uploadLimits: Record<FileKind, { maxBytes: number; message: string }> = {
  image: { maxBytes: MAX_IMAGE_BYTES, message: 'Arquivo deve ter no máximo 8MB' },
  video: { maxBytes: MAX_VIDEO_BYTES, message: 'Arquivo deve ter no máximo 300MB' },
};

/** So many bytes at the beginning of a file tell what it is. */
export const SIGNATURE_BYTES = 12;

/** Pictures in the box format of videos: HEIC, HEIF and AVIF. */
const pictureBrands = new Set('heic heix heim heis hevc hevx mif1 msf1 avif'.split(' '));
const QUICKTIME_BRAND = 'qt  ';

/** Told by its content; what is no video is left to the picture decoder. */
export function fileTypeOf(beginning: string): { kind: FileKind; contentType: string } {
  const brand = beginning.slice(8, 12);
  const isVideo = beginning.slice(4, 8) === 'ftyp' && !pictureBrands.has(brand);
  // A picture is stored as the JPEG that it is made into.
  if (!isVideo) return { kind: 'image', contentType: 'image/jpeg' };
  const contentType = brand === QUICKTIME_BRAND ? 'video/quicktime' : 'video/mp4';
  return { kind: 'video', contentType };
}

export interface VideoFacts {
  width: number;
  height: number;
  /** The larger of the widths before and after its rotation. */
  widest: number;
  durationMs: number;
  codec: string | null;
  /** `none` without an audio track; null when it is not known. */
  audioCodec: string | null;
  framesPerSecond: number;
  /** Recorded in pieces, as for streaming. */
  isFragmented: boolean;
  /** The index stands before the pictures. */
  isIndexFirst: boolean;
}

const MAX_VIDEO_WIDTH = 1920;
const MIN_FRAME_RATE = 23;
const MAX_FRAME_RATE = 60;

/** What Instagram demands of every video, whatever the type of post, and what to say without it. */
const videoDemands: readonly {
  holds(video: VideoFacts): boolean;
  refusal(video: VideoFacts): string;
}[] = [
  {
    holds: ({ codec }) => codec === 'avc' || codec === 'hevc',
    refusal: () => 'O vídeo precisa estar em H.264 ou HEVC. Converta-o e envie de novo.',
  },
  {
    holds: ({ audioCodec }) => audioCodec === 'aac' || audioCodec === 'none',
    refusal: () => 'O áudio do vídeo precisa estar em AAC. Converta-o e envie de novo.',
  },
  {
    holds: ({ widest }) => widest <= MAX_VIDEO_WIDTH,
    refusal: ({ widest }) =>
      `O vídeo tem ${widest} pixels de largura; o Instagram aceita até ${MAX_VIDEO_WIDTH}.`,
  },
  {
    holds: ({ framesPerSecond: rate }) => rate >= MIN_FRAME_RATE && rate <= MAX_FRAME_RATE,
    refusal: ({ framesPerSecond: rate }) =>
      `O vídeo tem ${rate.toLocaleString('pt-BR')} quadros por segundo; o Instagram aceita de ${MIN_FRAME_RATE} a ${MAX_FRAME_RATE}.`,
  },
  {
    holds: ({ isFragmented }) => !isFragmented,
    refusal: () => 'O vídeo está gravado em fragmentos. Exporte-o como um MP4 comum.',
  },
  {
    holds: ({ isIndexFirst }) => isIndexFirst,
    refusal: () =>
      'O índice do vídeo está no fim do arquivo. Exporte-o com a opção “início rápido” (fast start).',
  },
];

/** Why Instagram would not take this video, in Portuguese; undefined when it would. */
export const videoRefusal = (video: VideoFacts): string | undefined =>
  videoDemands.find(({ holds }) => !holds(video))?.refusal(video);
