import type { Fit } from '@pontual/contract/media-fit.ts';
import type { VideoPlan } from '../media.video.plan.ts';
import type { RefusalCode } from './refusal.ts';

/** How a picture is encoded, told by its first bytes. */
export type ImageFormat = 'jpeg' | 'png' | 'heif';
/** The two families of video files. */
export type VideoContainer = 'mov' | 'avi';

/** What a video is, as far as anything depends on it. */
export interface VideoFacts {
  container: VideoContainer;
  isQuickTime: boolean;
  /** As it is shown: turned, and with square pixels. */
  width: number;
  height: number;
  /** Clockwise, by a player. */
  turned: 0 | 90 | 180 | 270;
  hasSquarePixels: boolean;
  codedWidth: number;
  durationMs: number;
  bytes: number;
  /** `h264`, `hevc` and so on, as FFmpeg calls them; so are the pixels' formats. */
  codec: string;
  pixels: string;
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

/**
 * What the child process is asked for, by kind: where the bytes are, where to put what comes of
 * them, and what is answered.
 */
export interface Tasks {
  /** Makes a picture fit for Instagram: upright, sRGB, at most 1440 px wide, without EXIF or GPS. */
  image: {
    ask: { path: string; format: ImageFormat; image: string; thumbnail: string };
    answer: { width: number; height: number };
  };
  /** Brings a picture of ours to another ratio. */
  fit: {
    ask: { path: string; ratio: number; fit: Fit; image: string; thumbnail: string };
    answer: { width: number; height: number };
  };
  /** A square picture of an account. */
  avatar: { ask: { path: string; image: string }; answer: { width: number; height: number } };
  /** Finds out what a small picture of ours looks like; null of one that is nearly flat. */
  fingerprint: { ask: { path: string }; answer: { fingerprint: string | null } };
  /** Reads what a video is, and draws its cover, of which its thumbnail is made, for who wants them. */
  probe: {
    ask: {
      path: string;
      container: VideoContainer;
      pictures?: { cover: string; thumbnail: string };
    };
    answer: VideoFacts;
  };
  /** Writes a video anew, as its plan says. */
  convert: {
    ask: { path: string; output: string; facts: VideoFacts; plan: Conversion };
    answer: VideoFacts;
  };
}
export type Conversion = Extract<VideoPlan, { kind: 'convert' }>;
export type TaskKind = keyof Tasks;

/** One task on its way to the child. */
export type TaskMessage = { [K in TaskKind]: { kind: K; ask: Tasks[K]['ask'] } }[TaskKind];

/** What the child says of the task it has in hand. */
export type TaskReply =
  | { kind: 'done'; answer: Tasks[TaskKind]['answer'] }
  | { kind: 'refused'; code: RefusalCode; said: string | undefined; detail: string }
  /** In percent; it is still at it. */
  | { kind: 'progress'; percent: number }
  /** The disk is full: no fault of the file's. */
  | { kind: 'full' };
