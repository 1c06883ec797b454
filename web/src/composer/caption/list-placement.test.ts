import { expect, test } from 'vitest';
import { computePlacement } from './list-placement.ts';

const anchor = { left: 300, top: 200, bottom: 226 };
const frame = { left: 100, right: 780 };
const visibleRange = { top: 0, bottom: 900 };
const size = { width: 250, height: 284 };

test('the list appears below the hashtag', () => {
  expect(computePlacement({ anchor, frame, visibleRange, size })).toEqual({
    left: 300,
    edge: { top: 232 },
    maxHeight: 284,
  });
});

test('the list stays within the frame at the right edge', () => {
  expect(
    computePlacement({ anchor: { ...anchor, left: 700 }, frame, visibleRange, size }).left,
  ).toBe(530);
});

test('the list starts at the left below the line on a phone', () => {
  const phone = { left: 16, right: 374 };
  const { left } = computePlacement({
    anchor: { ...anchor, left: 340 },
    frame: phone,
    visibleRange,
    size,
  });
  expect(left).toBe(32);
});

test('the list appears above the hashtag and scrolls when a keyboard takes the space below', () => {
  const low = { left: 300, top: 190, bottom: 216 };
  expect(
    computePlacement({ anchor: low, frame, visibleRange: { top: 0, bottom: 300 }, size }),
  ).toEqual({
    left: 300,
    edge: { bottom: 184 },
    maxHeight: 178,
  });
});

test('with little space the list is clipped before it moves above', () => {
  const place = computePlacement({ anchor, frame, visibleRange: { top: 0, bottom: 490 }, size });
  expect(place).toMatchObject({ edge: { top: 232 }, maxHeight: 252 });
});
