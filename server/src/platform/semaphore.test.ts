import { expect, test } from 'vitest';
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts';

test('the longest waiter comes next', async () => {
  const semaphore = createSemaphore(1);
  const acquiredBy: string[] = [];
  await semaphore.acquire();
  const waiting = ['first', 'second'].map((name) =>
    semaphore.acquire().then(() => acquiredBy.push(name)),
  );
  semaphore.release();
  await waiting[0];
  expect(acquiredBy).toEqual(['first']);
  semaphore.release();
  await Promise.all(waiting);
  expect(acquiredBy).toEqual(['first', 'second']);
  expect(semaphore.release()).toBe(true);
});

test('a waiter that expires is cancelled, and the next one follows', async () => {
  const semaphore = createSemaphore(1);
  await semaphore.acquire();
  let isExpired = false;
  const [late, patient] = [semaphore.acquire(() => isExpired), semaphore.acquire()];
  isExpired = true;
  semaphore.cancelExpired();
  expect(await late).toBe(false);
  semaphore.release();
  expect(await patient).toBe(true);
});

test('a key with many waiters delays no other key', async () => {
  const keyedSemaphore = createKeyedSemaphore(2);
  const never = () => false;
  expect(
    await Promise.all([
      keyedSemaphore.acquire('full', never),
      keyedSemaphore.acquire('full', never),
    ]),
  ).toEqual([true, true]);
  const third = keyedSemaphore.acquire('full', () => true);
  expect(await keyedSemaphore.acquire('free', never)).toBe(true);
  keyedSemaphore.cancelExpired();
  expect(await third).toBe(false);
  keyedSemaphore.release('full');
  expect(await keyedSemaphore.acquire('full', never)).toBe(true);
});
