import { INSTAGRAM_LIMITS_META } from '@pontual/contract/shared/instagram-limits.ts';
import { expect, onTestFinished, test } from 'vitest';
import { setRenderMetas } from '../../ui/page/page-meta.ts';
import type { PickedFile } from '../form.rules.ts';
import { audioText, authorsText, previewKindOf, mediaRatioOf } from './preview.rules.ts';

function aFile(width: number, height: number, kind: PickedFile['kind'] = 'image'): PickedFile {
  const file = new File(['x'], 'caneca');
  const rest = { fit: 'crop', durationMs: null, altText: '', tags: [] } as const;
  return { file, url: 'blob:caneca', kind, width, height, ...rest };
}

test('reels and stories fill the phone, all other types appear in the feed', () => {
  const files = [aFile(1080, 1920, 'video')];
  expect(previewKindOf('REELS', files)).toBe('reel');
  expect(previewKindOf('STORIES', files)).toBe('story');
  expect(previewKindOf('VIDEO', files)).toBe('feed');
  expect(previewKindOf('CAROUSEL', files)).toBe('feed');
});

test('without files the preview is the empty feed', () => {
  expect(previewKindOf(null, [])).toBe('feed');
  expect(previewKindOf('REELS', [])).toBe('feed');
});

test('a picture appears in the ratio in which it is published', () => {
  expect(mediaRatioOf([aFile(1080, 1080)], 'IMAGE')).toBe(1);
  expect(mediaRatioOf([aFile(1080, 1920)], 'IMAGE')).toBe(0.8);
  expect(mediaRatioOf([aFile(4000, 1000)], 'IMAGE')).toBe(1.91);
  expect(mediaRatioOf([aFile(1080, 1350), aFile(1000, 1000)], 'CAROUSEL')).toBe(0.8);
});

test('a picture of 3:4 appears so where the installation accepts it', () => {
  onTestFinished(() => setRenderMetas({}));
  setRenderMetas({ [INSTAGRAM_LIMITS_META]: '{"maxHashtags":30,"minImageRatio":0.75}' });
  expect(mediaRatioOf([aFile(1080, 1440)], 'IMAGE')).toBe(0.75);
  expect(mediaRatioOf([aFile(1080, 1920, 'video')], 'VIDEO')).toBe(0.8);
});

test('the feed shows a tall video in 4:5, reels and stories in 9:16', () => {
  const tall = [aFile(1080, 1920, 'video')];
  expect(mediaRatioOf(tall, 'VIDEO')).toBe(0.8);
  expect(mediaRatioOf(tall, 'REELS')).toBe(9 / 16);
  expect(mediaRatioOf([aFile(1000, 1000)], 'STORIES')).toBe(9 / 16);
});

test('a file of unknown size appears as a square', () => {
  expect(mediaRatioOf([aFile(0, 0, 'video')], 'VIDEO')).toBe(1);
});

test('one collaborator is named, several are counted', () => {
  expect(authorsText('atelie.barro', [])).toBe('atelie.barro');
  expect(authorsText('atelie.barro', ['@lia.azulejos'])).toBe('atelie.barro e lia.azulejos');
  expect(authorsText('atelie.barro', ['lia.azulejos', 'feira.daprata'])).toBe(
    'atelie.barro e 2 outras',
  );
});

test('a reel has the original sound unless its audio is named', () => {
  expect(audioText({ audioName: ' ' }, 'atelie.barro')).toBe('Som original, atelie.barro');
  expect(audioText({ audioName: 'Forró do torno' }, 'atelie.barro')).toBe('Forró do torno');
});
