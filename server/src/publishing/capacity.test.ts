import { expect, test } from 'vitest';
import { createCapacity } from './capacity.ts';

/** A worker whose last calls each took so long. */
function aCapacity(callMs: number) {
  const capacity = createCapacity();
  for (let call = 0; call < 500; call += 1) capacity.heard(callMs);
  return capacity;
}

test('while calls are quick, a full hand is claimed ahead, in sets that are worth it', () => {
  const capacity = aCapacity(50);
  expect(capacity.room(0)).toBe(1800);
  expect(capacity.room(900)).toBe(900);
  expect(capacity.room(1100)).toBe(0);
  expect(capacity.perAccount()).toBe(20);
});

test('while calls are slow, nothing is claimed that would wait for its call past its deadline', () => {
  const capacity = aCapacity(5000);
  const ahead = capacity.room(0) - 500;
  expect(ahead).toBeGreaterThan(0);
  // They wait for a fifth of the slots to be free once: one second.
  expect(ahead).toBeLessThanOrEqual(101);
  expect(capacity.room(200)).toBeGreaterThan(300);
  expect(capacity.room(400)).toBe(0);
  expect(capacity.perAccount()).toBe(12);
});
