import { describe, expect, test } from 'vitest';
import { differing, looks } from '../testing/drawings.ts';
import { lookAlike, pointsOf } from './picture.rules.ts';

describe('two pictures look nearly the same up to 26 points that differ', () => {
  test.each([
    { points: 0, from: 0, isAlike: true },
    { points: 26, from: 0, isAlike: true },
    { points: 27, from: 0, isAlike: false },
    { points: 26, from: 113, isAlike: true },
    { points: 27, from: 113, isAlike: false },
    { points: 26, from: 230, isAlike: true },
    { points: 27, from: 229, isAlike: false },
    { points: 256, from: 0, isAlike: false },
  ])('$points from the place $from', ({ points, from, isAlike }) => {
    const [one, other] = [looks(1), differing(looks(1), points, from)];
    expect(lookAlike(pointsOf(one), pointsOf(other))).toBe(isAlike);
    expect(lookAlike(pointsOf(other), pointsOf(one))).toBe(isAlike);
  });
});
