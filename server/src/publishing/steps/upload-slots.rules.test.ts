import { expect, test } from 'vitest';
import { createFetchHealth } from './fetch-health.ts';
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

test('the address counts as unreachable after three posts without a download, for 15 minutes', () => {
  let now = new Date('2026-11-30T12:00:00Z').getTime();
  const health = createFetchHealth({ now: () => new Date(now) });
  for (const post of ['a', 'a', 'a', 'b']) health.recordFailure(post);
  expect(health.isUnreachable()).toBe(false);
  health.recordFailure('c');
  expect(health.isUnreachable()).toBe(true);
  now += 15 * 60_000 + 1;
  expect(health.isUnreachable()).toBe(false);
  for (const post of ['a', 'b', 'c']) health.recordFailure(post);
  health.recordSuccess();
  expect(health.isUnreachable()).toBe(false);
});
