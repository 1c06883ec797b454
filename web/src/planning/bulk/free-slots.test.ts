import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { expect, test } from 'vitest';
import { findFreeSlots, type SlotPreferences } from './free-slots.ts';

/** A Monday, 15:00 in Brasília. */
const now = new Date('2026-11-23T18:00:00Z');
const until = new Date('2026-12-23T18:00:00Z');
const preferences: SlotPreferences = {
  from: '2026-11-23',
  weekdays: new Set([1, 3, 5]),
  times: ['18:00', '12:00'],
};
const slotTexts = (slots: readonly Date[]) =>
  slots.map((at) => `${formatDate(at)} ${formatTime(at)}`);

test('the next free slots of the chosen days are taken in order', () => {
  expect(slotTexts(findFreeSlots(4, preferences, { takenTimes: [], now, until }))).toEqual([
    '23/11/2026 18:00',
    '25/11/2026 12:00',
    '25/11/2026 18:00',
    '27/11/2026 12:00',
  ]);
});

test('a slot with a scheduled post is skipped, whatever its second', () => {
  const takenTimes = [new Date('2026-11-23T21:00:30Z'), new Date('2026-11-25T15:00:00Z')];
  expect(slotTexts(findFreeSlots(2, preferences, { takenTimes, now, until }))).toEqual([
    '25/11/2026 18:00',
    '27/11/2026 12:00',
  ]);
});

test('the slots end with the plan, and there are none without days or times', () => {
  const span = { takenTimes: [], now, until: new Date('2026-11-26T00:00:00Z') };
  expect(findFreeSlots(30, preferences, span)).toHaveLength(3);
  expect(findFreeSlots(3, { ...preferences, times: [] }, span)).toEqual([]);
  expect(findFreeSlots(3, { ...preferences, weekdays: new Set() }, span)).toEqual([]);
});
