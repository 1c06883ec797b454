import { describe, expect, test } from 'vitest';
import { insertGroup, defaultGroupName, extractHashtagNames, parseHashtags } from './group-text.ts';

test('extracts each hashtag of a text once', () => {
  expect(extractHashtagNames('Vaso #barro e #Cerâmica.\n#BARRO #feito_a_mao')).toEqual([
    'barro',
    'Cerâmica',
    'feito_a_mao',
  ]);
  expect(
    extractHashtagNames(Array.from({ length: 40 }, (_, n) => `#t${n}`).join(' ')),
  ).toHaveLength(30);
});

describe('a group is inserted at the caret', () => {
  const written = (text: string, caret: number, names: string[]) => {
    const edit = insertGroup(text, caret, names);
    return edit === null ? null : text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  };
  test.each([
    ['', 0, ['a', 'b'], '#a #b'],
    ['Vaso', 4, ['a', 'b'], 'Vaso #a #b'],
    ['Vaso\n\n', 6, ['a'], 'Vaso\n\n#a'],
    ['Vaso novo', 4, ['a'], 'Vaso #a novo'],
    ['Vaso novo', 5, ['a'], 'Vaso #a novo'],
    ['Vaso #A', 7, ['a', 'b'], 'Vaso #A #b'],
    ['🏺', 1, ['a'], '#a 🏺'],
  ])('%j at %i', (text, caret, names, expected) => {
    expect(written(text, caret, names)).toBe(expected);
  });

  test('but not if the text contains all of its hashtags', () => {
    expect(insertGroup('#Cerâmica #barro', 0, ['ceramica', 'BARRO'])).toBeNull();
  });
});

test('the default name of a group is its first hashtag, made unique', () => {
  expect(defaultGroupName(['barro', 'fogo'], [])).toBe('#barro');
  expect(defaultGroupName(['barro'], ['#BARRO', '#barro 2'])).toBe('#barro 3');
});

test('parses hashtags with and without signs', () => {
  expect(parseHashtags('#barro, ceramica\n #fogo#forno;  torno')).toEqual([
    'barro',
    'ceramica',
    'fogo',
    'forno',
    'torno',
  ]);
});
