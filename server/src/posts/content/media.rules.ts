import { errorCatalogue, type ErrorCode } from '@pontual/contract/shared/errors.ts';
import { MEGABYTE } from '@pontual/contract/media/media.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import {
  type InstagramLimits,
  MAX_CAROUSEL_ITEMS,
  MAX_STORY_BYTES,
  MIN_CAROUSEL_ITEMS,
  MIN_IMAGE_RATIO,
} from '@pontual/contract/shared/instagram-limits.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { isFeedRatio } from '@pontual/contract/posts/target-ratio.ts';
import { coverFault, videoLengthFault } from '@pontual/contract/posts/video-lengths.ts';
import type { MediaState } from '../../platform/database/rows.ts';
import type { VideoContainer } from '../../media/decoder/tasks.ts';
import type { FileKind } from '../../media/media.rules.ts';

export interface FileFacts {
  kind: FileKind;
  bytes: number;
  width: number;
  height: number;
  durationMs: number | null;
  state: MediaState;
  refusal?: string | null;
}

export interface Refusal {
  code: ErrorCode;
  message?: string;
  fields?: Record<string, string>;
}

/** The limits of the length are in contract/src/posts/video-lengths.ts. */
interface VideoLimits {
  maxBytes?: number;
  /** Width / height; an upload outside the ratios of every type is refused. */
  minRatio?: number;
}

interface TypeRule {
  kinds: readonly FileKind[];
  containers: readonly VideoContainer[];
  minFiles: number;
  maxFiles: number;
  wrongCount: ErrorCode;
  /** The feed accepts fewer picture ratios. */
  isInFeed: boolean;
  video: VideoLimits;
}

const singleFile = { minFiles: 1, maxFiles: 1, wrongCount: 'TOO_MANY_FILES' } as const;
const bothKinds = ['image', 'video'] as const;
const videoContainers = ['mov', 'avi'] as const;

const typeRules: Record<MediaType, TypeRule> = {
  IMAGE: {
    ...singleFile,
    containers: videoContainers,
    kinds: ['image'],
    isInFeed: true,
    video: {},
  },
  VIDEO: {
    ...singleFile,
    containers: videoContainers,
    kinds: ['video'],
    isInFeed: true,
    video: {},
  },
  REELS: {
    ...singleFile,
    containers: videoContainers,
    kinds: ['video'],
    isInFeed: true,
    video: {},
  },
  STORIES: {
    ...singleFile,
    containers: ['mov'],
    kinds: bothKinds,
    isInFeed: false,
    video: { maxBytes: MAX_STORY_BYTES, minRatio: 0.1 },
  },
  CAROUSEL: {
    containers: videoContainers,
    kinds: bothKinds,
    minFiles: MIN_CAROUSEL_ITEMS,
    maxFiles: MAX_CAROUSEL_ITEMS,
    wrongCount: 'CAROUSEL_SIZE',
    isInFeed: true,
    video: {},
  },
};

export type UploadRules = Pick<TypeRule, 'kinds' | 'containers' | 'maxFiles' | 'wrongCount'>;
export const uploadRulesFor = (type: MediaType): UploadRules => typeRules[type];
/** A draft accepts every file that at least one type accepts. */
export const draftUploadRules: UploadRules = typeRules.CAROUSEL;

export function mediaRefusal(
  limits: InstagramLimits,
  type: MediaType,
  files: readonly FileFacts[],
): Refusal | undefined {
  const rule = typeRules[type];
  if (files.length === 0) return { code: 'FILE_REQUIRED' };
  if (files.length < rule.minFiles || files.length > rule.maxFiles)
    return { code: rule.wrongCount };
  for (const [position, file] of files.entries()) {
    const refusal = fileRefusal(limits, type, rule, file);
    if (refusal !== undefined)
      return files.length === 1 ? refusal : withPosition(refusal, files, position);
  }
  return undefined;
}

function withPosition(refusal: Refusal, files: readonly FileFacts[], position: number): Refusal {
  const name = `${files[position]?.kind === 'image' ? 'Imagem' : 'Vídeo'} ${position + 1} de ${files.length}`;
  const { message = errorCatalogue[refusal.code].message } = refusal;
  return { ...refusal, message: `${name}: ${message}` };
}

function fileRefusal(
  limits: InstagramLimits,
  type: MediaType,
  rule: TypeRule,
  file: FileFacts,
): Refusal | undefined {
  if (!rule.kinds.includes(file.kind)) return { code: 'MEDIA_KIND' };
  if (file.refusal) return { code: 'VIDEO_UNFIT', message: file.refusal };
  if (file.kind === 'video') return videoRefusal(type, rule.video, file);
  return rule.isInFeed && !isFeedRatio(file, limits) ? ratioRefusal(limits) : undefined;
}

const TALL_RATIO_MESSAGE =
  'O Instagram só aceita imagens entre 3:4 (retrato) e 1,91:1 (paisagem). Recorte ou preencha a imagem, ou envie outra.';

const ratioRefusal = ({ minImageRatio }: InstagramLimits): Refusal =>
  minImageRatio === MIN_IMAGE_RATIO
    ? { code: 'IMAGE_RATIO' }
    : { code: 'IMAGE_RATIO', message: TALL_RATIO_MESSAGE };

function videoRefusal(type: MediaType, bounds: VideoLimits, file: FileFacts): Refusal | undefined {
  const { maxBytes = Infinity, minRatio = 0 } = bounds;
  const name = mediaTypeNames[type];
  const length = videoLengthFault(type, file.durationMs ?? 0);
  if (length !== undefined) return { code: 'VIDEO_UNFIT', message: length };
  if (file.width < file.height * minRatio) {
    const size = `${file.width} × ${file.height} pixels`;
    const message = `O vídeo é estreito demais (${size}); em ${name}, o Instagram aceita vídeos de 1:10 a 10:1.`;
    return { code: 'VIDEO_UNFIT', message };
  }
  // For ready files only: a conversion produces a smaller file.
  if (file.state === 'ready' && file.bytes > maxBytes) {
    const message = `Em ${name}, o Instagram aceita vídeos de até ${Math.floor(maxBytes / MEGABYTE)} MB.`;
    return { code: 'VIDEO_UNFIT', message };
  }
  return undefined;
}

/** The cover must be a moment of the video. */
export function coverRefusal(
  type: MediaType,
  thumbOffsetMs: number | null,
  [file]: readonly FileFacts[],
): Refusal | undefined {
  const message = coverFault(type, thumbOffsetMs, file?.durationMs ?? null);
  if (message === undefined) return undefined;
  return { code: 'VALIDATION', message, fields: { thumbOffset: message } };
}
