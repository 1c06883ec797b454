import { errorCatalogue } from '@pontual/contract/errors.ts';
import { mediaTypeOptions } from '@pontual/contract/post-rules.ts';
import { expect, test } from 'vitest';
import { acceptedInPlace, replacementProblem } from './replacement.ts';

const square = { kind: 'image', width: 1080, height: 1080 } as const;
const wide = { kind: 'image', width: 1600, height: 600 } as const;
const video = { kind: 'video', width: 0, height: 0 } as const;
const { FILE_REQUIRED, TOO_MANY_FILES, CAROUSEL_SIZE, IMAGE_RATIO } = errorCatalogue;

test.each([
  ['IMAGE', [square], null],
  ['IMAGE', [], FILE_REQUIRED.message],
  ['IMAGE', [square, square], TOO_MANY_FILES.message],
  ['IMAGE', [wide], IMAGE_RATIO.message],
  ['STORIES', [wide], null],
  ['STORIES', [video], null],
  ['REELS', [video], null],
  ['CAROUSEL', [square, video], null],
  ['CAROUSEL', [square], CAROUSEL_SIZE.message],
  ['CAROUSEL', Array.from({ length: 11 }, () => square), CAROUSEL_SIZE.message],
  ['CAROUSEL', [square, wide], IMAGE_RATIO.message],
] as const)('in place of the files of a post of type %s come %o: %s', (type, files, problem) => {
  expect(replacementProblem(files, type)).toBe(problem);
});

test('a file of the other kind is refused in the words of the post', () => {
  expect(replacementProblem([video], 'IMAGE')).toContain('Escolha uma foto');
  expect(replacementProblem([square], 'REELS')).toContain('Escolha um vídeo');
});

test('only files of the kind are on offer', () => {
  expect(acceptedInPlace(mediaTypeOptions, 'IMAGE')).not.toContain('video');
  expect(acceptedInPlace(mediaTypeOptions, 'VIDEO')).not.toContain('image');
  expect(acceptedInPlace(mediaTypeOptions, 'STORIES')).toContain('image/jpeg');
  expect(acceptedInPlace(mediaTypeOptions, 'STORIES')).toContain('video/mp4');
});
