import { describe, expect, test } from 'vitest';
import { flipBits, fakeFingerprint } from '../../../testing/fingerprint-images.ts';
import { areSimilarPictures, parseFingerprint } from './picture.rules.ts';

describe('two pictures are similar up to 26 different points', () => {
  test.each([
    { points: 0, from: 0, isAlike: true },
    { points: 26, from: 0, isAlike: true },
    { points: 27, from: 0, isAlike: false },
    { points: 26, from: 113, isAlike: true },
    { points: 27, from: 113, isAlike: false },
    { points: 26, from: 230, isAlike: true },
    { points: 27, from: 229, isAlike: false },
    { points: 256, from: 0, isAlike: false },
  ])('$points different points from offset $from', ({ points, from, isAlike }) => {
    const [one, other] = [fakeFingerprint(1), flipBits(fakeFingerprint(1), points, from)];
    expect(areSimilarPictures(parseFingerprint(one), parseFingerprint(other))).toBe(isAlike);
    expect(areSimilarPictures(parseFingerprint(other), parseFingerprint(one))).toBe(isAlike);
  });
});
