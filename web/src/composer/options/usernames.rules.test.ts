import { describe, expect, test } from 'vitest';
import {
  addNames,
  namesAnnouncement,
  handleNameKey,
  typeName,
  type NamesRule,
} from './usernames.rules.ts';

const threeNames: NamesRule = { max: 3, tooMany: 'Máximo 3 colaboradores' };
const invalidNameText = (word: string) =>
  `"${word}" não é um nome de usuário do Instagram. Use letras sem acento, números, ponto e sublinhado.`;

describe('typing', () => {
  test.each([
    ['lia', [], 'lia', null],
    ['lia ', ['lia'], '', null],
    ['@Lia.Azulejos,', ['lia.azulejos'], '', null],
    ['lia, fe', ['lia'], 'fe', null],
    ['@', [], '@', null],
    ['   ', [], '', null],
    ['cerâmica ', [], 'cerâmica', invalidNameText('cerâmica')],
    ['cerâmica l', [], 'cerâmica l', invalidNameText('cerâmica')],
  ])('%j', (text, names, left, error) => {
    expect(typeName([], text, threeNames)).toEqual({ names, text: left, error });
  });

  test('a fourth name is refused at its first letter, and stays in the text', () => {
    const full = ['a', 'b', 'c'];
    expect(typeName(full, 'd', threeNames)).toEqual({
      names: full,
      text: 'd',
      error: threeNames.tooMany,
    });
    expect(typeName(full, 'd e', threeNames)).toMatchObject({ names: full, text: 'd e' });
    expect(typeName(full, 'a ', threeNames)).toEqual({ names: full, text: '', error: null });
    expect(typeName(full, '', threeNames)).toEqual({ names: full, text: '', error: null });
  });
});

describe('completed names', () => {
  test('are split from a pasted list, without duplicates', () => {
    const pasted = '@lia.azulejos; feira.daprata\nLIA.azulejos';
    expect(addNames(['lia.azulejos'], pasted, threeNames)).toEqual({
      names: ['lia.azulejos', 'feira.daprata'],
      text: '',
      error: null,
    });
  });

  test('stay in the text beyond the limit', () => {
    expect(addNames(['a'], 'b c d e', threeNames)).toEqual({
      names: ['a', 'b', 'c'],
      text: 'd e',
      error: 'Máximo 3 colaboradores',
    });
    expect(addNames(['a', 'b'], 'c@ d e', threeNames)).toMatchObject({
      names: ['a', 'b', 'd'],
      text: 'c@ e',
    });
  });

  test('stay in the text for correction if they are invalid', () => {
    expect(addNames([], 'lia maria@loja.com.br', threeNames)).toEqual({
      names: ['lia'],
      text: 'maria@loja.com.br',
      error: invalidNameText('maria@loja.com.br'),
    });
  });
});

describe('keys', () => {
  const press = (key: string, names: string[], text: string) =>
    handleNameKey(key, { names, text }, threeNames);

  test('Enter adds the typed name', () => {
    expect(press('Enter', ['a'], '@Lia')).toEqual({ names: ['a', 'lia'], text: '', error: null });
  });

  test('Enter keeps a fourth name and its error', () => {
    expect(press('Enter', ['a', 'b', 'c'], 'd')).toEqual({
      names: ['a', 'b', 'c'],
      text: 'd',
      error: 'Máximo 3 colaboradores',
    });
  });

  test('Backspace removes the last name, only in an empty field', () => {
    expect(press('Backspace', ['a', 'b'], '')).toEqual({ names: ['a'], text: '', error: null });
    expect(press('Backspace', ['a', 'b'], 'l')).toBeNull();
    expect(press('Backspace', [], '')).toBeNull();
  });

  test('other keys have no effect', () => {
    expect(press('l', ['a'], '')).toBeNull();
  });
});

test.each([
  [[], ['lia'], '@lia: adicionado'],
  [['lia'], ['lia', 'a', 'b'], '@a, @b: adicionado'],
  [['lia', 'a'], ['a'], '@lia: removido'],
  [['lia'], ['lia'], ''],
])('a change from %j to %j is announced as %j', (before, after, news) => {
  expect(namesAnnouncement(before, after)).toBe(news);
});
