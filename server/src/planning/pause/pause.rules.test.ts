import { fromBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { expect, test } from 'vitest';
import { proposeDueTimes } from './pause.rules.ts';

/** November 2026 in Brasília. */
const at = (day: number, hour: number, minute = 0) =>
  fromBrasilia({ year: 2026, month: 11, day, hour, minute });
const last = at(60, 0);

test('each post keeps its time of day, on the first free day', () => {
  const held = [
    { id: 'monday noon', at: at(23, 12) },
    { id: 'monday evening', at: at(23, 19) },
    { id: 'tuesday noon', at: at(24, 12) },
    { id: 'tuesday evening', at: at(24, 19) },
  ];
  const hours = proposeDueTimes(held, {
    now: at(25, 15),
    counted: [at(26, 12)],
    maxPosts: -1,
    last,
  });
  expect(Object.fromEntries(hours)).toEqual({
    'monday noon': at(27, 12),
    'monday evening': at(25, 19),
    'tuesday noon': at(28, 12),
    'tuesday evening': at(26, 19),
  });
});

test('no day takes more posts than the busiest missed day', () => {
  const held = [9, 10, 11, 12, 13].map((hour, index) => ({
    id: String(hour),
    at: at(20 + index, hour),
  }));
  const hours = proposeDueTimes(held, { now: at(25, 20), counted: [], maxPosts: -1, last });
  expect([...hours.values()]).toEqual([at(26, 9), at(27, 10), at(28, 11), at(29, 12), at(30, 13)]);
});

test('a time that is too close moves to the next day', () => {
  const held = [{ id: 'x', at: at(24, 18) }];
  expect(
    proposeDueTimes(held, { now: at(25, 17, 56), counted: [], maxPosts: -1, last }).get('x'),
  ).toEqual(at(26, 18));
  expect(
    proposeDueTimes(held, { now: at(25, 17, 55), counted: [], maxPosts: -1, last }).get('x'),
  ).toEqual(at(25, 18));
});

test('no due time is proposed beyond the horizon of the plan', () => {
  const held = [
    { id: 'a', at: at(23, 12) },
    { id: 'b', at: at(24, 12) },
  ];
  const hours = proposeDueTimes(held, {
    now: at(25, 15),
    counted: [],
    maxPosts: -1,
    last: at(26, 23),
  });
  expect([...hours.values()]).toEqual([at(26, 12), null]);
});

test('a full month of the plan is skipped, and the proposed due times count', () => {
  const held = [
    { id: 'a', at: at(23, 12) },
    { id: 'b', at: at(24, 12) },
    { id: 'c', at: at(25, 12) },
  ];
  const counted = [at(2, 9), at(28, 9)];
  const hours = proposeDueTimes(held, { now: at(25, 15), counted, maxPosts: 3, last });
  expect([...hours.values()]).toEqual([at(26, 12), at(31, 12), at(32, 12)]);
  const full = proposeDueTimes(held, { now: at(25, 15), counted, maxPosts: 2, last: at(30, 23) });
  expect([...full.values()]).toEqual([null, null, null]);
});
