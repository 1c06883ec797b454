import { expect, test } from 'vitest';
import { TEST_START } from './clock.ts';

/** Evaluated while the file loads, as in other tests. */
const loadedAt = new Date();

test('a test file begins at the same time of the same day, whenever it runs', () => {
  for (const seen of [loadedAt, new Date(), new Date(Date.now())]) {
    expect(seen).toBeInstanceOf(Date);
    expect(seen.getTime()).toBeGreaterThanOrEqual(TEST_START.getTime());
    expect(seen.getTime()).toBeLessThan(TEST_START.getTime() + 30 * 60_000);
  }
});

test('a date built from a given time is that time', () => {
  expect(new Date('2020-02-29T12:00:00Z').toISOString()).toBe('2020-02-29T12:00:00.000Z');
});
