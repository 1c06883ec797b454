import { expect, test } from 'vitest';
import { duplicatePostText, duplicateRowText, duplicateCountText } from './duplicate-text.ts';

const post = {
  _id: '1',
  mediaType: 'IMAGE',
  caption: 'Fornada',
  scheduledTime: '2026-11-28T21:30:00Z',
  isPublished: true,
  permalink: null,
  thumbnailUrl: null,
} as const;
const captionOnly = { sharesMedia: false, sharesCaption: true };
const pictureOnly = { sharesMedia: true, sharesCaption: false };
const captionAndPicture = { sharesMedia: true, sharesCaption: true };

test.each([
  [captionOnly, true, 'Legenda quase igual à do post publicado em 28/11/2026, 18:30.'],
  [pictureOnly, false, 'Imagem quase igual à do post agendado para 28/11/2026, 18:30.'],
  [
    captionAndPicture,
    true,
    'Imagem e legenda quase iguais às do post publicado em 28/11/2026, 18:30.',
  ],
])('the text for an existing post: %j, published %j', (shares, isPublished, said) => {
  expect(duplicatePostText({ ...post, ...shares, isPublished })).toBe(said);
});

test.each([
  [captionOnly, { name: 'Linha 3', isLine: true }, 'Legenda quase igual à da Linha 3.'],
  [
    captionAndPicture,
    { name: 'Post 3', isLine: false },
    'Imagem e legenda quase iguais às do Post 3.',
  ],
])('the text for another row of the batch: %j of %j', (shares, row, said) => {
  expect(duplicateRowText(shares, row)).toBe(said);
});

test('the text for the number of duplicates', () => {
  expect(duplicateCountText(1)).toBe('1 post quase repete outro');
  expect(duplicateCountText(4)).toBe('4 posts quase repetem outros');
});
