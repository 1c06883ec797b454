import { describe, expect, test } from 'vitest';
import type { VideoMetadata } from '../decoder/tasks.ts';
import { isAcceptable, planVideo, findVideoIssue } from './video-plan.ts';

const publishableVideo: VideoMetadata = {
  container: 'mov',
  isQuickTime: false,
  width: 1080,
  height: 1920,
  rotation: 0,
  hasSquarePixels: true,
  codedWidth: 1080,
  durationMs: 20_000,
  bytes: 10_000_000,
  codec: 'h264',
  pixelFormat: 'yuv420p',
  framesPerSecond: 30,
  isInterlaced: false,
  hdr: null,
  audio: { codec: 'aac', channels: 2, sampleRate: 48_000 },
  isFragmented: false,
  isIndexFirst: true,
  edits: 'none',
  hasExtras: false,
};
const planOf = (change: Partial<VideoMetadata>) => planVideo({ ...publishableVideo, ...change });

test.each<[string, Partial<VideoMetadata>]>([
  ['is fit already', {}],
  ['is silent', { audio: null }],
  ['has one channel', { audio: { codec: 'aac', channels: 1, sampleRate: 44_100 } }],
  ['is turned by its player', { rotation: 90, codedWidth: 1920 }],
  ['has 23.976 frames', { framesPerSecond: 24 }],
  ['has 59.94 frames', { framesPerSecond: 59.9 }],
  ['is too short for any post, and in a draft', { durationMs: 1000, bytes: 500_000 }],
  ['is as large as a story may be', { durationMs: 40_000, bytes: 100_000_000 }],
  ['is just fifteen minutes long', { durationMs: 900_000, bytes: 290_000_000 }],
])('keeps a video that %s', (_what, change) => {
  expect(planOf(change)).toEqual({ kind: 'keep' });
});

test.each<[string, Partial<VideoMetadata>]>([
  ['is QuickTime', { isQuickTime: true }],
  ['has its index at the end', { isIndexFirst: false }],
  ['is in fragments', { isFragmented: true }],
  ['has an edit list that cuts nothing', { edits: 'plain' }],
  ['says where it was taken', { hasExtras: true }],
  ['leaves some room', { isQuickTime: true, durationMs: 40_000, bytes: 98_000_000 }],
  ['is no story any more', { isQuickTime: true, durationMs: 61_000, bytes: 120_000_000 }],
])('only remuxes a video that %s', (_what, change) => {
  expect(planOf(change)).toEqual({ kind: 'convert', picture: 'copy', sound: 'copy', endMs: null });
});

test.each<[string, Partial<VideoMetadata>]>([
  ['MP3', { audio: { codec: 'mp3', channels: 2, sampleRate: 44_100 } }],
  ['six channels', { audio: { codec: 'aac', channels: 6, sampleRate: 48_000 } }],
  ['96 kHz', { audio: { codec: 'aac', channels: 2, sampleRate: 96_000 } }],
])('encodes only the sound when it is %s', (_what, change) => {
  expect(planOf(change)).toEqual({
    kind: 'convert',
    picture: 'copy',
    sound: 'encode',
    endMs: null,
  });
});

