import { expect, test } from 'vitest';
import { createDeliveryHealth } from './delivery-health.ts';
import { createUploadSlots } from './upload-slots.ts';

test('a process sends three videos at a time, and one of an account', async () => {
  const slots = createUploadSlots();
  const ends: (() => void)[] = [];
  const start = (account: string) =>
    slots.run(account, () => new Promise<string>((resolve) => ends.push(() => resolve(account))));
  const first = start('a');
  expect(await start('a')).toBeUndefined();
  const second = start('b');
  void start('c');
  expect(await start('d')).toBeUndefined();
  ends[0]?.();
  expect(await first).toBe('a');
  void start('d');
  expect(ends).toHaveLength(4);
  ends[1]?.();
  await second;
  await expect(slots.run('a', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
});

test('a way to Instagram counts as failing after three posts without a success, for 15 minutes', () => {
  let now = new Date('2026-11-30T12:00:00Z').getTime();
  const health = createDeliveryHealth({ now: () => new Date(now) });
  for (const post of ['a', 'a', 'a', 'b']) health.recordFailure(post);
  expect(health.isFailing()).toBe(false);
  health.recordFailure('c');
  expect(health.isFailing()).toBe(true);
  now += 15 * 60_000 + 1;
  expect(health.isFailing()).toBe(false);
  for (const post of ['a', 'b', 'c']) health.recordFailure(post);
  health.recordSuccess();
  expect(health.isFailing()).toBe(false);
});
