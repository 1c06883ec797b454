import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { RefusalCode } from './refusal.ts';

export type ImageFormat = 'jpeg' | 'png' | 'heif';
export type VideoContainer = 'mov' | 'avi';

export interface VideoMetadata {
  container: VideoContainer;
  isQuickTime: boolean;
  /** Displayed size: rotated and with square pixels. */
  width: number;
  height: number;
  /** Clockwise, applied by the player. */
  rotation: 0 | 90 | 180 | 270;
  hasSquarePixels: boolean;
  codedWidth: number;
  durationMs: number;
  bytes: number;
  /** FFmpeg's names, for example `h264`; the same holds for the pixel format. */
  codec: string;
  pixelFormat: string;
  framesPerSecond: number;
  isInterlaced: boolean;
  /** FFmpeg's name; null for SDR. */
  hdr: 'smpte2084' | 'arib-std-b67' | null;
  audio: { codec: string; channels: number; sampleRate: number } | null;
  isFragmented: boolean;
  isIndexFirst: boolean;
  edits: 'none' | 'plain' | 'cut';
  /** More than picture and sound: locations, camera data, other tracks. */
  hasExtras: boolean;
}

export interface PictureTarget {
  width: number;
  height: number;
  /** Null keeps the frame rate. */
  framesPerSecond: number | null;
  bitsPerSecond: number;
}

export type VideoPlan =
  | { kind: 'keep' }
  /** `copy` remuxes a track without encoding. */
  | {
      kind: 'convert';
      picture: 'copy' | PictureTarget;
      sound: 'copy' | 'encode' | 'none';
      /** Null keeps all of it. */
      endMs: number | null;
    };

export interface Tasks {
  /** For Instagram: upright, sRGB, at most 1440 px wide, without EXIF or GPS. */
  image: {
    input: { path: string; format: ImageFormat; image: string; thumbnail: string };
    result: { width: number; height: number };
  };
  fit: {
    input: { path: string; ratio: number; fit: FitMode; image: string; thumbnail: string };
    result: { width: number; height: number };
  };
  avatar: { input: { path: string; image: string }; result: { width: number; height: number } };
  /** Null for an almost uniform thumbnail. */
  fingerprint: { input: { path: string }; result: { fingerprint: string | null } };
  probe: {
    input: {
      path: string;
      container: VideoContainer;
      pictures?: { cover: string; thumbnail: string };
    };
    result: VideoMetadata;
  };
  convert: {
    input: { path: string; output: string; facts: VideoMetadata; plan: Conversion };
    result: VideoMetadata;
  };
}
export type Conversion = Extract<VideoPlan, { kind: 'convert' }>;
export type TaskKind = keyof Tasks;

export type TaskMessage = { [K in TaskKind]: { kind: K; input: Tasks[K]['input'] } }[TaskKind];

export type TaskReply =
  | { kind: 'done'; result: Tasks[TaskKind]['result'] }
  | { kind: 'refused'; code: RefusalCode; userMessage: string | undefined; detail: string }
  /** In percent; the task continues. */
  | { kind: 'progress'; percent: number }
  | { kind: 'full' };
