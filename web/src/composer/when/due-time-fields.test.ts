import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseDueTimeFields, toDueTimeFields } from './due-time-fields.ts';

const brasilia = (wall: string) => new Date(`${wall}-03:00`);

describe.each(['America/Sao_Paulo', 'Asia/Tokyo'])('with a browser in %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test('the browser uses that time zone', () => {
    const offset = zone === 'Asia/Tokyo' ? -540 : 180;
    expect(brasilia('2026-06-09T18:00').getTimezoneOffset()).toBe(offset);
  });

  test.each([
    ['2026-06-09T18:00:00', '2026-06-09', '18:00'],
    ['2026-06-30T23:59:00', '2026-06-30', '23:59'],
    ['2027-01-01T00:00:00', '2027-01-01', '00:00'],
  ])('%s in Brasília is converted to the fields %s %s and back', (wall, date, time) => {
    expect(toDueTimeFields(brasilia(wall))).toEqual({ date, time });
    expect(parseDueTimeFields({ date, time })).toEqual(brasilia(wall));
  });
});

test.each([
  ['', ''],
  ['2026-06-09', ''],
  ['', '18:00'],
  ['09/06/2026', '18:00'],
])('the fields %s and %s are no instant', (date, time) => {
  expect(parseDueTimeFields({ date, time })).toBeNull();
});
