import { fromBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { expect, test } from 'vitest';
import { listPauseEndOptions, sinceText, untilText } from './pause-end-options.ts';

/** November 2026, Brasília; the 23rd is a Monday. */
const at = (day: number, hour: number, minute = 0) =>
  fromBrasilia({ year: 2026, month: 11, day, hour, minute });
const untilOf = (now: Date, id: string) =>
  listPauseEndOptions(now).find((end) => end.id === id)?.until;

test('the offered ends are mornings in Brasília, late at night too', () => {
  const night = at(25, 23, 50);
  expect(untilOf(night, 'open')).toBeNull();
  expect(untilOf(night, 'hour')).toEqual(at(26, 0, 50));
  expect(untilOf(night, 'tomorrow')).toEqual(at(26, 8));
  expect(untilOf(night, 'monday')).toEqual(at(30, 8));
});

test('on a Monday the next Monday is offered, and on a Sunday only tomorrow', () => {
  expect(untilOf(at(23, 10), 'monday')).toEqual(at(30, 8));
  expect(listPauseEndOptions(at(29, 10)).map(({ id }) => id)).toEqual(['open', 'hour', 'tomorrow']);
});

test('a pause is described as text', () => {
  expect(sinceText(at(25, 14, 32), at(25, 15))).toBe('desde hoje, 14:32');
  expect(untilText(at(30, 8), at(25, 15))).toBe('até segunda, 30 de novembro, 08:00');
});
