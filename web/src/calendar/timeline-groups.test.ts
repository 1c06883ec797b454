import { expect, test } from 'vitest';
import { aPost } from '../posts/post-fixture.ts';
import { timelineGroups, undatedDrafts } from './timeline-groups.ts';
import { postsByDay } from '../posts/due-at.ts';
import { countdown, dayHeading, compactDateTime, relativeDay } from '../ui/dates/day-text.ts';
import { noPostFilter } from '../posts/post-filter.ts';

/** Tuesday, 14:32 in Brasília (UTC-3). */
const now = new Date('2026-06-09T17:32:00Z');

test.each([
  // day, now, title, detail
  ['2026-06-09', now, 'Hoje', 'terça, 9 de junho'],
  ['2026-06-10', now, 'Amanhã', 'quarta, 10 de junho'],
  ['2026-06-11', now, 'Quinta', '11 de junho'],
  ['2026-06-08', now, 'Segunda', '8 de junho'],
  ['2026-06-13', now, 'Sábado', '13 de junho'],
  ['2026-07-01', new Date('2026-06-30T23:00:00Z'), 'Amanhã', 'quarta, 1 de julho'],
  ['2027-01-01', new Date('2026-12-31T23:00:00Z'), 'Amanhã', 'sexta, 1 de janeiro de 2027'],
  ['2027-01-04', new Date('2026-12-31T23:00:00Z'), 'Segunda', '4 de janeiro de 2027'],
  // 23:59 in Brasília is already the next day in UTC.
  ['2026-06-09', new Date('2026-06-10T02:59:59Z'), 'Hoje', 'terça, 9 de junho'],
  ['2026-06-10', new Date('2026-06-10T03:00:00Z'), 'Hoje', 'quarta, 10 de junho'],
])('%s seen at %s is %s', (key, at, title, detail) => {
  expect(dayHeading(key, at)).toEqual({ title, detail });
});

test('a post belongs to its day in Brasília, to the minute', () => {
  const days = postsByDay([
    aPost({ _id: 'last', scheduledTime: '2026-07-01T02:59:00.000Z' }),
    aPost({ _id: 'first', scheduledTime: '2026-07-01T03:00:00.000Z' }),
    aPost({ _id: 'newYearsEve', scheduledTime: '2027-01-01T02:30:00.000Z' }),
    aPost({ _id: 'newYear', scheduledTime: '2027-01-01T03:30:00.000Z' }),
  ]);
  expect([...days].map(([key, posts]) => [key, posts.map((post) => post._id)])).toEqual([
    ['2026-06-30', ['last']],
    ['2026-07-01', ['first']],
    ['2026-12-31', ['newYearsEve']],
    ['2027-01-01', ['newYear']],
  ]);
});

test('days and posts are sorted, drafts without a due time are separate', () => {
  const groups = timelineGroups(
    [
      aPost({ _id: 'friday', scheduledTime: '2026-06-12T15:00:00.000Z' }),
      aPost({ _id: 'evening', scheduledTime: '2026-06-09T23:00:00.000Z' }),
      aPost({ _id: 'morning', status: 'published', scheduledTime: '2026-06-09T11:30:00.000Z' }),
      aPost({ _id: 'before', status: 'failed', scheduledTime: '2026-06-06T13:00:00.000Z' }),
      aPost({ _id: 'draft', status: 'draft', scheduledTime: null }),
    ],
    now,
  );
  expect(groups.earlier.map((group) => group.posts.map((post) => post._id))).toEqual([['before']]);
  expect(groups.days.map((group) => [group.title, group.posts.map((post) => post._id)])).toEqual([
    ['Hoje', ['morning', 'evening']],
    ['Sexta', ['friday']],
  ]);
  expect(groups.undated.map((post) => post._id)).toEqual(['draft']);
  expect(groups.next?._id).toBe('evening');
});

