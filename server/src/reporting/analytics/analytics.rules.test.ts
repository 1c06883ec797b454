import { expect, test } from 'vitest';
import { engagementRate, percent, wholePercentages } from './analytics.rules.ts';
import { toMonths, lastDays, lastMonths } from './day-ranges.ts';

test.each([
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [30, 21, 17, 7, 4],
    [38, 27, 21, 9, 5],
  ],
  [
    [1, 199],
    [1, 99],
  ],
  [
    [1, 999],
    [0, 100],
  ],
  [[7], [100]],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
])('the shares of %j in whole percents are %j', (counts, shares) => {
  expect(wholePercentages(counts)).toEqual(shares);
});

test('a rate has one decimal and is null for a whole of zero', () => {
  expect(percent(21, 22)).toBe(95.5);
  expect(percent(0, 3)).toBe(0);
  expect(percent(0, 0)).toBeNull();
  expect(engagementRate(undefined)).toBeNull();
  expect(engagementRate({ posts: 2, interactions: 51, reach: 1000 })).toBe(5.1);
});

test('days begin at midnight in Brasília, and today is the last one', () => {
  const { keys, starts, end } = lastDays(new Date('2026-03-01T02:59:59Z'), 3);
  expect(keys).toEqual(['2026-02-26', '2026-02-27', '2026-02-28']);
  expect(starts[0]).toEqual(new Date('2026-02-26T03:00:00Z'));
  expect(end).toEqual(new Date('2026-03-01T03:00:00Z'));
});

test('months are whole months of Brasília, also across the turn of a year', () => {
  const days = lastMonths(new Date('2027-02-10T12:00:00Z'), 6);
  const { keys, starts, end } = days;
  const months = ['2026-09', '2026-10', '2026-11', '2026-12', '2027-01', '2027-02'];
  expect(toMonths(days).keys).toEqual(months.map((month) => `${month}-01`));
  expect([keys[0], keys.at(-1)]).toEqual(['2026-09-01', '2027-02-28']);
  expect(keys).toHaveLength(30 + 31 + 30 + 31 + 31 + 28);
  expect(starts[0]).toEqual(new Date('2026-09-01T03:00:00Z'));
  expect(end).toEqual(new Date('2027-03-01T03:00:00Z'));
});

test('days have the length that the clocks of Brasília gave them', () => {
  // The last summer time: a day of 25 hours ended in the night to 18 February 2018.
  const { starts } = lastDays(new Date('2018-02-18T15:00:00Z'), 2);
  expect(starts).toEqual([new Date('2018-02-17T02:00:00Z'), new Date('2018-02-18T03:00:00Z')]);
});
