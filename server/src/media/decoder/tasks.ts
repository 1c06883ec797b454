import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { RefusalCode } from './refusal.ts';

/** How a picture is encoded, told by its first bytes. */
export type ImageFormat = 'jpeg' | 'png' | 'heif';
/** The two families of video files. */
export type VideoContainer = 'mov' | 'avi';

/** What a video is, as far as anything depends on it. */
export interface VideoMetadata {
  container: VideoContainer;
  isQuickTime: boolean;
  /** As it is shown: turned, and with square pixels. */
  width: number;
  height: number;
  /** Clockwise, by a player. */
  rotation: 0 | 90 | 180 | 270;
  hasSquarePixels: boolean;
  codedWidth: number;
  durationMs: number;
  bytes: number;
  /** `h264`, `hevc` and so on, as FFmpeg calls them; so are the pixels' formats. */
  codec: string;
  pixelFormat: string;
  framesPerSecond: number;
  /** Its pictures are halves, line by line. */
  isInterlaced: boolean;
  /** How it says more light than screens usually show, as FFmpeg calls it; null when it does not. */
  hdr: 'smpte2084' | 'arib-std-b67' | null;
  /** Null without sound. */
  audio: { codec: string; channels: number; sampleRate: number } | null;
  /** Recorded in pieces, as for streaming. */
  isFragmented: boolean;
  /** The index stands before the pictures. */
  isIndexFirst: boolean;
  edits: 'none' | 'plain' | 'cut';
  /** It says more than picture and sound: places, cameras, other tracks. */
  hasExtras: boolean;
}

/** How pictures are encoded anew. */
export interface PictureTarget {
  width: number;
  height: number;
  /** Null: as many as there are. */
  framesPerSecond: number | null;
  bitsPerSecond: number;
}

/** What is to be done with a video so that Instagram, and every browser, takes it. */
export type VideoPlan =
  | { kind: 'keep' }
  /** `copy` leaves a track as it is and only writes it anew. */
  | {
      kind: 'convert';
      picture: 'copy' | PictureTarget;
      sound: 'copy' | 'encode' | 'none';
      /** What comes later in the video is left out; null keeps all of it. */
      endMs: number | null;
    };

/**
 * What the child process is asked for, by kind: where the bytes are, where to put what comes of
 * them, and what is answered.
 */
export interface Tasks {
  /** Makes a picture fit for Instagram: upright, sRGB, at most 1440 px wide, without EXIF or GPS. */
  image: {
    input: { path: string; format: ImageFormat; image: string; thumbnail: string };
    result: { width: number; height: number };
  };
  /** Brings a picture of ours to another ratio. */
  fit: {
    input: { path: string; ratio: number; fit: FitMode; image: string; thumbnail: string };
    result: { width: number; height: number };
  };
  /** A square picture of an account. */
  avatar: { input: { path: string; image: string }; result: { width: number; height: number } };
  /** Finds out what a small picture of ours looks like; null of one that is nearly flat. */
  fingerprint: { input: { path: string }; result: { fingerprint: string | null } };
  /** Reads what a video is, and draws its cover, of which its thumbnail is made, for who wants them. */
  probe: {
    input: {
      path: string;
      container: VideoContainer;
      pictures?: { cover: string; thumbnail: string };
    };
    result: VideoMetadata;
  };
  /** Writes a video anew, as its plan says. */
  convert: {
    input: { path: string; output: string; facts: VideoMetadata; plan: Conversion };
    result: VideoMetadata;
  };
}
export type Conversion = Extract<VideoPlan, { kind: 'convert' }>;
export type TaskKind = keyof Tasks;

/** One task on its way to the child. */
export type TaskMessage = { [K in TaskKind]: { kind: K; input: Tasks[K]['input'] } }[TaskKind];

/** What the child says of the task it has in hand. */
export type TaskReply =
  | { kind: 'done'; result: Tasks[TaskKind]['result'] }
  | { kind: 'refused'; code: RefusalCode; userMessage: string | undefined; detail: string }
  /** In percent; it is still at it. */
  | { kind: 'progress'; percent: number }
  /** The disk is full: no fault of the file's. */
  | { kind: 'full' };
