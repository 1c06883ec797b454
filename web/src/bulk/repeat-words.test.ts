import { expect, test } from 'vitest';
import { repeatsPost, repeatsRow, repeatsText } from './repeat-words.ts';

const post = {
  _id: '1',
  mediaType: 'IMAGE',
  caption: 'Fornada',
  scheduledTime: '2026-11-28T21:30:00Z',
  isPublished: true,
  permalink: null,
  thumbnailUrl: null,
} as const;
const words = { sharesMedia: false, sharesCaption: true };
const picture = { sharesMedia: true, sharesCaption: false };
const both = { sharesMedia: true, sharesCaption: true };

test.each([
  [words, true, 'Legenda quase igual à do post publicado em 28/11/2026, 18:30.'],
  [picture, false, 'Imagem quase igual à do post agendado para 28/11/2026, 18:30.'],
  [both, true, 'Imagem e legenda quase iguais às do post publicado em 28/11/2026, 18:30.'],
])('of a post that is there: %j, published %j', (shares, isPublished, said) => {
  expect(repeatsPost({ ...post, ...shares, isPublished })).toBe(said);
});

test.each([
  [words, { name: 'Linha 3', isLine: true }, 'Legenda quase igual à da Linha 3.'],
  [both, { name: 'Post 3', isLine: false }, 'Imagem e legenda quase iguais às do Post 3.'],
])('of another of the batch: %j of %j', (shares, row, said) => {
  expect(repeatsRow(shares, row)).toBe(said);
});

test('of all that repeat something', () => {
  expect(repeatsText(1)).toBe('1 post quase repete outro');
  expect(repeatsText(4)).toBe('4 posts quase repetem outros');
});
