import type { LibraryFile } from '@pontual/contract/posts/media-library.ts';
import { expect, test } from 'vitest';
import { buildHint, toggleFile, type MediaSelection } from './media-selection.ts';

const aFile = (id: string, overrides: Partial<LibraryFile> = {}): LibraryFile => ({
  _id: id,
  kind: 'image',
  thumbnailUrl: `/media/t/${id}`,
  url: `/media/f/${id}`,
  bytes: 1000,
  width: 1080,
  height: 1080,
  durationMs: null,
  addedAt: '2026-06-09T12:00:00Z',
  caption: '',
  altText: null,
  posts: 1,
  ...overrides,
});
const aVideo = (id: string, seconds: number) =>
  aFile(id, { kind: 'video', durationMs: seconds * 1000 });

test('files are selected in order, and deselecting one leaves no gap', () => {
  const [cup, plate, bowl] = [aFile('cup'), aFile('plate'), aFile('bowl')];
  const chosen = [plate, cup, bowl].reduce<MediaSelection>(toggleFile, []);
  expect(chosen).toEqual([plate, cup, bowl]);
  expect(toggleFile(chosen, cup)).toEqual([plate, bowl]);
  expect(toggleFile(toggleFile(chosen, plate), plate)).toEqual([cup, bowl, plate]);
});

test('the selection is limited to the size of a carousel', () => {
  const ten = Array.from({ length: 10 }, (_, index) => aFile(`file ${index}`));
  expect(toggleFile(ten, aFile('one more'))).toBe(ten);
});

test('a video that no carousel accepts is named before the post is started', () => {
  const long = aVideo('oven', 80);
  expect(buildHint([long])).toBeNull();
  expect(buildHint([aFile('cup'), aVideo('wheel', 20)])).toBeNull();
  expect(buildHint([aFile('cup'), long])).toEqual({
    isError: true,
    text: 'Estes não vão juntos: um carrossel aceita vídeos de 3 s a 1 min, e o 2º tem 1 min 20 s.',
  });
  expect(buildHint([long, aFile('cup'), aVideo('spark', 1)])?.text).toContain(
    'o 1º tem 1 min 20 s e o 3º tem 1 s.',
  );
});

test('pictures of another ratio than the first cause a cropping hint', () => {
  const tall = aFile('tall', { width: 1080, height: 1350 });
  expect(buildHint([tall, tall])).toBeNull();
  expect(buildHint([tall, aFile('square')])).toEqual({
    isError: false,
    text: 'Saem na ordem escolhida, na proporção do primeiro (4:5).',
  });
});
