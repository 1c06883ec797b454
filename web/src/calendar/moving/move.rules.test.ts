import { expect, test } from 'vitest';
import { aPost } from '../../posts/post-fixture.ts';
import { canMove, moveError, getMoveDueAt, movedPost, snapToQuarter } from './move.rules.ts';

test.each([
  // its instant, to the day, at the minute, its new instant
  ['2026-06-09T21:00:00.000Z', '2026-06-12', null, '2026-06-12T21:00:00.000Z'],
  // 23:30 in Brasília is the next day in UTC.
  ['2026-06-10T02:30:00.000Z', '2026-06-30', null, '2026-07-01T02:30:00.000Z'],
  ['2027-01-01T02:59:00.000Z', '2027-01-01', null, '2027-01-02T02:59:00.000Z'],
  ['2026-12-31T15:00:00.000Z', '2027-02-28', null, '2027-02-28T15:00:00.000Z'],
  // Midnight belongs to the day that begins.
  ['2026-07-01T03:00:00.000Z', '2026-06-30', null, '2026-06-30T03:00:00.000Z'],
  ['2026-06-09T21:00:00.000Z', '2026-06-09', 0, '2026-06-09T03:00:00.000Z'],
  ['2026-06-09T21:00:00.000Z', '2026-12-31', 1425, '2027-01-01T02:45:00.000Z'],
  // Seconds stay, for who scheduled by the API.
  ['2026-06-09T21:00:17.250Z', '2026-06-12', null, '2026-06-12T21:00:17.250Z'],
])('%s put on %s at %s is %s', (scheduledTime, day, minute, expected) => {
  const moved = getMoveDueAt(aPost({ scheduledTime }), { day, minute });
  expect(moved?.toISOString()).toBe(expected);
});

test.each([
  [0, 0],
  [7, 0],
  [8, 15],
  [1087, 1080],
  [1439, 1425],
  [-20, 0],
  [2000, 1425],
])('minute %i is taken for %i', (minute, expected) => {
  expect(snapToQuarter(minute)).toBe(expected);
});

test('only what may be edited and has an hour moves', () => {
  const moving = (['draft', 'scheduled', 'failed', 'error', 'expired'] as const).map((status) =>
    canMove(aPost({ status })),
  );
  expect(moving).toEqual([true, true, true, true, true]);
  expect(canMove(aPost({ status: 'published' }))).toBe(false);
  expect(canMove(aPost({ status: 'pending' }))).toBe(false);
  expect(canMove(aPost({ status: 'draft', scheduledTime: null }))).toBe(false);
});

test('the past and what lies beyond the plan are refused in words', () => {
  const now = new Date('2026-06-09T17:32:00Z');
  const horizon = { days: 7, planName: 'Gratuito' };
  expect(moveError(new Date('2026-06-09T17:00:00Z'), now, horizon)).toContain('já passou');
  expect(moveError(new Date('2026-06-09T18:00:00Z'), now, horizon)).toBeNull();
  expect(moveError(new Date('2026-06-16T18:00:00Z'), now, horizon)).toContain('plano Gratuito');
  expect(moveError(new Date('2027-06-16T18:00:00Z'), now, null)).toBeNull();
});

test('a post that did not go out waits again, a draft stays one', () => {
  const to = new Date('2026-06-12T21:00:00Z');
  const failed = aPost({ status: 'failed', errorMessage: 'Recusado', errorAction: 'try_again' });
  expect(movedPost(failed, to)).toMatchObject({
    status: 'scheduled',
    errorMessage: null,
    scheduledTime: to.toISOString(),
  });
  expect(movedPost(aPost({ status: 'draft' }), to).status).toBe('draft');
});
