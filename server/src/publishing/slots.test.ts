import { expect, test } from 'vitest';
import { createLanes, createSlots } from './slots.ts';

test('whoever waits longest comes next', async () => {
  const slots = createSlots(1);
  const came: string[] = [];
  await slots.take();
  const waiting = ['first', 'second'].map((name) => slots.take().then(() => came.push(name)));
  slots.give();
  await waiting[0];
  expect(came).toEqual(['first']);
  slots.give();
  await Promise.all(waiting);
  expect(came).toEqual(['first', 'second']);
  expect(slots.give()).toBe(true);
});

test('whoever waits until it is over is sent away, and the next comes', async () => {
  const slots = createSlots(1);
  await slots.take();
  let isOver = false;
  const [late, patient] = [slots.take(() => isOver), slots.take()];
  isOver = true;
  slots.clear();
  expect(await late).toBe(false);
  slots.give();
  expect(await patient).toBe(true);
});

test('a key that has many waiting holds up no other', async () => {
  const lanes = createLanes(2);
  const never = () => false;
  expect(await Promise.all([lanes.take('full', never), lanes.take('full', never)])).toEqual([
    true,
    true,
  ]);
  const third = lanes.take('full', () => true);
  expect(await lanes.take('free', never)).toBe(true);
  lanes.clear();
  expect(await third).toBe(false);
  lanes.give('full');
  expect(await lanes.take('full', never)).toBe(true);
});
