import { expect, test } from 'vitest';
import { createCapacity } from './capacity.ts';

/** A worker whose last calls each took so long. */
function aCapacity(callMs: number) {
  const capacity = createCapacity(500);
  for (let call = 0; call < 500; call += 1) capacity.recordCall(callMs);
  return capacity;
}

test('while calls are quick, much is claimed ahead, in sets that are worth it', () => {
  const capacity = aCapacity(50);
  expect(capacity.available(0)).toBe(1800);
  expect(capacity.available(1800)).toBe(0);
  expect(capacity.minBatchSize()).toBe(650);
  expect(capacity.perAccount()).toBe(20);
});

test('with fewer slots less is claimed ahead, in the same proportion', () => {
  const capacity = createCapacity(100);
  expect(capacity.available(0)).toBe(360);
  expect(capacity.minBatchSize()).toBe(130);
});

test('while calls are slow, nothing is claimed that would wait for its call for long', () => {
  const capacity = aCapacity(5000);
  // A fifth of the slots is free once in a second.
  expect(capacity.available(500)).toBeLessThanOrEqual(101);
  expect(capacity.perAccount()).toBe(1);
});

test.each([50, 1000, 5000, 50_000])(
  'when calls take %i ms, whoever is due is claimed while a slot is free',
  (callMs) => {
    const capacity = aCapacity(callMs);
    expect(capacity.available(499)).toBeGreaterThanOrEqual(capacity.minBatchSize());
  },
);
