import { expect, test } from 'vitest';
import { pulled, settled } from './swipe.ts';

test('a swipe to the left brings the next one, to the right the one before', () => {
  expect(settled(-120, 300, 1, 3)).toBe(2);
  expect(settled(120, 300, 1, 3)).toBe(0);
});

test('a short swipe leaves what is shown', () => {
  expect(settled(-60, 300, 1, 3)).toBe(1);
});

test('at the ends there is nothing more to come', () => {
  expect(settled(200, 300, 0, 3)).toBe(0);
  expect(settled(-200, 300, 2, 3)).toBe(2);
});

test('the row follows the finger, and past its ends only reluctantly', () => {
  expect(pulled(-50, 0, 3)).toBe(-50);
  expect(pulled(50, 0, 3)).toBe(15);
  expect(pulled(-50, 2, 3)).toBe(-15);
});
