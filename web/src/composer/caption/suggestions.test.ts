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

/** What is suggested at the end of a caption. */
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

test('at most 8 are shown', () => {
  const past = [Array.from({ length: 12 }, (_, each) => `#barro${each}`).join(' ')];
  expect(suggest('#ba', past).names).toHaveLength(8);
});

test('the topics of the caption come before other topics', () => {
  expect(suggest('pão #fe').names[0]).toBe('feitoamao');
  expect(suggest('artesanato #at').names).toEqual(['atelie']);
  expect(suggest('caneca #ra').names).toEqual(['ceramica', 'ceramicabrasil']);
});

test('what is whole is told from what is not', () => {
  expect(suggest('#barro').isComplete).toBe(true);
  expect(suggest('#barr').isComplete).toBe(false);
});

test('without topics there are still the own', () => {
  expect(suggest('#ba', ['#barro'], false).names).toEqual(['barro']);
});

const offer = (caption: string, past: readonly string[] = []) =>
  suggestForCaption(caption, habitsFrom(past, index), index);

test('six of the topic are offered', () => {
  expect(offer('A caneca nova')).toEqual({
    title: 'Sugestões por tema: cerâmica',
    names: ['ceramica', 'ceramicabrasil', 'atelie', 'barro', 'torno', 'mesa'],
  });
});

test('what is in the caption makes room for the next', () => {
  expect(offer('A caneca nova #Cerâmica #torno')?.names).toEqual([
    'ceramicabrasil',
    'atelie',
    'barro',
    'mesa',
    'argila',
  ]);
});

test('those that the author uses come first', () => {
  expect(offer('A caneca nova', ['#mesa', '#Torno'])?.names.slice(0, 3)).toEqual([
    'torno',
    'mesa',
    'ceramica',
  ]);
});

test('two topics take turns', () => {
  expect(offer('Uma caneca e um pão')).toEqual({
    title: 'Sugestões por tema: cerâmica e padaria',
    names: ['ceramica', 'paoartesanal', 'ceramicabrasil', 'padaria', 'atelie', 'feitoamao'],
  });
});

test('without a topic the own are offered, or nothing', () => {
  expect(offer('Bom dia', ['Oi #sol #lua', '#sol'])).toEqual({
    title: 'Suas hashtags',
    names: ['sol', 'lua'],
  });
  expect(offer('Bom dia')).toBeNull();
});

test('nothing is offered that Instagram would refuse, or warns of', () => {
  expect(offer(`caneca ${'#a '.repeat(4)}`)).not.toBeNull();
  expect(offer(`caneca ${'#a '.repeat(5)}`)).toBeNull();
  expect(offer('caneca '.repeat(315))).toBeNull();
});
