import { describe, expect, test } from 'vitest';
import { buildDayBars } from './day-bars.ts';

const week = (counts: readonly number[]) =>
  counts.map((posts, index) => ({ date: `2026-06-${String(3 + index).padStart(2, '0')}`, posts }));

describe('the bars of the activity', () => {
  test('are scaled relative to the busiest day, and today is the last', () => {
    const bars = buildDayBars(week([1, 1, 2, 1, 0, 3, 4]));
    expect(bars.map(({ share }) => share)).toEqual([0.25, 0.25, 0.5, 0.25, 0, 0.75, 1]);
    expect(bars.filter(({ isToday }) => isToday).map(({ day }) => day)).toEqual([9]);
  });

  test('are labelled with the weekday in Brasília', () => {
    const bars = buildDayBars(week([1, 0, 0, 0, 0, 0, 1234]));
    expect(bars.map(({ weekday }) => weekday)).toEqual([
      'qua.',
      'qui.',
      'sex.',
      'sáb.',
      'dom.',
      'seg.',
      'ter.',
    ]);
    expect(bars[0]?.name).toBe('quarta, 3: 1 post');
    expect(bars[6]?.name).toBe('terça, 9: 1.234 posts');
  });

  test('have no height in a week without a post', () => {
    expect(buildDayBars(week([0, 0, 0, 0, 0, 0, 0])).every(({ share }) => share === 0)).toBe(true);
  });
});
