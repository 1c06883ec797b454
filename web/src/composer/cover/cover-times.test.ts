import { expect, test } from 'vitest';
import {
  maxCoverOffset,
  stripTimes,
  timeText,
  spokenTimeText,
  clampCoverOffset,
} from './cover-times.ts';

test.each([
  { durationMs: 38_000, last: 37_900 },
  { durationMs: 5016, last: 4900 },
  { durationMs: 5001, last: 4900 },
  { durationMs: 101, last: 0 },
  { durationMs: 40, last: 0 },
])('the cover of $durationMs ms lies at $last ms at the latest', ({ durationMs, last }) => {
  expect(maxCoverOffset(durationMs)).toBe(last);
  expect(last === 0 || last <= durationMs - 100).toBe(true);
});

test('clamps an offset of another video to this one', () => {
  expect(clampCoverOffset(14_000, 38_000)).toBe(14_000);
  expect(clampCoverOffset(14_049, 38_000)).toBe(14_000);
  expect(clampCoverOffset(60_000, 5000)).toBe(4900);
  expect(clampCoverOffset(-1, 5000)).toBe(0);
});

test('the strip has eight frames, from the first to the last possible cover', () => {
  expect(stripTimes(7100)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000]);
});

test('labels a frame with its time', () => {
  expect(timeText(14_000)).toBe('0:14');
  expect(timeText(4300)).toBe('0:04,3');
  expect(timeText(61_000)).toBe('1:01');
  expect(spokenTimeText(14_000)).toBe('quadro em 0 minutos e 14 segundos');
  expect(spokenTimeText(61_000)).toBe('quadro em 1 minuto e 1 segundo');
  expect(spokenTimeText(14_300)).toBe('quadro em 0 minutos e 14,3 segundos');
});