test('a post with an invalid due time comes last, under its own title', () => {
  const [post, readable] = [aPost({ _id: 'lixo', scheduledTime: '' }), aPost()];
  const groups = timelineGroups([post, readable], now);
  expect(groups.days.map(({ title, posts }) => [title, posts.map(({ _id }) => _id)])).toEqual([
    ['Hoje', ['post-1']],
    ['Data inválida', ['lixo']],
  ]);
  expect([groups.earlier, groups.undated, groups.next?._id]).toEqual([[], [], 'post-1']);
  expect(postsByDay([post]).size).toBe(0);
});

test('today is listed even without posts', () => {
  const groups = timelineGroups([], now);
  expect(groups.days.map((group) => group.title)).toEqual(['Hoje']);
  expect(groups.next).toBeNull();
});

test('a day of the timeline shows its holiday or occasion, other date texts do not', () => {
  const groups = timelineGroups(
    [aPost({ _id: 'friday', scheduledTime: '2026-06-12T15:00:00.000Z' })],
    now,
  );
  expect(groups.days.map(({ detail }) => detail)).toEqual([
    'terça, 9 de junho',
    '12 de junho, Dia dos Namorados',
  ]);
  expect(relativeDay(new Date('2026-06-12T15:00:00Z'), now)).toBe('Sexta, 12 de junho');
});

test('a post that is pending or already due is not the next post', () => {
  const groups = timelineGroups(
    [
      aPost({ _id: 'due', scheduledTime: '2026-06-09T17:32:00.000Z' }),
      aPost({ _id: 'pending', status: 'pending', scheduledTime: '2026-06-09T18:00:00.000Z' }),
      aPost({ _id: 'next', scheduledTime: '2026-06-09T19:00:00.000Z' }),
    ],
    now,
  );
  expect(groups.next?._id).toBe('next');
});

test.each([
  ['2026-06-09T17:32:30Z', 'em 1 min'],
  ['2026-06-09T17:37:00Z', 'em 5 min'],
  ['2026-06-09T18:31:00Z', 'em 59 min'],
  ['2026-06-09T18:32:00Z', 'em 1 h'],
  ['2026-06-09T21:00:00Z', 'em 3 h 28 min'],
  ['2026-06-11T17:31:00Z', 'em 47 h 59 min'],
  ['2026-06-11T17:32:00Z', 'em 2 dias'],
  ['2026-06-16T17:00:00Z', 'em 6 dias'],
])('the countdown until %s is %s', (until, said) => {
  expect(countdown(now, new Date(until))).toBe(said);
});

test.each([
  ['2026-06-09T21:00:00Z', 'Hoje'],
  ['2026-06-10T15:00:00Z', 'Amanhã'],
  ['2026-06-12T15:00:00Z', 'Sexta, 12 de junho'],
])('the relative day of %s is %s', (instant, said) => {
  expect(relativeDay(new Date(instant), now)).toBe(said);
});

test.each([
  ['2026-06-09T21:00:00Z', 'hoje 18:00'],
  // Tomorrow in UTC, today in Brasília.
  ['2026-06-10T02:59:00Z', 'hoje 23:59'],
  ['2026-06-10T03:00:00Z', 'amanhã 00:00'],
  ['2026-06-12T15:00:00Z', '12/06 12:00'],
  ['2027-01-01T02:30:00Z', '31/12 23:30'],
])('the compact form of %s is %s', (at, said) => {
  expect(compactDateTime(new Date(at), now)).toBe(said);
});

test('drafts without a due time pass the filters for drafts, approvals and their type', () => {
  const drafts = [
    aPost({ _id: 'photo', status: 'draft', scheduledTime: null, mediaType: 'IMAGE' }),
    aPost({
      _id: 'reel',
      status: 'draft',
      scheduledTime: null,
      mediaType: 'REELS',
      awaiting: true,
    }),
    aPost({ _id: 'dated', status: 'draft', awaiting: true }),
  ];
  const left = (filter: object) =>
    undatedDrafts(drafts, { ...noPostFilter, ...filter }).map(({ _id }) => _id);
  expect(left({})).toEqual(['photo', 'reel']);
  expect(left({ status: 'draft' })).toEqual(['photo', 'reel']);
  expect(left({ mediaType: 'REELS' })).toEqual(['reel']);
  expect(left({ status: 'awaiting' })).toEqual(['reel']);
  expect(left({ status: 'published' })).toEqual([]);
});
