import { expect, test } from 'vitest';
import { aPost } from '../../posts/post-fixture.ts';
import { canMove, moveError, getMoveDueAt, movedPost, snapToQuarter } from './move.rules.ts';

test.each([
  // instant, target day, target minute, new instant
  ['2026-06-09T21:00:00.000Z', '2026-06-12', null, '2026-06-12T21:00:00.000Z'],
  // 23:30 in Brasília is the next day in UTC.
  ['2026-06-10T02:30:00.000Z', '2026-06-30', null, '2026-07-01T02:30:00.000Z'],
  ['2027-01-01T02:59:00.000Z', '2027-01-01', null, '2027-01-02T02:59:00.000Z'],
  ['2026-12-31T15:00:00.000Z', '2027-02-28', null, '2027-02-28T15:00:00.000Z'],
  // Midnight belongs to the day that begins.
  ['2026-07-01T03:00:00.000Z', '2026-06-30', null, '2026-06-30T03:00:00.000Z'],
  ['2026-06-09T21:00:00.000Z', '2026-06-09', 0, '2026-06-09T03:00:00.000Z'],
  ['2026-06-09T21:00:00.000Z', '2026-12-31', 1425, '2027-01-01T02:45:00.000Z'],
  // A post scheduled by the API keeps its seconds.
  ['2026-06-09T21:00:17.250Z', '2026-06-12', null, '2026-06-12T21:00:17.250Z'],
])('%s moved to %s at %s becomes %s', (scheduledTime, day, minute, expected) => {
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
])('minute %i snaps to %i', (minute, expected) => {
  expect(snapToQuarter(minute)).toBe(expected);
});

test('only an editable post with a due time can be moved', () => {
  const moving = (['draft', 'scheduled', 'failed', 'error', 'expired'] as const).map((status) =>
    canMove(aPost({ status })),
  );
  expect(moving).toEqual([true, true, true, true, true]);
  expect(canMove(aPost({ status: 'published' }))).toBe(false);
  expect(canMove(aPost({ status: 'pending' }))).toBe(false);
  expect(canMove(aPost({ status: 'draft', scheduledTime: null }))).toBe(false);
});

test('a due time in the past or beyond the plan is refused with a message', () => {
  const now = new Date('2026-06-09T17:32:00Z');
  const horizon = { days: 7, planName: 'Gratuito' };
  expect(moveError(new Date('2026-06-09T17:00:00Z'), now, horizon)).toContain('já passou');
  expect(moveError(new Date('2026-06-09T18:00:00Z'), now, horizon)).toBeNull();
  expect(moveError(new Date('2026-06-16T18:00:00Z'), now, horizon)).toContain('plano Gratuito');
  expect(moveError(new Date('2027-06-16T18:00:00Z'), now, null)).toBeNull();
});

test('a failed post becomes scheduled again, a draft stays a draft', () => {
  const to = new Date('2026-06-12T21:00:00Z');
  const failed = aPost({ status: 'failed', errorMessage: 'Recusado', errorAction: 'try_again' });
  expect(movedPost(failed, to)).toMatchObject({
    status: 'scheduled',
    errorMessage: null,
    scheduledTime: to.toISOString(),
  });
  expect(movedPost(aPost({ status: 'draft' }), to).status).toBe('draft');
});
