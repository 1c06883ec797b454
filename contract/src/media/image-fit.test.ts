import { expect, test } from 'vitest';
import { fileSizeOf, frameOf, hasRatio } from './image-fit.ts';

const size = (width: number, height: number) => ({ width, height });

test.each([
  [size(1080, 1350), 0.8, true],
  [size(1080, 1349), 0.8, true],
  [size(1081, 1350), 0.8, true],
  [size(1080, 1340), 0.8, false],
  [size(1910, 1000), 1.91, true],
  [size(1440, 754), 1.91, true],
])('%o matches the ratio %d within one pixel: %s', (picture, ratio, has) => {
  expect(hasRatio(picture, ratio)).toBe(has);
});

test.each([
  ['a photo of 3:4', size(3024, 4032), 0.8, { left: 0, top: -126, width: 3024, height: 3780 }],
  ['a panorama', size(6000, 1000), 1.91, { left: -2045, top: 0, width: 1910, height: 1000 }],
  [
    'a square for a story',
    size(1080, 1080),
    9 / 16,
    { left: -236, top: 0, width: 608, height: 1080 },
  ],
  ['what is right already', size(1080, 1350), 0.8, { left: 0, top: 0, width: 1080, height: 1350 }],
])('crop cuts out the middle of %s', (_, picture, ratio, frame) => {
  expect(frameOf(picture, ratio, 'crop')).toEqual(frame);
});

test.each([
  ['a photo of 3:4', size(3024, 4032), 0.8, { left: 101, top: 0, width: 3226, height: 4032 }],
  ['a panorama', size(6000, 1000), 1.91, { left: 0, top: 1071, width: 6000, height: 3142 }],
  [
    'a square for a story',
    size(1080, 1080),
    9 / 16,
    { left: 0, top: 420, width: 1080, height: 1920 },
  ],
  ['what is right already', size(1080, 1350), 0.8, { left: 0, top: 0, width: 1080, height: 1350 }],
])('pad puts %s whole into the middle of a canvas', (_, picture, ratio, frame) => {
  expect(frameOf(picture, ratio, 'pad')).toEqual(frame);
});

test('a picture of any size yields a frame of consistent size within the ratio limits of the feed', () => {
  for (let width = 320; width < 480; width += 7) {
    for (let height = 90; height < 1200; height += 11) {
      const picture = size(width, height);
      for (const ratio of [0.8, 1, 1.91]) {
        const cut = frameOf(picture, ratio, 'crop');
        const padded = frameOf(picture, ratio, 'pad');
        for (const frame of [cut, padded]) {
          const made = fileSizeOf(frame, ratio);
          expect(made.width / made.height).toBeGreaterThanOrEqual(0.8);
          expect(made.width / made.height).toBeLessThanOrEqual(1.91);
        }
        expect(cut.width).toBeLessThanOrEqual(width);
        expect(cut.height).toBeLessThanOrEqual(height);
        expect(padded.width).toBeGreaterThanOrEqual(width);
        expect(padded.height).toBeGreaterThanOrEqual(height);
      }
    }
  }
});

test('the file is no wider than 1440 pixels', () => {
  expect(fileSizeOf(frameOf(size(3024, 4032), 0.8, 'crop'), 0.8)).toEqual(size(1440, 1800));
  expect(fileSizeOf(frameOf(size(1400, 500), 1.91, 'pad'), 1.91)).toEqual(size(1400, 733));
});
