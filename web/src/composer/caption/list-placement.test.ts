import { expect, test } from 'vitest';
import { computePlacement } from './list-placement.ts';

const anchor = { left: 300, top: 200, bottom: 226 };
const frame = { left: 100, right: 780 };
const visibleRange = { top: 0, bottom: 900 };
const size = { width: 250, height: 284 };

test('the list stands below the hashtag', () => {
  expect(computePlacement({ anchor, frame, visibleRange, size })).toEqual({
    left: 300,
    edge: { top: 232 },
    maxHeight: 284,
  });
});

test('at the right edge it stays within the frame', () => {
  expect(
    computePlacement({ anchor: { ...anchor, left: 700 }, frame, visibleRange, size }).left,
  ).toBe(530);
});

test('on a phone it stands below the line', () => {
  const phone = { left: 16, right: 374 };
  const { left } = computePlacement({
    anchor: { ...anchor, left: 340 },
    frame: phone,
    visibleRange,
    size,
  });
  expect(left).toBe(32);
});

test('over a keyboard it stands above, and scrolls', () => {
  const low = { left: 300, top: 190, bottom: 216 };
  expect(
    computePlacement({ anchor: low, frame, visibleRange: { top: 0, bottom: 300 }, size }),
  ).toEqual({
    left: 300,
    edge: { bottom: 184 },
    maxHeight: 178,
  });
});

test('with little room it is cut before it is moved', () => {
  const place = computePlacement({ anchor, frame, visibleRange: { top: 0, bottom: 490 }, size });
  expect(place).toMatchObject({ edge: { top: 232 }, maxHeight: 252 });
});
