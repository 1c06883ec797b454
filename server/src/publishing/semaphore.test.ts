import { expect, test } from 'vitest';
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts';

test('whoever waits longest comes next', async () => {
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

test('whoever waits until it is over is sent away, and the next comes', async () => {
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

test('a key that has many waiting holds up no other', async () => {
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
