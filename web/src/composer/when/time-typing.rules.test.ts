import { describe, expect, test } from 'vitest';
import {
  clockOf,
  completeClock,
  stepPart,
  timeOf,
  typeText,
  type TypedTime,
  type TypedTimePart,
} from './time-typing.rules.ts';

const empty: TypedTime = { hour: '', minute: '' };

/** Types keys like a user, with each part selected on focus. */
function typeKeys(keys: string, from: TypedTime = empty, at: TypedTimePart = 'hour') {
  let state = { clock: from, part: at };
  let selected = true;
  for (const key of keys) {
    const text = selected ? key : state.clock[state.part] + key;
    const next = typeText(state.clock, state.part, text);
    const moved = next.part !== state.part;
    selected = moved && next.clock[next.part].length === 2;
    if (!moved && next.clock === state.clock) selected = true;
    state = next;
  }
  return state;
}

const afterBlur = (clock: TypedTime) => timeOf(completeClock(clock, { movesToHour: false }));

describe('digits typed one by one, then blur', () => {
  test.each([
    ['1830', '18:30'],
    ['18:30', '18:30'],
    ['9:05', '09:05'],
    ['905', '09:05'],
    ['0905', '09:05'],
    ['7', '07:00'],
    ['1', '01:00'],
    ['1:5', '01:05'],
    ['9h30', '09:30'],
    ['18h', '18:00'],
    ['2359', '23:59'],
    ['0', '00:00'],
    ['0000', '00:00'],
    // There is no hour 24: it becomes 2 and the rest.
    ['245', '02:45'],
    ['187', '18:07'],
    ['183045', '18:45'],
  ])('%s becomes %s', (keys, time) => {
    expect(afterBlur(typeKeys(keys).clock)).toBe(time);
  });

  test('replace an existing time', () => {
    expect(afterBlur(typeKeys('0915', clockOf('18:30')).clock)).toBe('09:15');
    expect(afterBlur(typeKeys('7', clockOf('18:30')).clock)).toBe('07:30');
    expect(afterBlur(typeKeys('45', clockOf('18:30'), 'minute').clock)).toBe('18:45');
  });
});

test.each([
  ['1', 'hour'],
  ['2', 'hour'],
  ['3', 'minute'],
  ['18', 'minute'],
  ['1:', 'minute'],
])('after %s typing continues in the %s', (keys, part) => {
  expect(typeKeys(keys).part).toBe(part);
});

test.each([
  ['18:30', 'hour'],
  ['18:30', 'minute'],
  ['1830', 'minute'],
  ['18h30', 'hour'],
] as const)('a complete %s that is pasted into the %s is accepted', (text, part) => {
  expect(timeOf(typeText(empty, part, text).clock)).toBe('18:30');
});

test.each([['25:10'], ['18:75'], ['abc'], [':'], ['99:99']])('%s changes nothing', (text) => {
  const clock = clockOf('18:30');
  expect(typeText(clock, 'hour', text).clock).toEqual(clock);
  expect(typeText(clock, 'minute', text).clock).toEqual(clock);
});

test('deleting a part leaves no time', () => {
  const { clock } = typeText(clockOf('18:30'), 'minute', '');
  expect(clock).toEqual({ hour: '18', minute: '' });
  expect(timeOf(clock)).toBe('');
  expect(timeOf(typeText(clockOf('18:30'), 'hour', '').clock)).toBe('');
});

test('cleared minutes stay empty when moving back to the hour and are filled on blur', () => {
  const clock = { hour: '18', minute: '' };
  expect(completeClock(clock, { movesToHour: true })).toEqual(clock);
  expect(completeClock(clock, { movesToHour: false })).toEqual(clockOf('18:00'));
  expect(completeClock(empty, { movesToHour: false })).toEqual(empty);
});

test.each([
  ['18:00', 'hour', 1, '19:00'],
  ['23:15', 'hour', 1, '00:15'],
  ['00:15', 'hour', -1, '23:15'],
  ['18:59', 'minute', 1, '18:00'],
  ['18:00', 'minute', -1, '18:59'],
  ['18:50', 'minute', 15, '18:05'],
  ['18:05', 'minute', -15, '18:50'],
] as const)('%s with its %s moved by %i is %s', (time, part, by, expected) => {
  expect(timeOf(stepPart(clockOf(time), part, by, empty))).toBe(expected);
});

test('an empty field starts at the initial time', () => {
  expect(stepPart(empty, 'hour', 1, clockOf('14:33'))).toEqual(clockOf('14:00'));
  expect(stepPart(empty, 'minute', 1, clockOf('14:33'))).toEqual({ hour: '', minute: '33' });
});
