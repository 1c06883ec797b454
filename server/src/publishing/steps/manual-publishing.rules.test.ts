import { describe, expect, test } from 'vitest';
import { matchManualMedia } from './manual-publishing.rules.ts';

const CAPTION = 'Xícara azul, feita à mão em três dias no ateliê #barro';
const promptedPost = { media_type: 'IMAGE', caption: CAPTION, manual_since: null } as const;
const manualPost = { ...promptedPost, manual_since: new Date('2026-11-24T18:10:00Z') };
const media = (...captions: string[]) =>
  captions.map((caption, index) => ({ id: `m${index + 1}`, caption }));

describe('a post whose owner was notified of manual publishing', () => {
  test.each([
    ['nothing', [], 'none'],
    ['the very same caption', [`${CAPTION}\r\n`], 'found'],
    ['the same caption twice', [CAPTION, CAPTION], 'unclear'],
    ['another caption', ['Aviso: fechamos mais cedo hoje'], 'none'],
    ['nearly the same', [CAPTION.replace('#barro', '#ceramica')], 'unclear'],
    ['no caption', [''], 'unclear'],
    ['no word in the caption', ['#barro ☕'], 'unclear'],
    ['no caption beside the very same', ['', CAPTION], 'found'],
  ])('is compared with %s on the account', (_case, captions, kind) => {
    expect(matchManualMedia(promptedPost, media(...captions)).kind).toBe(kind);
  });

  test('cannot be identified if it is a story', () => {
    const story = { ...promptedPost, media_type: 'STORIES' } as const;
    expect(matchManualMedia(story, media('')).kind).toBe('unclear');
  });
});

describe('a post under manual publishing', () => {
  test.each([
    ['other hashtags', [CAPTION.replace('#barro', '#ceramica #feitoamao')], 'found'],
    ['most of the words', [CAPTION.replace('no ateliê', 'aqui')], 'found'],
    ['two that are nearly the same', [`${CAPTION} #um`, `${CAPTION} #dois`], 'unclear'],
    ['no caption', [''], 'none'],
  ])('is compared with %s', (_case, captions, kind) => {
    expect(matchManualMedia(manualPost, media(...captions)).kind).toBe(kind);
  });

  test('is the only new story, whatever its caption', () => {
    const story = { ...manualPost, media_type: 'STORIES' } as const;
    expect(matchManualMedia(story, media(''))).toEqual({ kind: 'found', mediaId: 'm1' });
    expect(matchManualMedia(story, media('', '')).kind).toBe('unclear');
  });
});
