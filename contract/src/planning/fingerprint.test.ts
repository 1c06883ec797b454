import { expect, test } from 'vitest';
import { FINGERPRINT_SIZE, fingerprintOf } from './fingerprint.ts';

function picture(seed: number, { width, height } = { width: 136, height: 170 }) {
  const grey = Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    return (
      128 + 60 * Math.sin(seed * 3 + x * (7 + seed)) + 60 * Math.cos(y * (5 + seed * 2) + x * 9)
    );
  });
  return { grey, size: { width, height } };
}
const fingerprintOfPicture = ({ grey, size }: ReturnType<typeof picture>) =>
  fingerprintOf(grey, size) ?? '';
const distance = (one: string, other: string) =>
  Array.from(one).reduce((sum, digit, at) => {
    const bits = Number.parseInt(digit, 16) ^ Number.parseInt(other[at] ?? '0', 16);
    return sum + bits.toString(2).replaceAll('0', '').length;
  }, 0);

test('a fingerprint stays similar for another size and a darker picture', () => {
  const one = fingerprintOfPicture(picture(1));
  expect(one).toMatch(/^[\da-f]{64}$/);
  expect(distance(one, fingerprintOfPicture(picture(1, { width: 320, height: 400 })))).toBeLessThan(
    20,
  );
  const { grey, size } = picture(1);
  const darker = grey.map((level) => level * 0.9 - 5);
  expect(distance(one, fingerprintOf(darker, size) ?? '')).toBeLessThan(12);
});

test('different pictures have distant fingerprints', () => {
  const prints = [1, 2, 3, 4, 5, 6].map((seed) => fingerprintOfPicture(picture(seed)));
  for (const [at, one] of prints.entries()) {
    for (const other of prints.slice(at + 1)) expect(distance(one, other)).toBeGreaterThan(40);
  }
});

test('a flat or very small picture has no fingerprint', () => {
  const { width, height } = FINGERPRINT_SIZE;
  expect(
    fingerprintOf(
      Array.from({ length: width * height }, () => 90),
      FINGERPRINT_SIZE,
    ),
  ).toBeNull();
  expect(fingerprintOf([1, 2, 3], { width: 3, height: 1 })).toBeNull();
});
