import { expect, test } from 'vitest';
import { tokenAt } from './hashtag-text.ts';
import { habitsFrom, offerFor, suggestionsFor } from './suggestions.ts';
import { indexTopics } from './topic-search.ts';
import { topic } from './topics/topic.ts';

const index = indexTopics([
  topic('cerâmica', 'cerâmica, caneca', 'ceramica ceramicabrasil atelie barro torno mesa argila'),
  topic('padaria', 'pão', 'paoartesanal padaria feitoamao pao levain broa'),
  topic('artesanato', 'artesanato', 'feitoamao feitonobrasil feitopormulheres atelie'),
]);

/** What is suggested at the end of a caption. */
function suggested(caption: string, past: readonly string[] = [], known = true) {
  const token = tokenAt(caption, caption.length);
  if (token === null) throw new Error(`nothing is typed in ${caption}`);
  const topics = known ? index : null;
  return suggestionsFor(token, caption, habitsFrom(past, topics), topics);
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
  expect(suggested(caption, past).names.join(' ')).toBe(names);
});

test('at most 8 are shown', () => {
  const past = [Array.from({ length: 12 }, (_, each) => `#barro${each}`).join(' ')];
  expect(suggested('#ba', past).names).toHaveLength(8);
});

test('the topics of the caption come before other topics', () => {
  expect(suggested('pão #fe').names[0]).toBe('feitoamao');
  expect(suggested('artesanato #at').names).toEqual(['atelie']);
  expect(suggested('caneca #ra').names).toEqual(['ceramica', 'ceramicabrasil']);
});

test('what is whole is told from what is not', () => {
  expect(suggested('#barro').complete).toBe(true);
  expect(suggested('#barr').complete).toBe(false);
});

test('without topics there are still the own', () => {
  expect(suggested('#ba', ['#barro'], false).names).toEqual(['barro']);
});

const offered = (caption: string, past: readonly string[] = []) =>
  offerFor(caption, habitsFrom(past, index), index);

test('six of the topic are offered', () => {
  expect(offered('A caneca nova')).toEqual({
    title: 'Sugestões por tema: cerâmica',
    names: ['ceramica', 'ceramicabrasil', 'atelie', 'barro', 'torno', 'mesa'],
  });
});

test('what is in the caption makes room for the next', () => {
  expect(offered('A caneca nova #Cerâmica #torno')?.names).toEqual([
    'ceramicabrasil',
    'atelie',
    'barro',
    'mesa',
    'argila',
  ]);
});

test('those that the author uses come first', () => {
  expect(offered('A caneca nova', ['#mesa', '#Torno'])?.names.slice(0, 3)).toEqual([
    'torno',
    'mesa',
    'ceramica',
  ]);
});

test('two topics take turns', () => {
  expect(offered('Uma caneca e um pão')).toEqual({
    title: 'Sugestões por tema: cerâmica e padaria',
    names: ['ceramica', 'paoartesanal', 'ceramicabrasil', 'padaria', 'atelie', 'feitoamao'],
  });
});

test('without a topic the own are offered, or nothing', () => {
  expect(offered('Bom dia', ['Oi #sol #lua', '#sol'])).toEqual({
    title: 'Suas hashtags',
    names: ['sol', 'lua'],
  });
  expect(offered('Bom dia')).toBeNull();
});

test('nothing is offered that Instagram would refuse, or warns of', () => {
  expect(offered(`caneca ${'#a '.repeat(4)}`)).not.toBeNull();
  expect(offered(`caneca ${'#a '.repeat(5)}`)).toBeNull();
  expect(offered('caneca '.repeat(315))).toBeNull();
});
