import { expect, test } from 'vitest';
import { swipeOffset, indexAfterSwipe } from './swipe.ts';

test('a swipe to the left shows the next item, one to the right the previous item', () => {
  expect(indexAfterSwipe(-120, 300, 1, 3)).toBe(2);
  expect(indexAfterSwipe(120, 300, 1, 3)).toBe(0);
});

test('a short swipe shows the same item', () => {
  expect(indexAfterSwipe(-60, 300, 1, 3)).toBe(1);
});

test('a swipe past an end shows the same item', () => {
  expect(indexAfterSwipe(200, 300, 0, 3)).toBe(0);
  expect(indexAfterSwipe(-200, 300, 2, 3)).toBe(2);
});

test('the row follows the pointer, with resistance past its ends', () => {
  expect(swipeOffset(-50, 0, 3)).toBe(-50);
  expect(swipeOffset(50, 0, 3)).toBe(15);
  expect(swipeOffset(-50, 2, 3)).toBe(-15);
});
