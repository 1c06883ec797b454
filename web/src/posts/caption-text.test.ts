import { expect, test } from 'vitest';
import { captionRoom } from './caption-text.ts';

test.each([
  [0, 2200, 'free'],
  [2000, 200, 'free'],
  [2001, 199, 'short'],
  [2150, 50, 'short'],
  [2151, 49, 'shortest'],
  [2200, 0, 'shortest'],
  [2212, -12, 'over'],
])('after %i characters %i are left: %s', (length, left, room) => {
  expect(captionRoom('a'.repeat(length))).toEqual({ left, room });
});

test('an emoji counts once', () => {
  expect(captionRoom('🍵').left).toBe(2199);
});
