import { expect, test } from 'vitest';
import { isLocationId, parseUsername } from './instagram.ts';

test.each([
  ['lia.azulejos', 'lia.azulejos'],
  ['@Feira.DaPrata', 'feira.daprata'],
  ['  @_bia_9 ', '_bia_9'],
  ['a'.repeat(30), 'a'.repeat(30)],
])('%j is the username %s', (text, name) => {
  expect(parseUsername(text)).toBe(name);
});

test.each(['', '@', '@@lia', 'lia azulejos', 'cerâmica', 'a-b', 'lia@exemplo.com', 'a'.repeat(31)])(
  '%j is no username',
  (text) => {
    expect(parseUsername(text)).toBeNull();
  },
);

test.each([
  ['213000000000007', true],
  ['1'.repeat(25), true],
  ['1'.repeat(26), false],
  ['', false],
  ['21 3', false],
  ['Recife', false],
])('the location id check of %j returns %s', (text, isId) => {
  expect(isLocationId(text)).toBe(isId);
});
