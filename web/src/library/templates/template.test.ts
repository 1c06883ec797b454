import { expect, test } from 'vitest';
import {
  everyTemplate,
  fieldLabel,
  filterTemplates,
  fromCustomTemplate,
  type Template,
} from './template.ts';

const aTemplate = (overrides: Partial<Template>): Template => ({
  id: overrides.title ?? 'x',
  title: 'Produto novo',
  mediaType: 'IMAGE',
  frames: [],
  caption: 'Tem novidade',
  fields: [],
  trade: 'padaria',
  occasion: 'novidade',
  ...overrides,
});

const bread = aTemplate({ title: 'Pão do dia', frames: ['A bandeja'] });
const hair = aTemplate({ title: 'Coloração', trade: 'salao', occasion: 'dica' });
const titlesFound = (filter: Partial<typeof everyTemplate>) =>
  filterTemplates([bread, hair], { ...everyTemplate, ...filter }).map(({ title }) => title);

test('an empty filter returns all templates', () => {
  expect(titlesFound({})).toEqual(['Pão do dia', 'Coloração']);
});

test('trade and occasion are combined', () => {
  expect(titlesFound({ trade: 'padaria' })).toEqual(['Pão do dia']);
  expect(titlesFound({ trade: 'padaria', occasion: 'dica' })).toEqual([]);
});

test('all words of the search must match anywhere, without accents', () => {
  expect(titlesFound({ searchText: ' PAO bandeja ' })).toEqual(['Pão do dia']);
  expect(titlesFound({ searchText: 'salao' })).toEqual(['Coloração']);
  expect(titlesFound({ searchText: 'pão salão' })).toEqual([]);
});

test('the fields of a custom template are the texts in braces', () => {
  const own = fromCustomTemplate({
    _id: '1',
    name: 'Fornada',
    mediaType: 'CAROUSEL',
    caption: '{produto} por {preço}',
    frames: ['{produto} e {detalhe}'],
    updatedAt: '2026-06-09T12:00:00Z',
  });
  expect(own.fields).toEqual([{ name: 'produto' }, { name: 'preço' }, { name: 'detalhe' }]);
  expect(fieldLabel('preço cheio')).toBe('Preço cheio');
});
