import { expect, test } from 'vitest';
import { createDeliveryHealth } from './delivery-health.ts';
import { createUploadSlots } from './upload-slots.ts';

/** A post is named by its account and its minute. */
function useSlots() {
  let now = 0;
  const slots = createUploadSlots({ now: () => new Date(now) });
  const ends = new Map<string, () => void>();
  const start = (igUserId: string, minute = 0) => {
    const postId = `${igUserId}${minute}`;
    const request = { postId, igUserId, dueAt: new Date(minute * 60_000) };
    return slots.run(
      request,
      () => new Promise<string>((resolve) => ends.set(postId, () => resolve(postId))),
    );
  };
  const end = async (postId: string) => {
    ends.get(postId)?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { slots, start, end, ends, advance: (ms: number) => (now += ms) };
}

test('a process sends three videos at a time, and one of an account', async () => {
  const { slots, start, end } = useSlots();
  const first = start('a');
  expect(await start('a', 1)).toBeUndefined();
  void start('b');
  void start('c');
  expect(await start('d')).toBeUndefined();
  await end('a0');
  expect(await first).toBe('a0');
  void start('d');
  expect(await start('e')).toBeUndefined();
  await end('b0');
  const request = { postId: 'f0', igUserId: 'f', dueAt: new Date(0) };
  const cut = slots.run(request, () => Promise.reject(new Error('cut')));
  await expect(cut).rejects.toThrow('cut');
});

test('of the videos that wait, the one that is due first gets the next slot', async () => {
  const { start, end, ends } = useSlots();
  for (const account of ['a', 'b', 'c']) void start(account);
  expect(await start('d', 5)).toBeUndefined();
  expect(await start('e', 3)).toBeUndefined();
  expect(await start('a', 1)).toBeUndefined();
  await end('b0');
  // That of account a is due sooner, but its account sends another one.
  expect(await start('d', 5)).toBeUndefined();
  void start('e', 3);
  await end('c0');
  void start('d', 5);
  await end('a0');
  expect(await start('a', 2)).toBeUndefined();
  void start('a', 1);
  expect([...ends.keys()]).toEqual(['a0', 'b0', 'c0', 'e3', 'd5', 'a1']);
});

test('a post that asks no more keeps no other from a slot', async () => {
  const { start, end, ends, advance } = useSlots();
  for (const account of ['a', 'b', 'c']) void start(account);
  expect(await start('d', 1)).toBeUndefined();
  await end('a0');
  expect(await start('e', 2)).toBeUndefined();
  advance(16_000);
  void start('e', 2);
  expect(ends.has('e2')).toBe(true);
});

function useHealth() {
  let now = new Date('2026-11-30T12:00:00Z').getTime();
  const health = createDeliveryHealth({ now: () => new Date(now) });
  return { ...health, advance: (minutes: number) => (now += minutes * 60_000) };
}

test('a way to Instagram counts as failing after three posts without a success, for 15 minutes', () => {
  const health = useHealth();
  for (const post of ['a', 'a', 'a', 'b']) health.recordFailure(post);
  expect(health.isFailing()).toBe(false);
  health.recordFailure('c');
  expect(health.isFailing()).toBe(true);
  health.advance(15);
  expect(health.isFailing()).toBe(false);
  for (const post of ['a', 'b', 'c']) health.recordFailure(post);
  health.recordSuccess();
  expect(health.isFailing()).toBe(false);
});

test('three posts in more than 15 minutes say nothing of the way', () => {
  const health = useHealth();
  for (const post of ['a', 'b', 'c', 'd']) {
    health.recordFailure(post);
    health.advance(10);
  }
  expect(health.isFailing()).toBe(false);
});
