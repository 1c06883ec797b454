import { expect, test } from 'vitest';
import {
  validateLocationText,
  parseLocationId,
  locationText,
  rowAfterKey,
  toLocationQuery,
} from './location.rules.ts';

test.each([
  ['', null],
  [' r ', null],
  ['re', 're'],
  ['  Alto   da Sé ', 'Alto da Sé'],
])('%j is searched as %j', (text, sought) => {
  expect(toLocationQuery(text)).toBe(sought);
});

test('the field shows a location by its name, or else by its id', () => {
  expect(locationText({ id: '213', name: 'Recife' })).toBe('Recife');
  expect(locationText({ id: '213', name: null })).toBe('213');
  expect(locationText(null)).toBe('');
});

test.each([
  ['213000000000007', { id: '213000000000007', name: null }],
  [' 213 ', { id: '213', name: null }],
  ['1'.repeat(26), null],
  ['Recife', null],
  ['', null],
])('parses %j as the location %j', (text, place) => {
  expect(parseLocationId(text)).toEqual(place);
});

test.each([
  ['Recif', true, 'Escolha um local da lista ou apague o texto.'],
  ['', true, undefined],
  ['Recife', false, 'O ID do local tem só números, até 25.'],
  ['213', false, undefined],
  [' ', false, undefined],
])('for %j, with search allowed: %s, returns the error: %s', (text, searches, fault) => {
  expect(validateLocationText(text, searches)).toBe(fault);
});

test.each([
  ['ArrowDown', null, 3, 0],
  ['ArrowDown', 1, 3, 2],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', null, 3, 2],
  ['ArrowUp', 0, 3, 2],
  ['ArrowUp', 2, 3, 1],
  ['ArrowDown', null, 0, undefined],
  ['a', 1, 3, undefined],
])('%s on row %s of a list of %s leads to %s', (key, row, count, next) => {
  expect(rowAfterKey(key, row, count)).toBe(next);
});
