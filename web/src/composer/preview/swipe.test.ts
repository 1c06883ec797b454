import { expect, test } from 'vitest';
import { swipeOffset, indexAfterSwipe } from './swipe.ts';

test('a swipe to the left brings the next one, to the right the one before', () => {
  expect(indexAfterSwipe(-120, 300, 1, 3)).toBe(2);
  expect(indexAfterSwipe(120, 300, 1, 3)).toBe(0);
});

test('a short swipe leaves what is shown', () => {
  expect(indexAfterSwipe(-60, 300, 1, 3)).toBe(1);
});

test('at the ends there is nothing more to come', () => {
  expect(indexAfterSwipe(200, 300, 0, 3)).toBe(0);
  expect(indexAfterSwipe(-200, 300, 2, 3)).toBe(2);
});

test('the row follows the finger, and past its ends only reluctantly', () => {
  expect(swipeOffset(-50, 0, 3)).toBe(-50);
  expect(swipeOffset(50, 0, 3)).toBe(15);
  expect(swipeOffset(-50, 2, 3)).toBe(-15);
});