describe('pictures are encoded', () => {
  const target = { width: 1080, height: 1920, framesPerSecond: null, bitsPerSecond: 12_000_000 };
  test.each<[string, Partial<VideoMetadata>, Partial<typeof target> | { framesPerSecond: number }]>(
    [
      ['of AVI, whatever it holds', { container: 'avi' }, {}],
      ['of HEVC', { codec: 'hevc' }, {}],
      ['of ten bits', { pixelFormat: 'yuv420p10le' }, {}],
      ['of half-pictures', { isInterlaced: true }, {}],
      ['of more light than screens show', { hdr: 'arib-std-b67' }, {}],
      ['of pixels that are not square', { hasSquarePixels: false }, {}],
      ['of more than 25 Mbit/s', { bytes: 70_000_000 }, {}],
      ['cut by an edit list', { edits: 'cut' }, {}],
      ['too large for a story', { durationMs: 40_000, bytes: 100_000_001 }, {}],
      [
        'of more bytes than Instagram takes, at a rate that leaves fewer',
        { durationMs: 900_000, bytes: 300_000_001 },
        { bitsPerSecond: 2_213_333 },
      ],
      [
        'of almost as many, where writing it anew might add some',
        { durationMs: 600_000, bytes: 299_000_000, isQuickTime: true },
        { bitsPerSecond: 3_480_000 },
      ],
      [
        'of almost as many as a story takes, likewise',
        { durationMs: 40_000, bytes: 98_000_001, isQuickTime: true },
        {},
      ],
      [
        'of as many, where it may come out just short enough for a story',
        { durationMs: 60_100, bytes: 100_000_001, isQuickTime: true },
        {},
      ],
      ['of 15 frames', { framesPerSecond: 15 }, { framesPerSecond: 30 }],
      ['of 120 frames', { framesPerSecond: 120 }, { framesPerSecond: 30 }],
      ['of 4K', { width: 2160, height: 3840, codedWidth: 2160 }, { width: 1080, height: 1920 }],
      [
        'of 4K, lying',
        { width: 3840, height: 2160, codedWidth: 3840 },
        { width: 1920, height: 1080 },
      ],
      ['of an odd size', { codec: 'vp9', width: 641, height: 361 }, { width: 640, height: 360 }],
    ],
  )('%s', (_what, change, changed) => {
    expect(planOf(change)).toMatchObject({ kind: 'convert', picture: { ...target, ...changed } });
  });

  test('while the sound is copied, unless the video was cut', () => {
    expect(planOf({ codec: 'hevc' })).toMatchObject({ sound: 'copy' });
    expect(planOf({ codec: 'hevc', audio: null })).toMatchObject({ sound: 'none' });
    expect(planOf({ edits: 'cut' })).toMatchObject({ sound: 'encode' });
    expect(planOf({ container: 'avi' })).toMatchObject({ sound: 'encode' });
  });

  test('at a bit rate that keeps a minute with sound within the size of a story', () => {
    const bytes = (60 * (target.bitsPerSecond + 128_000)) / 8;
    expect(bytes).toBeLessThan(100_000_000);
  });
});

test('refuses a result that is too large or too long', () => {
  expect(isAcceptable({ ...publishableVideo, bytes: 300_000_000, durationMs: 900_000 })).toBe(true);
  expect(isAcceptable({ ...publishableVideo, bytes: 300_000_001, durationMs: 900_000 })).toBe(
    false,
  );
  expect(isAcceptable({ ...publishableVideo, durationMs: 900_001 })).toBe(false);
  expect(isAcceptable({ ...publishableVideo, bytes: 100_000_000, durationMs: 60_000 })).toBe(true);
  expect(isAcceptable({ ...publishableVideo, bytes: 100_000_001, durationMs: 60_000 })).toBe(false);
});

test('shortens a video at the maximum duration, because remuxing lengthens it', () => {
  const endOf = (durationMs: number) => planOf({ durationMs, isQuickTime: true });
  expect(endOf(60_000)).toMatchObject({ endMs: 59_850 });
  expect(endOf(900_000)).toMatchObject({ endMs: 899_850 });
  expect(endOf(59_800)).toMatchObject({ endMs: null });
  expect(endOf(60_001)).toMatchObject({ endMs: null });
});

test.each<[string, Partial<VideoMetadata>, RegExp]>([
  ['too long', { durationMs: 900_001 }, /até 15 minutos/],
  ['too wide', { width: 9000 }, /9000 × 1920 pixels/],
  ['too wide before it is squeezed', { codedWidth: 9000 }, /1080 × 1920 pixels/],
  ['next to nothing', { height: 8 }, /1080 × 8 pixels/],
  ['eleven times as wide as high', { width: 1760, height: 160 }, /largo demais \(1760 × 160/],
  ['a line from top to bottom', { width: 16, height: 1920 }, /estreito demais \(16 × 1920/],
])('refuses a video that is %s', (_what, change, reason) => {
  expect(findVideoIssue({ ...publishableVideo, ...change })).toMatch(reason);
});

test.each([
  [1600, 160],
  [20, 2000],
])('accepts a video of %i × %i pixels', (width, height) => {
  expect(findVideoIssue({ ...publishableVideo, width, height })).toBeUndefined();
});
