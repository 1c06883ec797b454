import { expect, test } from 'vitest';
import { fieldsIn, fillTemplate, nameFromCaption, templateParts } from './template-text.ts';

test('fields are names between braces, listed once, in order', () => {
  expect(fieldsIn('{produto} por {preço}', '{produto} de perto, {pré-requisito 2}')).toEqual([
    'produto',
    'preço',
    'pré-requisito 2',
  ]);
  expect(fieldsIn('{} { produto} {12} {a\nb} {{x}', 'sem nada')).toEqual(['x']);
});

test('a value replaces its field, and an open field stays visible', () => {
  const template = '{produto} por {preço}, só {produto}';
  expect(fillTemplate(template, { produto: ' pão ', preço: '  ' })).toBe('pão por {preço}, só pão');
  expect(templateParts('A {b} c', {})).toEqual([
    { text: 'A ', kind: 'text' },
    { text: '{b}', kind: 'open' },
    { text: ' c', kind: 'text' },
  ]);
});

test('a value is plain text, whatever its content', () => {
  expect(fillTemplate('{a}{b}', { a: '{b}', b: '$& $1' })).toBe('{b}$& $1');
  expect(fillTemplate('{constructor}', {})).toBe('{constructor}');
});

test.each([
  ['Fornada de hoje.\nTem pão', 'Fornada de hoje'],
  ['#padaria #pao\n\nSaiu do forno', 'Saiu do forno'],
  ['Tem novidade na vitrine: croissant de pistache', 'Tem novidade na vitrine'],
  ['Caneca dupla com esmalte azul, a primeira do inverno', 'Caneca dupla com esmalte azul'],
  ['Oi, hoje tem fornada especial de pão de queijo', 'Oi, hoje tem fornada especial de pão de'],
  ['a'.repeat(60), 'a'.repeat(40)],
  ['#so #hashtags', ''],
  ['', ''],
])('a template for “%s” gets the suggested name “%s”', (caption, name) => {
  expect(nameFromCaption(caption)).toBe(name);
});
