import { expect, test } from 'vitest';
import { placeOf } from './placement.ts';

const anchor = { left: 300, top: 200, bottom: 226 };
const frame = { left: 100, right: 780 };
const view = { top: 0, bottom: 900 };
const size = { width: 250, height: 284 };

test('the list stands below the hashtag', () => {
  expect(placeOf({ anchor, frame, view, size })).toEqual({
    left: 300,
    edge: { top: 232 },
    maxHeight: 284,
  });
});

test('at the right edge it stays within the frame', () => {
  expect(placeOf({ anchor: { ...anchor, left: 700 }, frame, view, size }).left).toBe(530);
});

test('on a phone it stands below the line', () => {
  const phone = { left: 16, right: 374 };
  const { left } = placeOf({ anchor: { ...anchor, left: 340 }, frame: phone, view, size });
  expect(left).toBe(32);
});

test('over a keyboard it stands above, and scrolls', () => {
  const low = { left: 300, top: 190, bottom: 216 };
  expect(placeOf({ anchor: low, frame, view: { top: 0, bottom: 300 }, size })).toEqual({
    left: 300,
    edge: { bottom: 184 },
    maxHeight: 178,
  });
});

test('with little room it is cut before it is moved', () => {
  const place = placeOf({ anchor, frame, view: { top: 0, bottom: 490 }, size });
  expect(place).toMatchObject({ edge: { top: 232 }, maxHeight: 252 });
});
