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

test('there are the six categories of the specification, in its order', () => {
  expect(faq.map(({ id }) => id)).toEqual(supportCategories);
});

test.each(faq.map(({ id, answers }) => [id, answers] as const))(
  '%s has six answers or more, and none is empty',
  (_id, answers) => {
    expect(answers.length).toBeGreaterThanOrEqual(6);
    for (const { question, blocks } of answers) {
      expect(question).toMatch(/[?]$|^Apareceu .+\?$/);
      expect(blocks.flat().join(' ').length).toBeGreaterThan(60);
    }
  },
);

test('each answer has an address of its own, that can be typed', () => {
  const ids = allAnswers.map(({ answer }) => answer.id);
  expect(new Set(ids).size).toBe(ids.length);
  // Ids of the page itself.
  for (const id of ids) expect(id).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
});

test('every link leads to a page that there is', () => {
  const linked = allAnswers.flatMap(({ answer: { link } }) =>
    link === undefined ? [] : [link.to],
  );
  expect(linked).not.toEqual([]);
  expect(Object.values<string>(paths)).toEqual(expect.arrayContaining(linked));
});

/** The claims of the help centre (specification, sections 5, 6 and 9), where they belong. */
describe.each([
  ['agendamento', 'com pelo menos 5 minutos de antecedência'],
  ['agendamento', 'Free: até 7 dias'],
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
  ['geral', '7 dias no Free, 30 dias no Pro e 1 ano no Premium'],
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
  test(`says “${claim}”`, () => expect(categoryText(category)).toContain(claim));
});

test('the voice is calm: no exclamation marks, no dashes for punctuation, no emoji', () => {
  const text = faq.map(({ id }) => categoryText(id)).join('\n');
  expect(text).not.toMatch(/[!–—]|\p{Extended_Pictographic}/u);
});
