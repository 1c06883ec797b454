import { expect, test } from 'vitest';
import { captionCounts, captionParts, hashtagIssue } from './captions.ts';

const tagged = (caption: string) =>
  captionParts(caption)
    .filter(({ kind }) => kind !== 'text')
    .map(({ kind, text }) => `${kind} ${text}`);

test.each([
  [
    'Com @lia.azulejos. À mão: #cerâmica, #torno',
    'mention @lia.azulejos|hashtag #cerâmica|hashtag #torno',
  ],
  ['#um#dois (@ana) "@_bia_"', 'hashtag #um|hashtag #dois|mention @ana|mention @_bia_'],
  ['Escreva para joao.silva@loja.com.br ou ão@x', ''],
  ['c#maior e 1º#lugar', ''],
  ['# 1, @ e @.', ''],
  ['A tecla #️⃣ não é nada', ''],
  ['@a@b', 'mention @a|mention @b'],
])('the hashtags and mentions of %j are: %s', (caption, tags) => {
  expect(tagged(caption).join('|')).toBe(tags);
});

test.each(['', '# 1', '🍵 #chá\n@lia #', 'só texto'])(
  'the parts of %j add up to the caption',
  (caption) => {
    expect(
      captionParts(caption)
        .map(({ text }) => text)
        .join(''),
    ).toBe(caption);
  },
);

test('a repeated hashtag counts twice, and an email address does not count', () => {
  expect(captionCounts('#barro #Barro #torno, com @lia e ana@loja.com')).toEqual({
    hashtags: 3,
    mentions: 1,
  });
});

test('an issue about hashtags appears from the sixth hashtag on', () => {
  expect(hashtagIssue('#a #b #c #d #e')).toBeUndefined();
  expect(hashtagIssue('#a #b #c #d #e f#g')).toBeUndefined();
  expect(hashtagIssue('#a #b #c #d #e #f')).toBe(
    'O Instagram aceita 5 hashtags por post desde dezembro de 2025; com mais, ele pode ignorar as outras ou recusar o post.',
  );
  expect(hashtagIssue('#a#b#c#d#e#f', 'comentário')).toMatch(/ou recusar o comentário\.$/);
});
