import { expect, test } from 'vitest';
import { rateTone } from './rate-tone.ts';

test.each([
  [100, 'pub'],
  [90, 'pub'],
  [89.9, 'ipe'],
  [70, 'ipe'],
  [69.9, 'bad'],
  [0, 'bad'],
])('a success rate of %s%% has the tone %s', (rate, tone) => {
  expect(rateTone(rate)).toBe(tone);
});
