import { expect, test } from 'vitest';
import {
  fold,
  insertSign,
  appendHashtag,
  findTokenAt,
  replaceTypedHashtag,
  toCharacterBoundary,
  type TextEdit,
} from './hashtag-text.ts';

/** Parses a caption whose caret is drawn as a bar. */
function parseCaret(drawn: string): { caption: string; caret: number } {
  const caret = drawn.indexOf('|');
  return { caption: drawn.slice(0, caret) + drawn.slice(caret + 1), caret };
}

const applyToText = (caption: string, { start, end, text }: TextEdit) =>
  `${caption.slice(0, start)}${text}|${caption.slice(end)}`;

test.each([
  ['#fe|', 'fe'],
  ['Puxar a alça #feito|', 'feito'],
  ['#ceramica #fei|to', 'fei'],
  ['#pão|', 'pão'],
  ['#um#do|', 'do'],
  ['🍵#ch|', 'ch'],
  ['#𝒜𝒷|', '𝒜𝒷'],
])('%j has suggestions for %s', (drawnCaption, typed) => {
  const { caption, caret } = parseCaret(drawnCaption);
  expect(findTokenAt(caption, caret)?.typedText).toBe(typed);
});

test.each(['#f|', '#|', '|#feito', '#|feito', '#f|eito', '#feito |', 'ana#fe|', '@feito|', '#𝒜|'])(
  '%j has no suggestions',
  (drawnCaption) => {
    const { caption, caret } = parseCaret(drawnCaption);
    expect(findTokenAt(caption, caret)).toBeNull();
  },
);

test.each([
  ['#fei|', '#feitoamao |'],
  ['#fei|to', '#feitoamao |'],
  ['#fei| e mais', '#feitoamao |e mais'],
  ['#fei|\nfim', '#feitoamao|\nfim'],
  ['#fei|, sim', '#feitoamao |, sim'],
  ['🍵 #fei|👩‍🍳', '🍵 #feitoamao |👩‍🍳'],
])('a hashtag replaces all of %j', (drawnCaption, after) => {
  const { caption, caret } = parseCaret(drawnCaption);
  const token = findTokenAt(caption, caret);
  expect(token && applyToText(caption, replaceTypedHashtag(caption, token, 'feitoamao'))).toBe(
    after,
  );
});

test('characters that are already typed are not written again', () => {
  const token = findTokenAt('#fei', 4);
  expect(token && replaceTypedHashtag('#fei', token, 'feitoamao')).toEqual({
    start: 4,
    end: 4,
    text: 'toamao ',
  });
});

test.each([
  ['|', '#|'],
  ['Oi|', 'Oi #|'],
  ['Oi |', 'Oi #|'],
  ['pão|', 'pão #|'],
  ['Oi\n|', 'Oi\n#|'],
  ['(|', '(#|'],
  ['🍵|', '🍵#|'],
  ['on|tem', 'on #|tem'],
  ['|fim', '#|fim'],
])('the sign is inserted into %j', (drawnCaption, after) => {
  const { caption, caret } = parseCaret(drawnCaption);
  expect(applyToText(caption, insertSign(caption, caret, '#'))).toBe(after);
});

test.each([
  ['', '#barro|'],
  ['Puxar a alça.', 'Puxar a alça.\n\n#barro|'],
  ['Puxar a alça.\n', 'Puxar a alça.\n#barro|'],
  ['Puxar.\n\n#torno', 'Puxar.\n\n#torno #barro|'],
  ['Puxar.\n\n#torno ', 'Puxar.\n\n#torno #barro|'],
  ['#torno\n', '#torno\n#barro|'],
  ['Com #torno é melhor', 'Com #torno é melhor\n\n#barro|'],
  ['Café 👩‍🍳', 'Café 👩‍🍳\n\n#barro|'],
])('a hashtag is added to %j', (caption, after) => {
  expect(applyToText(caption, appendHashtag(caption, 'barro'))).toBe(after);
});

test('matching ignores accents and case', () => {
  expect(fold('PÃO de Açúcar')).toBe('pao de acucar');
});

const usernames = [
  'Pão 🍞 quente',
  '👩‍👩‍👧‍👦 família',
  '👍🏽👩🏿‍🍳',
  '🇧🇷🇵🇹 a 🇧🇷',
  '1️⃣#️⃣ e\u0301',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 a',
  '❤️‍🔥🏳️‍🌈',
  'a\u200d b',
  '',
];

test.each(usernames)('no position in %j splits a character', (text) => {
  const starts = [...new Intl.Segmenter('pt-BR').segment(text)].map(({ index }) => index);
  const whole = [...starts, text.length];
  for (let place = 0; place <= text.length; place += 1) {
    expect(toCharacterBoundary(text, place)).toBe(whole.findLast((start) => start <= place));
  }
});

test.each(usernames)('the sign splits no character of %j', (text) => {
  const whole = new Set(
    [...new Intl.Segmenter('pt-BR').segment(text)].map(({ segment }) => segment),
  );
  for (let place = 0; place <= text.length; place += 1) {
    const { start, end, text: sign } = insertSign(text, place, '@');
    const after = `${text.slice(0, start)}${sign}${text.slice(end)}`;
    const lost = [...new Intl.Segmenter('pt-BR').segment(after)]
      .map(({ segment }) => segment)
      .filter((segment) => !whole.has(segment) && segment !== '@' && segment !== ' ');
    expect(lost).toEqual([]);
  }
});
