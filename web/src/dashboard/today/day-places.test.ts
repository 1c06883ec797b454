import { startOfDay } from '@pontual/contract/brasilia-time.ts';
import { describe, expect, test } from 'vitest';
import { dayAxis, spanOf } from '../../posts/create/when/day-line.ts';
import { aPost } from '../../posts/post-fixture.ts';
import { DOT_ROOM, placesOn, ROWS } from './day-places.ts';

const DAY = '2026-06-09';
const on = (time: string) => new Date(`${DAY}T${time}:00-03:00`);
const span = spanOf(DAY, []);
/** An hour is 60 px, a minute one. */
const room = { width: 18 * 60, apart: 48, now: null };
const at = (...times: string[]) =>
  times.map((time, index) =>
    aPost({ _id: `post-${index}`, scheduledTime: on(time).toISOString() }),
  );
const drawn = (...times: string[]) =>
  placesOn(at(...times), span, room).places.map(
    ({ at, row, hasThumb }) => `${Math.round(at * room.width)} ${row}${hasThumb ? ' picture' : ''}`,
  );

describe('a post lies at its hour', () => {
  test('in order, with its picture where nothing is near', () => {
    expect(drawn('18:00', '06:00', '12:30')).toEqual([
      '0 0 picture',
      '390 0 picture',
      '720 0 picture',
    ]);
  });

  test('without its picture where a neighbour is nearer than 48 px, or 36 on a phone', () => {
    expect(drawn('12:00', '12:48', '13:34')).toEqual(['360 0 picture', '408 0', '454 0']);
    const onPhone = placesOn(at('12:00', '12:36'), span, { ...room, apart: 36 });
    expect(onPhone.places.map(({ hasThumb }) => hasThumb)).toEqual([true, true]);
  });

  test('above another one whose dot it would cover', () => {
    expect(drawn('12:00', '12:00', '12:10', '12:24')).toEqual(['360 0', '360 1', '370 2', '384 0']);
  });

  test('above the dot of now, unless its picture stands there', () => {
    const near = { ...room, now: 360 / room.width };
    const rows = (...times: string[]) =>
      placesOn(at(...times), span, near).places.map(({ row }) => row);
    expect(rows('12:11')).toEqual([0]);
    expect(rows('12:00', '12:11', '12:12')).toEqual([1, 2, 0]);
    expect(rows('11:48', '12:12')).toEqual([0, 0]);
  });

  test('as one of many, whose number stands over the stack', () => {
    const { places, rests } = placesOn(
      at('12:00', '12:00', '12:00', '12:00', '12:05', '15:00'),
      span,
      room,
    );
    expect(places).toHaveLength(ROWS + 1);
    expect(rests).toEqual([{ at: 1 / 3, time: on('12:00'), count: 2, hasFailed: false }]);
  });

  test('the worst in sight where there is no room for all, and in their order', () => {
    const statuses = [
      'published',
      'published',
      'scheduled',
      'pending',
      'failed',
      'failed',
    ] as const;
    const posts = statuses.map((status, index) =>
      aPost({ _id: `post-${index}`, status, scheduledTime: on(`12:0${index}`).toISOString() }),
    );
    const isAtRisk = ({ status }: { status?: string }) => status === 'scheduled';
    const { places, rests } = placesOn(posts, span, { ...room, isAtRisk });
    expect(places.map(({ post, row }) => `${post.status} ${row}`)).toEqual([
      'scheduled 2',
      'failed 0',
      'failed 1',
    ]);
    expect(rests).toMatchObject([{ count: 3, hasFailed: false }]);
  });

  test('as one of many that failed, whose number says so', () => {
    const many = at('12:00', '12:00', '12:00', '12:00');
    for (const post of many) post.status = 'failed';
    expect(placesOn(many, span, room).rests).toMatchObject([{ count: 1, hasFailed: true }]);
  });

  test('never nearer to another of its row than a finger can tell', () => {
    const minutes = Array.from({ length: 200 }, (_, index) => (index * 7919) % 1080);
    const posts = minutes.map((minute, index) =>
      aPost({
        _id: `post-${index}`,
        scheduledTime: new Date(on('06:00').getTime() + minute * 60_000).toISOString(),
      }),
    );
    const { places, rests } = placesOn(posts, span, room);
    for (let row = 0; row < ROWS; row += 1) {
      const xs = places.filter((place) => place.row === row).map(({ at }) => at * room.width);
      for (const [index, x] of xs.slice(1).entries()) {
        expect(x - (xs[index] ?? 0)).toBeGreaterThanOrEqual(DOT_ROOM - 1e-6);
      }
    }
    expect(places.length + rests.reduce((sum, { count }) => sum + count, 0)).toBe(200);
  });
});

test('the day ends at midnight in Brasília, wherever the browser is', () => {
  const late = aPost({ _id: 'late', scheduledTime: '2026-06-10T02:59:00.000Z' });
  const next = aPost({ _id: 'next', scheduledTime: '2026-06-10T03:00:00.000Z' });
  const { places } = placesOn([late, next, aPost({ scheduledTime: null })], span, room);
  expect(places.map(({ post }) => post._id)).toEqual(['late']);
  expect(span.to).toEqual(startOfDay('2026-06-10'));
});

test('after midnight the line begins at midnight, and names its hours', () => {
  const now = on('00:10');
  const early = spanOf(DAY, [now]);
  const { labels, now: place } = dayAxis({ ...early, now });
  expect(labels.filter(({ isMajor }) => isMajor).map(({ text }) => text)).toEqual([
    '00h',
    '06h',
    '12h',
    '18h',
    '00h',
  ]);
  expect(place).toBeCloseTo(10 / (24 * 60));
});
