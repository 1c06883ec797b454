import { describe, expect, test } from 'vitest';
import { findBest, listSegments, buildSeries } from './account-series.ts';

const day = (date: string, followers: number | null, reach: number | null = null) => ({
  date,
  followers,
  reach,
  views: null,
  interactions: null,
});

describe('the account series', () => {
  test('scales followers between the lowest and the highest day', () => {
    const days = [day('2026-06-01', 100), day('2026-06-02', 110), day('2026-06-03', 120)];
    const series = buildSeries(days, 'followers', 'lowest');
    expect(series.points.map(({ height }) => height)).toEqual([0, 0.5, 1]);
    expect(series).toMatchObject({ low: 100, high: 120, days: 3 });
  });

  test('scales reach from zero and marks the first of the highest days as best', () => {
    const days = [
      day('2026-06-01', null, 50),
      day('2026-06-02', null, 200),
      day('2026-06-03', null, 200),
    ];
    const series = buildSeries(days, 'reach', 'zero');
    expect(series.points.map(({ height }) => height)).toEqual([0.25, 1, 1]);
    expect(findBest(series)?.date).toBe('2026-06-02');
  });

  test('leaves a gap for a missing or unknown day, also across the end of a month', () => {
    const days = [
      day('2026-05-30', 10),
      day('2026-05-31', 11),
      day('2026-06-01', null),
      day('2026-06-02', 12),
      day('2026-06-04', 13),
      day('2026-06-05', 14),
    ];
    const series = buildSeries(days, 'followers', 'lowest');
    expect(series.days).toBe(7);
    expect(listSegments(series).map(([from, to]) => `${from.date} ${to.date}`)).toEqual([
      '2026-05-30 2026-05-31',
      '2026-06-04 2026-06-05',
    ]);
  });

  test('draws a constant value in the middle, and zero at the bottom', () => {
    const days = [day('2026-06-01', 7, 0), day('2026-06-02', 7, 0)];
    const heights = (series: ReturnType<typeof buildSeries>) =>
      series.points.map(({ height }) => height);
    expect(heights(buildSeries(days, 'followers', 'lowest'))).toEqual([0.5, 0.5]);
    expect(heights(buildSeries(days, 'reach', 'zero'))).toEqual([0, 0]);
  });

  test('is empty without known values', () => {
    const series = buildSeries([day('2026-06-01', null)], 'followers', 'lowest');
    expect(series).toMatchObject({ points: [], days: 0 });
    expect(findBest(series)).toBeUndefined();
  });
});
