import { describe, expect, test } from 'vitest';
import { describeCell, buildHoursGrid } from './hours-grid.ts';

const hour = (weekday: number, at: number, avgEngagement: number | null, posts = 3) => ({
  weekday,
  hour: at,
  posts,
  avgEngagement,
});

describe('the hours of the week', () => {
  test('are shaded in four steps relative to the highest engagement', () => {
    const { rows, legend } = buildHoursGrid([
      hour(2, 18, 8),
      hour(0, 0, 2),
      hour(1, 12, 2.1),
      hour(6, 23, 0),
    ]);
    expect(rows).toHaveLength(7);
    expect(rows.every((cells) => cells.length === 24)).toBe(true);
    expect(rows[2]?.[18]).toMatchObject({ shade: 4, isBest: true });
    expect(rows[0]?.[0]).toMatchObject({ shade: 1, isBest: false });
    expect(rows[1]?.[12]?.shade).toBe(2);
    expect(rows[6]?.[23]?.shade).toBe(1);
    expect(legend).toEqual(['2%', '4%', '6%', '8%']);
  });

  test('show sem dados where no engagement is known', () => {
    const { rows, best } = buildHoursGrid([hour(2, 18, 6.4), hour(3, 9, null, 0)]);
    expect(rows[3]?.[9]).toMatchObject({ shade: 0, engagement: null });
    expect(rows.flat().filter(({ shade }) => shade > 0)).toHaveLength(1);
    const [known, unknown] = [rows[2]?.[18], rows[3]?.[9]];
    expect(known && describeCell(known)).toBe('6,4%, 3 posts');
    expect(unknown && describeCell(unknown)).toBe('sem dados');
    expect(best).toEqual(['terça às 18:00: 6,4% em 3 posts']);
  });

  test('name the best three, and prefer the hour with more posts in a tie', () => {
    const { best, rows } = buildHoursGrid([
      hour(5, 9, 5, 1),
      hour(4, 20, 5, 2),
      hour(0, 7, 1),
      hour(6, 8, 3),
    ]);
    expect(best).toEqual([
      'quinta às 20:00: 5% em 2 posts',
      'sexta às 09:00: 5% em 1 post',
      'sábado às 08:00: 3% em 3 posts',
    ]);
    expect(rows.flat().filter(({ isBest }) => isBest)).toHaveLength(1);
  });

  test('name no best hour while all engagement is zero', () => {
    const { best, legend, rows } = buildHoursGrid([hour(2, 18, 0)]);
    expect(best).toEqual([]);
    expect(legend).toEqual([]);
    expect(rows[2]?.[18]?.isBest).toBe(false);
  });
});
