import { expect, test } from 'vitest';
import { findTokenAt } from '../../posts/hashtag-text.ts';
import { habitsFrom, suggestForCaption, suggestForToken } from './suggestions.ts';
import { indexTopics } from './topic-search.ts';
import { topic } from '../../library/hashtags/topics/topic.ts';

const index = indexTopics([
  topic('cerâmica', 'cerâmica, caneca', 'ceramica ceramicabrasil atelie barro torno mesa argila'),
  topic('padaria', 'pão', 'paoartesanal padaria feitoamao pao levain broa'),
  topic('artesanato', 'artesanato', 'feitoamao feitonobrasil feitopormulheres atelie'),
]);

function suggest(caption: string, past: readonly string[] = [], known = true) {
  const token = findTokenAt(caption, caption.length);
  if (token === null) throw new Error(`nothing is typed in ${caption}`);
  const topics = known ? index : null;
  return suggestForToken(token, caption, habitsFrom(past, topics), topics);
}

test.each([
  ['what starts so', '#feito', [], 'feitoamao feitonobrasil feitopormulheres'],
  ['whatever the case', '#FEITO', [], 'feitoamao feitonobrasil feitopormulheres'],
  ['whatever the accents', '#pã', [], 'paoartesanal padaria pao'],
  ['then what holds it', 'caneca #ar', ['#lar'], 'argila lar barro'],
  ['not what holds it by chance', '#ar', [], 'argila'],
  [
    'the own before others',
    '#feito',
    ['#feitopormim'],
    'feitopormim feitoamao feitonobrasil feitopormulheres',
  ],
  [
    'the most used own first',
    '#ate',
    ['#atelieum', '#ateliedois', '#ateliedois'],
    'ateliedois atelieum atelie',
  ],
  ['the last used of equals', '#ate', ['#atelieum', '#ateliedois'], 'atelieum ateliedois atelie'],
  ['the own way to write it', '#cer', ['#Cerâmica'], 'Cerâmica ceramicabrasil'],
  ['nothing that is there', '#feitoamao e #feito', [], 'feitonobrasil feitopormulheres'],
  ['nothing that is there with accents', '#pão #pao', [], 'paoartesanal'],
  ['the caption’s topic first', 'pão #fe', [], 'feitoamao feitonobrasil feitopormulheres'],
  ['nothing for nothing', '#xyz', [], ''],
])('%s: %j', (_what, caption, past, names) => {
  expect(suggest(caption, past).names.join(' ')).toBe(names);
});

test('returns at most 8 suggestions', () => {
  const past = [Array.from({ length: 12 }, (_, each) => `#barro${each}`).join(' ')];
  expect(suggest('#ba', past).names).toHaveLength(8);
});

test('the topics of the caption come before other topics', () => {
  expect(suggest('pão #fe').names[0]).toBe('feitoamao');
  expect(suggest('artesanato #at').names).toEqual(['atelie']);
  expect(suggest('caneca #ra').names).toEqual(['ceramica', 'ceramicabrasil']);
});

test('isComplete distinguishes a known hashtag from a partial one', () => {
  expect(suggest('#barro').isComplete).toBe(true);
  expect(suggest('#barr').isComplete).toBe(false);
});

test('without topics the own hashtags are still suggested', () => {
  expect(suggest('#ba', ['#barro'], false).names).toEqual(['barro']);
});

const offer = (caption: string, past: readonly string[] = []) =>
  suggestForCaption(caption, habitsFrom(past, index), index);

test('offers six hashtags of the topic', () => {
  expect(offer('A caneca nova')).toEqual({
    title: 'Sugestões por tema: cerâmica',
    names: ['ceramica', 'ceramicabrasil', 'atelie', 'barro', 'torno', 'mesa'],
  });
});

test('a hashtag in the caption is replaced by the next one', () => {
  expect(offer('A caneca nova #Cerâmica #torno')?.names).toEqual([
    'ceramicabrasil',
    'atelie',
    'barro',
    'mesa',
    'argila',
  ]);
});

test('hashtags that the author uses come first', () => {
  expect(offer('A caneca nova', ['#mesa', '#Torno'])?.names.slice(0, 3)).toEqual([
    'torno',
    'mesa',
    'ceramica',
  ]);
});

test('hashtags of two topics alternate', () => {
  expect(offer('Uma caneca e um pão')).toEqual({
    title: 'Sugestões por tema: cerâmica e padaria',
    names: ['ceramica', 'paoartesanal', 'ceramicabrasil', 'padaria', 'atelie', 'feitoamao'],
  });
});

test('without a topic the own hashtags are offered, or nothing', () => {
  expect(offer('Bom dia', ['Oi #sol #lua', '#sol'])).toEqual({
    title: 'Suas hashtags',
    names: ['sol', 'lua'],
  });
  expect(offer('Bom dia')).toBeNull();
});

test('offers nothing that would exceed a limit of Instagram', () => {
  expect(offer(`caneca ${'#a '.repeat(4)}`)).not.toBeNull();
  expect(offer(`caneca ${'#a '.repeat(5)}`)).toBeNull();
  expect(offer('caneca '.repeat(315))).toBeNull();
});
