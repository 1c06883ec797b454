import { expect, test } from 'vitest';
import { everyTemplate, labelOf, matching, ofOwn, type Template } from './template.ts';

const aTemplate = (wish: Partial<Template>): Template => ({
  id: wish.title ?? 'x',
  title: 'Produto novo',
  mediaType: 'IMAGE',
  frames: [],
  caption: 'Tem novidade',
  fields: [],
  trade: 'padaria',
  occasion: 'novidade',
  ...wish,
});

const bread = aTemplate({ title: 'Pão do dia', frames: ['A bandeja'] });
const hair = aTemplate({ title: 'Coloração', trade: 'salao', occasion: 'dica' });
const found = (wish: Partial<typeof everyTemplate>) =>
  matching([bread, hair], { ...everyTemplate, ...wish }).map(({ title }) => title);

test('all are there until something is looked for', () => {
  expect(found({})).toEqual(['Pão do dia', 'Coloração']);
});

test('trade and occasion narrow them down together', () => {
  expect(found({ trade: 'padaria' })).toEqual(['Pão do dia']);
  expect(found({ trade: 'padaria', occasion: 'dica' })).toEqual([]);
});

test('all the words are looked for, without accents, wherever they stand', () => {
  expect(found({ words: ' PAO bandeja ' })).toEqual(['Pão do dia']);
  expect(found({ words: 'salao' })).toEqual(['Coloração']);
  expect(found({ words: 'pão salão' })).toEqual([]);
});

test('a template of one’s own asks for what stands between braces', () => {
  const own = ofOwn({
    _id: '1',
    name: 'Fornada',
    mediaType: 'CAROUSEL',
    caption: '{produto} por {preço}',
    frames: ['{produto} e {detalhe}'],
    updatedAt: '2026-06-09T12:00:00Z',
  });
  expect(own.fields).toEqual([{ name: 'produto' }, { name: 'preço' }, { name: 'detalhe' }]);
  expect(labelOf('preço cheio')).toBe('Preço cheio');
});
