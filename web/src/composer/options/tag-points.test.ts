import { describe, expect, test } from 'vitest';
import {
  pointAfterKey,
  pointFromPointer,
  pointText,
  listPoints,
  tagsForNames,
  withoutTag,
  withTag,
} from './tag-points.ts';

const box = { left: 100, top: 50, width: 400, height: 500 };

test.each([
  [100, 50, { x: 0, y: 0 }],
  [300, 300, { x: 0.5, y: 0.5 }],
  [233, 50, { x: 0.3325, y: 0 }],
  [20, 900, { x: 0, y: 1 }],
])('a pointer at %s, %s is at %j of the picture', (clientX, clientY, point) => {
  expect(pointFromPointer(box, { clientX, clientY })).toEqual(point);
});

describe('arrow keys', () => {
  const from = { x: 0.5, y: 0.5 };
  test.each([
    ['ArrowLeft', false, { x: 0.49, y: 0.5 }],
    ['ArrowRight', false, { x: 0.51, y: 0.5 }],
    ['ArrowUp', false, { x: 0.5, y: 0.49 }],
    ['ArrowDown', false, { x: 0.5, y: 0.51 }],
    ['ArrowLeft', true, { x: 0.45, y: 0.5 }],
    ['ArrowDown', true, { x: 0.5, y: 0.55 }],
    ['Enter', false, null],
  ])('%s (Shift: %s) leads to %j', (key, shiftKey, point) => {
    expect(pointAfterKey({ key, shiftKey }, from)).toEqual(point);
  });

  test('stop at the edge', () => {
    const corner = { x: 0.02, y: 1 };
    expect(pointAfterKey({ key: 'ArrowLeft', shiftKey: true }, corner)).toEqual({ x: 0, y: 1 });
    expect(pointAfterKey({ key: 'ArrowDown', shiftKey: false }, corner)).toEqual(corner);
  });
});

test('tags without a position are placed side by side across the middle', () => {
  expect(
    listPoints([{ username: 'a' }, { username: 'b', x: 0.1, y: 0.9 }, { username: 'c' }]),
  ).toEqual([
    { x: 0.25, y: 0.5 },
    { x: 0.1, y: 0.9 },
    { x: 0.75, y: 0.5 },
  ]);
});

test('tagging a user again moves their tag', () => {
  const tags = withTag([], 'lia', { x: 0.1, y: 0.2 });
  expect(withTag(tags, 'bia', { x: 1, y: 0 })).toEqual([
    { username: 'lia', x: 0.1, y: 0.2 },
    { username: 'bia', x: 1, y: 0 },
  ]);
  expect(withTag(tags, 'lia', { x: 0.5, y: 0.5 })).toEqual([{ username: 'lia', x: 0.5, y: 0.5 }]);
  expect(withoutTag(tags, 'lia')).toEqual([]);
});

test('tagsForNames preserves existing positions', () => {
  const tags = [{ username: 'lia', x: 0.1, y: 0.2 }, { username: 'bia' }];
  expect(tagsForNames(tags, ['ana', 'lia'])).toEqual([
    { username: 'ana' },
    { username: 'lia', x: 0.1, y: 0.2 },
  ]);
});

test('a point is described in percent', () => {
  expect(pointText({ x: 0.301, y: 1 })).toBe('30% da esquerda, 100% do alto');
});
