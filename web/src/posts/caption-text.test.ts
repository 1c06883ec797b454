import { expect, test } from 'vitest';
import { captionFault, captionMarks, captionRoom, refusalText } from './caption-text.ts';

test.each([
  [0, 2200, 'free'],
  [2000, 200, 'free'],
  [2001, 199, 'short'],
  [2150, 50, 'short'],
  [2151, 49, 'shortest'],
  [2200, 0, 'shortest'],
  [2212, -12, 'over'],
])('after %i characters %i are left: %s', (length, left, room) => {
  expect(captionRoom('a'.repeat(length))).toEqual({ left, room });
});

test('an emoji counts once', () => {
  expect(captionRoom('🍵').left).toBe(2199);
});

test.each([
  ['#a '.repeat(24), [], []],
  ['#a '.repeat(27), ['27 de 30 hashtags'], []],
  ['#a '.repeat(30), ['30 de 30 hashtags'], []],
  ['#a '.repeat(32), ['32 de 30 hashtags'], ['Instagram aceita até 30 hashtags. Remova 2.']],
  ['@a '.repeat(14), [], []],
  ['@a '.repeat(15), ['15 de 20 menções'], []],
  ['@a '.repeat(21), ['21 de 20 menções'], ['Instagram aceita até 20 menções. Remova 1.']],
])('of %j it is said: %j, refused for: %j', (caption, counts, refusals) => {
  const marks = captionMarks(caption);
  expect(marks.counts.map(({ text }) => text)).toEqual(counts);
  expect(marks.refusals.map(refusalText)).toEqual(refusals);
});

test.each([
  ['Puxar a alça. #barro', undefined],
  ['a'.repeat(2201), 'Legenda deve ter no máximo 2200 caracteres'],
  [
    '#a @b '.repeat(31),
    'Instagram aceita até 30 hashtags. Remova 1. Instagram aceita até 20 menções. Remova 11.',
  ],
])('%j cannot be sent because: %s', (caption, fault) => {
  expect(captionFault(caption)).toBe(fault);
});
