import { expect, test } from 'vitest';
import {
  clampDrag,
  displacementDuringDrag,
  positionAfterKey,
  positionDuringDrag,
  nearestPosition,
  scrollStep,
  moveItem,
  type ListOffset,
} from './sorting.rules.ts';

const offsets: ListOffset[] = [0, 1, 2, 3, 4].map((index) => ({
  left: (index % 3) * 100,
  top: Math.floor(index / 3) * 150,
}));
const grid = { count: 5, columns: 3 };

test.each([
  [0, 2, 'bcade'],
  [4, 0, 'eabcd'],
  [3, 1, 'adbce'],
  [2, 2, 'abcde'],
])('the item at %d goes to %d: %s', (from, to, order) => {
  expect(moveItem(['a', 'b', 'c', 'd', 'e'], from, to).join('')).toBe(order);
});

test.each([
  ['ArrowLeft', 1, 0],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 4, 4],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 2, 4],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, 0],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['Enter', 1, null],
])('%s moves the item at %d to %s', (key, from, to) => {
  expect(positionAfterKey(key, from, grid)).toBe(to);
});

test('a dragged item takes the position that it covers most', () => {
  expect(nearestPosition(offsets, 0, { left: 20, top: 10 })).toBe(0);
  expect(nearestPosition(offsets, 0, { left: 120, top: -10 })).toBe(1);
  expect(nearestPosition(offsets, 0, { left: 90, top: 130 })).toBe(4);
  expect(nearestPosition(offsets, 4, { left: -400, top: -400 })).toBe(0);
});

test('a dragged item stays within its list', () => {
  expect(clampDrag(offsets, 0, { left: 90, top: 40 })).toEqual({ left: 90, top: 40 });
  expect(clampDrag(offsets, 0, { left: 900, top: 900 })).toEqual({ left: 224, top: 174 });
  expect(clampDrag(offsets, 4, { left: -900, top: -900 })).toEqual({ left: -124, top: -174 });
});

test('the items between both positions shift by one position', () => {
  const forward = { from: 0, to: 3 };
  expect(displacementDuringDrag(offsets, 1, forward)).toEqual({ left: -100, top: 0 });
  expect(displacementDuringDrag(offsets, 3, forward)).toEqual({ left: 200, top: -150 });
  expect(displacementDuringDrag(offsets, 4, forward)).toEqual({ left: 0, top: 0 });
  expect([0, 1, 2, 3, 4].map((index) => positionDuringDrag(index, forward))).toEqual([
    3, 0, 1, 2, 4,
  ]);
  const back = { from: 4, to: 2 };
  expect(displacementDuringDrag(offsets, 2, back)).toEqual({ left: -200, top: 150 });
  expect(displacementDuringDrag(offsets, 1, back)).toEqual({ left: 0, top: 0 });
});

test('the list scrolls near an edge, faster when nearer', () => {
  const edges = { top: 100, bottom: 800 };
  expect(scrollStep(450, edges)).toBe(0);
  expect(scrollStep(132, edges)).toBe(-7);
  expect(scrollStep(60, edges)).toBe(-14);
  expect(scrollStep(768, edges)).toBe(7);
  expect(scrollStep(900, edges)).toBe(14);
});
