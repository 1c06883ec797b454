import { fromBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { expect, test } from 'vitest';
import { slotTimesBetween } from './queue.rules.ts';

/** November 2026 in Brasília; the 23rd is a Monday. */
const at = (day: number, hour: number, minute = 0) =>
  fromBrasilia({ year: 2026, month: 11, day, hour, minute });

test('the slots of a week follow in order, week after week', () => {
  const slots = [
    { weekday: 3, minute: 18 * 60 + 30 },
    { weekday: 1, minute: 19 * 60 },
    { weekday: 1, minute: 12 * 60 },
  ];
  expect([...slotTimesBetween(slots, at(23, 13), at(32, 0))]).toEqual([
    at(23, 19),
    at(25, 18, 30),
    at(30, 12),
    at(30, 19),
  ]);
});

test('both ends are included, and late slots belong to their day in Brasília', () => {
  const slots = [{ weekday: 1, minute: 23 * 60 + 30 }];
  expect([...slotTimesBetween(slots, at(23, 23, 30), at(30, 23, 30))]).toEqual([
    at(23, 23, 30),
    at(30, 23, 30),
  ]);
  expect([...slotTimesBetween(slots, at(23, 23, 31), at(30, 23, 29))]).toEqual([]);
  expect([...slotTimesBetween([], at(23, 0), at(30, 0))]).toEqual([]);
});
