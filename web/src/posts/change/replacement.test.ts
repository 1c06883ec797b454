import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import { mediaTypeOptions } from '@pontual/contract/posts/post-rules.ts';
import { expect, test } from 'vitest';
import { acceptForReplacement, replacementError } from './replacement.ts';

const photo = { kind: 'image' } as const;
const video = { kind: 'video' } as const;
const { FILE_REQUIRED, TOO_MANY_FILES, CAROUSEL_SIZE } = browserErrors;

test.each([
  ['IMAGE', [photo], null],
  ['IMAGE', [], FILE_REQUIRED.message],
  ['IMAGE', [photo, photo], TOO_MANY_FILES.message],
  ['STORIES', [photo], null],
  ['STORIES', [video], null],
  ['REELS', [video], null],
  ['CAROUSEL', [photo, video], null],
  ['CAROUSEL', [photo], CAROUSEL_SIZE.message],
  ['CAROUSEL', Array.from({ length: 11 }, () => photo), CAROUSEL_SIZE.message],
] as const)('a post of type %s with the replacement %o has the error: %s', (type, files, error) => {
  expect(replacementError(files, type)).toBe(error);
});

test('a file of the wrong kind is refused with the text of the post type', () => {
  expect(replacementError([video], 'IMAGE')).toContain('Escolha uma foto');
  expect(replacementError([photo], 'REELS')).toContain('Escolha um vídeo');
});

test('the file input accepts only files of the right kind', () => {
  expect(acceptForReplacement(mediaTypeOptions, 'IMAGE')).not.toContain('video');
  expect(acceptForReplacement(mediaTypeOptions, 'VIDEO')).not.toContain('image');
  expect(acceptForReplacement(mediaTypeOptions, 'STORIES')).toContain('image/jpeg');
  expect(acceptForReplacement(mediaTypeOptions, 'STORIES')).toContain('video/mp4');
});
