import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { RefusalCode } from './refusal.ts';

/** The encoding of an image, detected from its first bytes. */
export type ImageFormat = 'jpeg' | 'png' | 'heif';
/** The two families of video files. */
export type VideoContainer = 'mov' | 'avi';

/** The properties of a video that the conversion depends on. */
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
  /** FFmpeg's names, for example `h264` and `hevc`; the same holds for the pixel format. */
  codec: string;
  pixelFormat: string;
  framesPerSecond: number;
  isInterlaced: boolean;
  /** FFmpeg's name of the HDR transfer function; null for SDR. */
  hdr: 'smpte2084' | 'arib-std-b67' | null;
  audio: { codec: string; channels: number; sampleRate: number } | null;
  isFragmented: boolean;
  /** The index precedes the media data. */
  isIndexFirst: boolean;
  edits: 'none' | 'plain' | 'cut';
  /** Contains more than picture and sound: locations, camera data, other tracks. */
  hasExtras: boolean;
}

/** The target of a video encoding. */
export interface PictureTarget {
  width: number;
  height: number;
  /** Null keeps the frame rate. */
  framesPerSecond: number | null;
  bitsPerSecond: number;
}

/** The steps that make a video acceptable to Instagram and every browser. */
export type VideoPlan =
  | { kind: 'keep' }
  /** `copy` remuxes a track without encoding. */
  | {
      kind: 'convert';
      picture: 'copy' | PictureTarget;
      sound: 'copy' | 'encode' | 'none';
      /** Cuts the video at this time; null keeps all of it. */
      endMs: number | null;
    };

/**
 * The tasks of the child process by kind: the input with the paths of source and outputs,
 * and the result.
 */
export interface Tasks {
  /** Converts an image for Instagram: upright, sRGB, at most 1440 px wide, without EXIF or GPS. */
  image: {
    input: { path: string; format: ImageFormat; image: string; thumbnail: string };
    result: { width: number; height: number };
  };
  /** Brings a stored image to another ratio. */
  fit: {
    input: { path: string; ratio: number; fit: FitMode; image: string; thumbnail: string };
    result: { width: number; height: number };
  };
  avatar: { input: { path: string; image: string }; result: { width: number; height: number } };
  /** Returns the perceptual fingerprint of a stored thumbnail; null for an almost uniform one. */
  fingerprint: { input: { path: string }; result: { fingerprint: string | null } };
  /** Reads the metadata of a video and, on request, writes its cover and thumbnail. */
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

/** A task message to the child process. */
export type TaskMessage = { [K in TaskKind]: { kind: K; input: Tasks[K]['input'] } }[TaskKind];

/** Messages of the child process about the current task. */
export type TaskReply =
  | { kind: 'done'; result: Tasks[TaskKind]['result'] }
  | { kind: 'refused'; code: RefusalCode; userMessage: string | undefined; detail: string }
  /** In percent; the task continues. */
  | { kind: 'progress'; percent: number }
  /** The disk is full; the file is not the cause. */
  | { kind: 'full' };
