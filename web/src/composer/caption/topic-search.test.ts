import { expect, test } from 'vitest';
import { countTopicHabits, indexTopics, detectTopics } from './topic-search.ts';
import { topics } from '../../library/hashtags/topics/topics.ts';

const index = indexTopics(topics);
const namesOf = (caption: string, past: readonly string[] = []) =>
  detectTopics(index, caption, countTopicHabits(index, past)).map(({ name }) => name);

test.each([
  ['A caneca ganha o formato da sua mão. #ceramica #torno', 'cerâmica'],
  ['PÃES quentinhos saindo do forno', 'padaria'],
  ['Bolos de pote e docinhos', 'confeitaria'],
  ['Corte e barba na régua', 'barbearia'],
  ['Mechas e luzes para este cabelo', 'salão de beleza'],
  ['Tatuagens em fineline', 'tatuagem'],
  ['Banho e tosa para o seu cãozinho', 'pet shop'],
  ['Treinos de musculação', 'academia'],
  ['Alongamento de unhas', 'unhas'],
  ['Flores e buquês do dia', 'floricultura'],
  ['Panetones e ceia de natal', 'Natal'],
  ['Presentes para o DIA DAS MÃES', 'Dia das Mães'],
  ['Para todas as mães', 'Dia das Mães'],
  ['A Black Friday chegou', 'Black Friday'],
  ['Arraiá de São João', 'São João'],
  ['Fantasias para o bloquinho', 'Carnaval'],
  ['Volta às aulas, mochilas escolares', 'volta às aulas'],
  ['#biscuit e #macrame', 'artesanato'],
  ['Apartamentos e imóveis', 'imóveis'],
])('%j is about %s', (caption, name) => {
  expect(namesOf(caption)[0]).toBe(name);
});

test.each(['', 'Bom dia, gente!', 'Sempre empanado', 'O pastelão da vida'])(
  '%j matches no topic',
  (caption) => {
    expect(namesOf(caption)).toEqual([]);
  },
);

test('a caption may match two topics', () => {
  expect(namesOf('Pão de fermentação natural na ceia de natal')).toEqual(['padaria', 'Natal']);
});

test('a topic that the caption mentions in passing is left out', () => {
  expect(namesOf('Caneca de cerâmica feita no torno com café')).toEqual(['cerâmica']);
});

test('between equal topics the one that the author uses more often wins', () => {
  const caption = 'Cabelo e unha';
  expect(namesOf(caption)[0]).toBe('salão de beleza');
  expect(namesOf(caption, ['Esmalte novo'])[0]).toBe('unhas');
});

test('an empty caption gets the usual topic of its author', () => {
  const past = ['Fornada das sete', 'Pão quente', 'Um café'];
  expect(namesOf('', past)).toEqual(['padaria']);
  expect(namesOf('', past.slice(1))).toEqual([]);
});
