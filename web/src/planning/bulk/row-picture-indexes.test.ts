import { expect, test } from 'vitest';
import { rowPictureIndexes } from './row-picture-indexes.ts';

const urls = Array.from({ length: 12 }, (_, at) => `blob:${at}`);
const numbers = new Map(urls.map((url, at) => [url, at]));

test.each([
  ['its own', ['blob:3', 'blob:1'], [3, 1]],
  ['each once', ['blob:2', 'blob:2', 'blob:2'], [2]],
  ['none that nobody has looked at', ['blob:film', 'blob:4'], [4]],
  ['no more than a carousel takes', urls, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['none where it has none', [], []],
])('the duplicate check of a row includes %s', (_what, shown, expected) => {
  expect(rowPictureIndexes(shown, numbers)).toEqual(expected);
});
