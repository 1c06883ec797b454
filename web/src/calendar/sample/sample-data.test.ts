import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { post } from '@pontual/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addDays, monthGrid, monthOfDay } from '../../ui/dates/month-grid.ts';
import { samplePostsOn, createSamplePosts } from './sample-data.ts';
import { toPost } from './sample-to-post.ts';

const dayBoundaries = [
  ['2026-06-09T17:32:00Z', '2026-06-09'],
  // In UTC, and for most browsers east of Brasília, it is already the next day.
  ['2026-06-10T02:59:00Z', '2026-06-09'],
  ['2026-07-01T02:59:00Z', '2026-06-30'],
  ['2026-07-01T03:00:00Z', '2026-07-01'],
  ['2027-01-01T02:59:00Z', '2026-12-31'],
  ['2027-01-01T03:00:00Z', '2027-01-01'],
  ['2028-02-29T15:00:00Z', '2028-02-29'],
  // A Sunday, a Saturday, and a month of six weeks.
  ['2026-11-22T12:00:00Z', '2026-11-22'],
  ['2026-11-28T12:00:00Z', '2026-11-28'],
  ['2026-08-31T12:00:00Z', '2026-08-31'],
] as const;

test.each(dayBoundaries)('at %s the sample is around %s', (at, today) => {
  const now = new Date(at);
  const plan = createSamplePosts(now);
  expect(dayKey(now)).toBe(today);
  expect(samplePostsOn(plan, today).length).toBeGreaterThan(0);
  expect(samplePostsOn(plan, addDays(today, 1)).length).toBeGreaterThan(0);
  for (const { instant, day, status } of plan) {
    expect(dayKey(instant)).toBe(day);
    expect(status === 'scheduled').toBe(instant > now);
  }
  expect(plan.filter(({ status }) => status === 'failed')).toHaveLength(1);
});

test.each(dayBoundaries)(
  'at %s the whole month has posts, up to the end of a paid plan',
  (at, today) => {
    const plan = createSamplePosts(new Date(at));
    const month = monthOfDay(today);
    const days = monthGrid(month).filter(({ key }) => key <= addDays(today, 30));
    for (let week = 0; week + 7 <= days.length; week += 7) {
      const posts = days.slice(week, week + 7).flatMap(({ key }) => samplePostsOn(plan, key));
      expect(posts.length).toBeGreaterThan(0);
    }
    expect(plan.every(({ day }) => day <= addDays(today, 30))).toBe(true);
  },
);

test('the posts are sorted, each at a distinct minute', () => {
  const instants = createSamplePosts(new Date('2026-06-09T17:32:00Z')).map(({ instant }) =>
    instant.toISOString(),
  );
  expect(instants).toEqual([...new Set(instants)].sort());
});

test('a sample post has the format of the API, and no recovery action', () => {
  const posts = createSamplePosts(new Date('2026-06-09T17:32:00Z')).map(toPost);
  for (const one of posts) expect(z.parse(post, one)).toEqual(one);
  expect(new Set(posts.map(({ status }) => status))).toEqual(
    new Set(['published', 'failed', 'scheduled']),
  );
  expect(posts.every(({ errorAction }) => errorAction === null)).toBe(true);
});
