import { supportCategories } from '@pontual/contract/operations/support-categories.ts';
import { describe, expect, test } from 'vitest';
import { paths } from '../../../ui/page/paths.ts';
import { faq } from './faq.ts';

const allAnswers = faq.flatMap(({ id, answers }) =>
  answers.map((answer) => ({ category: id, answer })),
);
const categoryText = (category: string) =>
  allAnswers
    .filter((one) => one.category === category)
    .flatMap(({ answer }) => [answer.question, answer.blocks.flat().join('\n')])
    .join('\n');

test('has the six categories of the specification in its order', () => {
  expect(faq.map(({ id }) => id)).toEqual(supportCategories);
});

test.each(faq.map(({ id, answers }) => [id, answers] as const))(
  '%s has at least six answers, and none is empty',
  (_id, answers) => {
    expect(answers.length).toBeGreaterThanOrEqual(6);
    for (const { question, blocks } of answers) {
      expect(question).toMatch(/[?]$|^Apareceu .+\?$/);
      expect(blocks.flat().join(' ').length).toBeGreaterThan(60);
    }
  },
);

test('each answer has a unique id that is easy to type', () => {
  const ids = allAnswers.map(({ answer }) => answer.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
});

test('every link leads to an existing page', () => {
  const linked = allAnswers.flatMap(({ answer: { link } }) =>
    link === undefined ? [] : [link.to],
  );
  expect(linked).not.toEqual([]);
  expect(Object.values<string>(paths)).toEqual(expect.arrayContaining(linked));
});

/** The claims of the help centre (specification, sections 5, 6 and 9) by category. */
describe.each([
  ['agendamento', 'com pelo menos 5 minutos de antecedência'],
  ['agendamento', 'Gratuito: até 7 dias'],
  ['agendamento', 'Pro: até 30 dias'],
  ['agendamento', 'Premium: até 1 ano'],
  [
    'agendamento',
    'Se não havia conta conectada quando a hora chegou, o post fica logo como Expirado',
  ],
  ['agendamento', 'o post espera até 60 minutos por você. Depois disso, aparece como Falhou'],
  ['instagram', 'Sem conta quando a hora chega, ele fica logo como Expirado'],
  ['instagram', 'Sem conta quando a hora chega, ficam logo como Expirados'],
  ['geral', 'até 6 meses antes'],
  ['geral', '7 dias no Gratuito, 30 dias no Pro e 1 ano no Premium'],
  ['planos', 'Novos usuários têm 7 dias para pedir reembolso'],
  ['planos', 'A biblioteca de templates é dos planos Pro e Premium'],
  ['planos', 'os templates personalizados são do Premium'],
  ['planos', 'A biblioteca fica em Modelos'],
  ['planos', 'Cabem 100 modelos'],
  ['tecnico', 'MP4, com menos de 300 MB'],
  ['tecnico', 'Reels: até 60 segundos'],
  ['tecnico', 'Stories: até 15 segundos'],
  ['tecnico', 'Posts: 1:1'],
  ['tecnico', 'Stories e Reels: 9:16'],
])('%s', (category, claim) => {
  test(`contains “${claim}”`, () => expect(categoryText(category)).toContain(claim));
});

test('the free plan is named Gratuito, and Free only beside its price', () => {
  const text = faq.map(({ id }) => categoryText(id)).join('\n');
  expect(text.match(/.*\b(?:Free|Grátis)\b.{0,21}/g)).toEqual(['Free (plano Gratuito), R$']);
});

test('the texts have no exclamation marks, no dashes as punctuation and no emoji', () => {
  const text = faq.map(({ id }) => categoryText(id)).join('\n');
  expect(text).not.toMatch(/[!–—]|\p{Extended_Pictographic}/u);
});
