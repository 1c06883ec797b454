import { expect, test } from 'vitest';
import { createCapacity } from './capacity.ts';

function aCapacity(callMs: number, workers = 1) {
  const capacity = createCapacity(500, () => workers);
  for (let call = 0; call < 500; call += 1) capacity.recordCall(callMs);
  return capacity;
}

test('fast calls allow many claims ahead, in large batches', () => {
  const capacity = aCapacity(50);
  expect(capacity.available(0)).toBe(1800);
  expect(capacity.available(1800)).toBe(0);
  expect(capacity.minBatchSize()).toBe(650);
  expect(capacity.perAccount()).toBe(20);
});

test('workers share the calls and the claims ahead', () => {
  const capacity = aCapacity(50, 4);
  expect(capacity.available(0)).toBe(450);
  expect(capacity.perAccount()).toBe(6);
  expect(capacity.minBatchSize()).toBe(163);
  // While a slot of its share is free, every batch is large enough.
  expect(capacity.available(124)).toBeGreaterThanOrEqual(capacity.minBatchSize());
});

test('fewer slots allow proportionally fewer claims ahead', () => {
  const capacity = createCapacity(100, () => 1);
  expect(capacity.available(0)).toBe(360);
  expect(capacity.minBatchSize()).toBe(130);
});

test('slow calls allow no claim that would wait long for its call', () => {
  const capacity = aCapacity(5000);
  // With calls of 5 s, one fifth of the slots becomes free each second.
  expect(capacity.available(500)).toBeLessThanOrEqual(101);
  expect(capacity.perAccount()).toBe(1);
});

test.each([50, 1000, 5000, 50_000])(
  'when calls take %i ms, a due post is claimed while a slot is free',
  (callMs) => {
    const capacity = aCapacity(callMs);
    expect(capacity.available(499)).toBeGreaterThanOrEqual(capacity.minBatchSize());
  },
);
