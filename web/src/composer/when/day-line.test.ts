import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { expect, test } from 'vitest';
import {
  buildDayLine,
  instantAtPosition,
  positionOf,
  visibleSpanOf,
  dayPostsText,
} from './day-line.ts';

const timeOnDay = (time: string) => new Date(`2026-06-09T${time}:00-03:00`);
const day = { from: timeOnDay('06:00'), to: new Date('2026-06-10T00:00:00-03:00') };
const post = (time: string, status = 'scheduled') => ({ at: timeOnDay(time), status });
const lineAt = (now: Date, posts = [post('12:00')]) => buildDayLine({ ...day, now, posts });

test('a day starts at 06:00, or at midnight if a time is earlier', () => {
  expect(visibleSpanOf('2026-06-09', [timeOnDay('06:00'), timeOnDay('23:59')])).toEqual(day);
  expect(visibleSpanOf('2026-06-09', [timeOnDay('05:59')])).toEqual({
    ...day,
    from: timeOnDay('00:00'),
  });
  expect(visibleSpanOf('2026-06-09', [new Date('2026-06-10T01:00:00-03:00')])).toEqual(day);
});

test('the text lists the times of a day, at most five of them', () => {
  expect(dayPostsText([])).toBeNull();
  expect(dayPostsText([post('18:00'), post('09:00')])).toBe('Neste dia: 09:00, 18:00');
  const many = ['07:00', '08:00', '09:00', '10:00', '11:00', '12:00', '13:00'];
  expect(dayPostsText(many.map((time) => post(time)))).toBe(
    'Neste dia: 07:00, 08:00, 09:00, 10:00, 11:00 +2',
  );
});

test('there is a tick for every quarter of an hour, and a long one for the hour', () => {
  const { ticks } = lineAt(timeOnDay('14:32'));
  expect(ticks).toHaveLength(18 * 4 + 1);
  expect(ticks.filter(({ isHour }) => isHour)).toHaveLength(19);
  expect(ticks[0]).toEqual({ at: 0, isHour: true });
  expect(ticks.at(-1)).toEqual({ at: 1, isHour: true });
});

test('every second hour has a label, and every sixth on a phone', () => {
  const { labels } = lineAt(timeOnDay('14:32'));
  expect(labels.map(({ text }) => text).join(' ')).toBe('06h 08h 10h 12h 14h 16h 18h 20h 22h 00h');
  expect(labels.filter(({ isMajor }) => isMajor).map(({ text }) => text)).toEqual([
    '06h',
    '12h',
    '18h',
    '00h',
  ]);
  expect(labels.find(({ text }) => text === '12h')?.at).toBeCloseTo(1 / 3);
});

test('pastShare is 1 for an earlier day and 0 for a later one', () => {
  expect(lineAt(timeOnDay('15:00'))).toMatchObject({ pastShare: 0.5, nowPosition: 0.5 });
  expect(lineAt(new Date('2026-06-10T08:00:00-03:00'))).toMatchObject({
    pastShare: 1,
    nowPosition: null,
  });
  expect(lineAt(new Date('2026-06-08T08:00:00-03:00'))).toMatchObject({
    pastShare: 0,
    nowPosition: null,
  });
});

test('each post is a dot at its due time, without posts of another day', () => {
  const posts = [
    post('18:00', 'draft'),
    post('12:00', 'published'),
    { at: day.to, status: 'scheduled' },
  ];
  expect(lineAt(timeOnDay('14:32'), posts).dots).toEqual([
    { at: positionOf(timeOnDay('12:00'), day), status: 'published', row: 0 },
    { at: positionOf(timeOnDay('18:00'), day), status: 'draft', row: 0 },
  ]);
});

test('dots that would overlap stack upward and come down again', () => {
  const posts = ['12:00', '12:00', '12:10', '12:29', '12:30', '13:00'].map((time) => post(time));
  expect(lineAt(timeOnDay('06:00'), posts).dots.map(({ row }) => row)).toEqual([0, 1, 2, 3, 0, 0]);
});

const chooseAt = (place: number, first: Date, last: Date | null = null) => {
  const instant = instantAtPosition(place, day, first, last);
  return instant === null ? null : formatTime(instant);
};

test.each([
  [0, '06:00'],
  [2 / 3, '18:00'],
  [positionOf(timeOnDay('18:02'), day), '18:00'],
  [positionOf(timeOnDay('18:03'), day), '18:05'],
  [-0.2, '06:00'],
  // The line ends at midnight, which is the next day.
  [1, '23:55'],
  [1.4, '23:55'],
])('position %d on a day without limits is %s', (place, time) => {
  expect(chooseAt(place, timeOnDay('00:01'))).toBe(time);
});

test('the chosen time is never before the first or after the last possible one', () => {
  expect(chooseAt(0, timeOnDay('14:33'))).toBe('14:35');
  expect(chooseAt(1, timeOnDay('14:33'), timeOnDay('20:58'))).toBe('20:55');
  expect(chooseAt(0.5, timeOnDay('14:33'), timeOnDay('14:34'))).toBeNull();
  expect(chooseAt(0.5, day.to)).toBeNull();
});
