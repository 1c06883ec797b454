import { updatePost } from '@pontual/contract/posts/post-changes.ts';
import { INSTAGRAM_LIMITS_META } from '@pontual/contract/shared/instagram-limits.ts';
import { expect, onTestFinished, test } from 'vitest';
import { toFitField, listFits, fitResultText, shapeText, withFit } from './fit.rules.ts';
import { setRenderMetas } from '../ui/page/page-meta.ts';
import { ratioText } from '../posts/ratio-text.ts';
import type { PickedFile } from './form.rules.ts';
import { aPicture } from './picked-file-fixture.ts';

function aFile(kind: PickedFile['kind'], width: number, height: number): PickedFile {
  const name = `${width}x${height}`;
  return { ...aPicture(name, width, height), kind };
}
const upright = aFile('image', 1080, 1350);
const square = aFile('image', 1080, 1080);
const wide = aFile('image', 1600, 600);
const unreadable = aFile('image', 0, 0);
const video = aFile('video', 1080, 1920);

test.each([
  ['a photo that the feed takes', 'IMAGE', [upright], [null]],
  ['a photo that is too wide for the feed', 'IMAGE', [wide], ['crop']],
  ['a photo for a story', 'STORIES', [upright], ['crop']],
  ['a video', 'REELS', [video], [null]],
  ['a carousel of one shape', 'CAROUSEL', [upright, upright], [null, null]],
  ['a carousel of several shapes', 'CAROUSEL', [upright, square, video], [null, 'crop', null]],
  ['a carousel that begins too wide', 'CAROUSEL', [wide, wide], ['crop', 'crop']],
  ['a photo that this browser cannot see', 'IMAGE', [unreadable], ['crop']],
  ['what follows such a photo', 'CAROUSEL', [unreadable, square], ['crop', 'crop']],
] as const)('%s, as %s, gets the expected fit mode', (_, type, files, fits) => {
  expect(listFits(files, type)).toEqual(fits);
});

test('a fit mode belongs to its file and is sent only where it is needed', () => {
  const files = withFit([upright, square], { url: square.url, fit: 'pad' });
  expect(listFits(files, 'CAROUSEL')).toEqual([null, 'pad']);
  expect(listFits(files.toReversed(), 'CAROUSEL')).toEqual([null, 'crop']);
});

test('the fit modes are sent per file in the format of the contract', () => {
  expect(toFitField(['pad', null, 'crop'])).toEqual({ fit: '["pad",null,"crop"]' });
  const form = { caption: 'Pratos', ...toFitField(['pad', null]) };
  expect(updatePost.body.parse(form)).toEqual({ caption: 'Pratos', fit: ['pad', null] });
  expect(updatePost.body.safeParse({ fit: '["stretch"]' }).success).toBe(false);
});

test('nothing is sent if no file needs a fit mode', () => {
  expect(toFitField([null, null])).toEqual({});
  expect(toFitField()).toEqual({});
});

test.each([
  [0.75, '3:4'],
  [0.8, '4:5'],
  [3024 / 3780, '4:5'],
  [1, '1:1'],
  [1.91, '1,91:1'],
  [1333 / 1000, '4:3'],
  [9 / 16, '9:16'],
  [0.93, '0,93:1'],
])('a ratio of %d is shown as %s', (ratio, said) => {
  expect(ratioText(ratio)).toBe(said);
});

test('shapeText describes the resulting ratio', () => {
  expect(shapeText([upright, square], 'CAROUSEL')).toBe(
    'Todos os itens saem na proporção do primeiro (4:5).',
  );
  expect(shapeText([unreadable, square], 'CAROUSEL')).toBe(
    'Todos os itens saem na proporção do primeiro.',
  );
  expect(shapeText([wide], 'IMAGE')).toContain('Esta sai em 1,91:1.');
  expect(shapeText([upright], 'STORIES')).toContain('9:16');
});

test.each([
  ['a sliver off the height', aFile('image', 1000, 1253), 'crop', 'Perde menos de 1% da altura'],
  ['a fifth off the height', aFile('image', 1000, 1563), 'crop', 'Sai sem 20% da altura'],
  ['half of the width', aFile('image', 1600, 1000), 'crop', 'Sai sem 50% da largura'],
  ['nothing', aFile('image', 1600, 1000), 'pad', 'bordas brancas em cima e embaixo'],
  ['what cannot be seen', unreadable, 'crop', 'Este navegador não mostra esta foto'],
] as const)('describes the result for a photo that loses %s', (_, file, fit, said) => {
  expect(fitResultText({ ...file, fit }, 0.8)).toContain(said);
});

test('a photo of 3:4 is published as it is where the installation accepts it, and else cropped', () => {
  const phonePhoto = aFile('image', 1080, 1440);
  expect(listFits([phonePhoto], 'IMAGE')).toEqual(['crop']);
  expect(shapeText([phonePhoto], 'IMAGE')).toContain('de 4:5 a 1,91:1. Esta sai em 4:5.');
  onTestFinished(() => setRenderMetas({}));
  setRenderMetas({ [INSTAGRAM_LIMITS_META]: '{"maxHashtags":30,"minImageRatio":0.75}' });
  expect(listFits([phonePhoto], 'IMAGE')).toEqual([null]);
  expect(shapeText([video], 'IMAGE')).toContain('de 3:4 a 1,91:1. Esta sai em 3:4.');
});
