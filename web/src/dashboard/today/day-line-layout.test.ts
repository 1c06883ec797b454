import { startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { describe, expect, test } from 'vitest';
import { buildDayAxis, visibleSpanOf } from '../../composer/when/day-line.ts';
import { aPost } from '../../posts/post-fixture.ts';
import { DOT_SPACING, layoutDayLine, MAX_ROWS } from './day-line-layout.ts';

const DAY = '2026-06-09';
const atTime = (time: string) => new Date(`${DAY}T${time}:00-03:00`);
const span = visibleSpanOf(DAY, []);
/** An hour is 60 px, a minute is one. */
const lineOptions = { width: 18 * 60, minGap: 48, now: null };
const postsAt = (...times: string[]) =>
  times.map((time, index) =>
    aPost({ _id: `post-${index}`, scheduledTime: atTime(time).toISOString() }),
  );
const layoutTexts = (...times: string[]) =>
  layoutDayLine(postsAt(...times), span, lineOptions).linePosts.map(
    ({ position, row, hasThumb }) =>
      `${Math.round(position * lineOptions.width)} ${row}${hasThumb ? ' picture' : ''}`,
  );

describe('the posts of a day', () => {
  test('are in order, with a picture where no other post is near', () => {
    expect(layoutTexts('18:00', '06:00', '12:30')).toEqual([
      '0 0 picture',
      '390 0 picture',
      '720 0 picture',
    ]);
  });

  test('have no picture where another post is nearer than 48 px, or 36 on a phone', () => {
    expect(layoutTexts('12:00', '12:48', '13:34')).toEqual(['360 0 picture', '408 0', '454 0']);
    const onPhone = layoutDayLine(postsAt('12:00', '12:36'), span, { ...lineOptions, minGap: 36 });
    expect(onPhone.linePosts.map(({ hasThumb }) => hasThumb)).toEqual([true, true]);
  });

  test('are placed above a post whose dot they would cover', () => {
    expect(layoutTexts('12:00', '12:00', '12:10', '12:24')).toEqual([
      '360 0',
      '360 1',
      '370 2',
      '384 0',
    ]);
  });

  test('are placed above the dot of the current time, unless they show a picture', () => {
    const near = { ...lineOptions, now: 360 / lineOptions.width };
    const rows = (...times: string[]) =>
      layoutDayLine(postsAt(...times), span, near).linePosts.map(({ row }) => row);
    expect(rows('12:11')).toEqual([0]);
    expect(rows('12:00', '12:11', '12:12')).toEqual([1, 2, 0]);
    expect(rows('11:48', '12:12')).toEqual([0, 0]);
  });

  test('are counted in an overflow above a full stack', () => {
    const { linePosts, overflows } = layoutDayLine(
      postsAt('12:00', '12:00', '12:00', '12:00', '12:05', '15:00'),
      span,
      lineOptions,
    );
    expect(linePosts).toHaveLength(MAX_ROWS + 1);
    expect(overflows).toEqual([
      { position: 1 / 3, time: atTime('12:00'), count: 2, hasFailed: false },
    ]);
  });

  test('with the worst states are visible where there is no room for all, and stay in order', () => {
    const statuses = [
      'published',
      'published',
      'scheduled',
      'pending',
      'failed',
      'failed',
    ] as const;
    const posts = statuses.map((status, index) =>
      aPost({ _id: `post-${index}`, status, scheduledTime: atTime(`12:0${index}`).toISOString() }),
    );
    const isAtRisk = ({ status }: { status?: string }) => status === 'scheduled';
    const { linePosts, overflows } = layoutDayLine(posts, span, { ...lineOptions, isAtRisk });
    expect(linePosts.map(({ post, row }) => `${post.status} ${row}`)).toEqual([
      'scheduled 2',
      'failed 0',
      'failed 1',
    ]);
    expect(overflows).toMatchObject([{ count: 3, hasFailed: false }]);
  });

  test('are counted in an overflow that reports failures', () => {
    const many = postsAt('12:00', '12:00', '12:00', '12:00');
    for (const post of many) post.status = 'failed';
    expect(layoutDayLine(many, span, lineOptions).overflows).toMatchObject([
      { count: 1, hasFailed: true },
    ]);
  });

  test('are never nearer to another post of the same row than the touch target size', () => {
    const minutes = Array.from({ length: 200 }, (_, index) => (index * 7919) % 1080);
    const posts = minutes.map((minute, index) =>
      aPost({
        _id: `post-${index}`,
        scheduledTime: new Date(atTime('06:00').getTime() + minute * 60_000).toISOString(),
      }),
    );
    const { linePosts, overflows } = layoutDayLine(posts, span, lineOptions);
    for (let row = 0; row < MAX_ROWS; row += 1) {
      const xs = linePosts
        .filter((place) => place.row === row)
        .map(({ position }) => position * lineOptions.width);
      for (const [index, x] of xs.slice(1).entries()) {
        expect(x - (xs[index] ?? 0)).toBeGreaterThanOrEqual(DOT_SPACING - 1e-6);
      }
    }
    expect(linePosts.length + overflows.reduce((sum, { count }) => sum + count, 0)).toBe(200);
  });
});

test('the day ends at midnight in Brasília, in every browser time zone', () => {
  const late = aPost({ _id: 'late', scheduledTime: '2026-06-10T02:59:00.000Z' });
  const next = aPost({ _id: 'next', scheduledTime: '2026-06-10T03:00:00.000Z' });
  const { linePosts } = layoutDayLine(
    [late, next, aPost({ scheduledTime: null })],
    span,
    lineOptions,
  );
  expect(linePosts.map(({ post }) => post._id)).toEqual(['late']);
  expect(span.to).toEqual(startOfDay('2026-06-10'));
});

test('after midnight the line begins at midnight, and labels its hours', () => {
  const now = atTime('00:10');
  const early = visibleSpanOf(DAY, [now]);
  const { labels, nowPosition: place } = buildDayAxis({ ...early, now });
  expect(labels.filter(({ isMajor }) => isMajor).map(({ text }) => text)).toEqual([
    '00h',
    '06h',
    '12h',
    '18h',
    '00h',
  ]);
  expect(place).toBeCloseTo(10 / (24 * 60));
});
