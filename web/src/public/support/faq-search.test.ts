import { describe, expect, test } from 'vitest';
import { faq } from './faq/faq.ts';
import { excerpt, highlight, search } from './faq-search.ts';

const answers = faq.flatMap((category) =>
  category.answers.map(({ id, question, blocks }) => ({ id, question, texts: blocks.flat() })),
);
const idsFor = (query: string) => search(answers, query).map(({ id }) => id);

describe('a search', () => {
  test.each([
    ['cartao', 'como-posso-pagar'],
    ['CARTÃO', 'como-posso-pagar'],
    ['excluir conta', 'como-excluo-a-minha-conta'],
    ['senhas', 'esqueci-a-minha-senha'],
    ['como troco o e-mail', 'como-troco-o-e-mail'],
    ['reembolso', 'existe-reembolso'],
    ['proporção 9:16', 'qual-e-a-proporcao-certa'],
    ['business', 'nenhuma-conta-business-encontrada'],
  ])('for %s finds %s, with or without accents', (query, id) => {
    expect(idsFor(query)).toContain(id);
  });

  test('lists answers with a match in the question first', () => {
    expect(idsFor('rascunho')[0]).toBe('o-que-e-um-rascunho');
    expect(idsFor('rascunho').length).toBeGreaterThan(1);
  });

  test('requires all words, and lists each answer once', () => {
    const found = idsFor('instagram conta');
    expect(new Set(found).size).toBe(found.length);
    expect(idsFor('reembolso zebra')).toEqual([]);
  });

  test.each(['', '   ', '?!', 'zebra'])('for “%s” finds nothing', (query) => {
    expect(idsFor(query)).toEqual([]);
  });
});

describe('a highlight', () => {
  const found = (text: string, query: string) =>
    highlight(text, query).flatMap((part) => (part.isFound ? [part.text] : []));

  test('splits the original text at the matches', () => {
    expect(highlight('O cartão é da Stripe.', 'cartao stripe')).toEqual([
      { text: 'O ', isFound: false },
      { text: 'cartão', isFound: true },
      { text: ' é da ', isFound: false },
      { text: 'Stripe', isFound: true },
      { text: '.', isFound: false },
    ]);
    expect(found('Proporção, proporções', 'PROPORÇ')).toEqual(['Proporç', 'proporç']);
  });

  test.each(['Um 🏺 e um cartão', 'ﬁm do cartão', 'cartão'])(
    'loses nothing of “%s”, whatever its characters',
    (text) => {
      const parts = highlight(text, 'cartao');
      expect(parts.map((part) => part.text).join('')).toBe(text.normalize('NFC'));
      expect(found(text, 'cartao')).toEqual(['cartão']);
    },
  );

  test('is empty without a query', () => {
    expect(highlight('Um texto', '')).toEqual([{ text: 'Um texto', isFound: false }]);
    expect(highlight('', 'texto')).toEqual([]);
  });
});

describe('an excerpt', () => {
  const answerOf = (...texts: string[]) => ({ question: 'Onde?', texts });

  test('starts shortly before the match, at a word boundary', () => {
    const long = `${'Muitas palavras vêm antes do que se procura. '.repeat(3)}O cartão fica na Stripe.`;
    const text = excerpt(answerOf('Nada aqui.', long), 'cartao');
    expect(text).toMatch(/^… \p{L}/u);
    expect(text).toContain('O cartão fica na Stripe.');
    expect(text.indexOf('cartão')).toBeLessThanOrEqual(42);
  });

  test('is the whole of a short text, and empty without a match', () => {
    expect(excerpt(answerOf('Só com cartão.'), 'cartao')).toBe('Só com cartão.');
    expect(excerpt(answerOf('Cartão, todo mês.'), 'cartao')).toBe('Cartão, todo mês.');
    expect(excerpt(answerOf('Nada aqui.'), 'onde')).toBe('');
  });
});
