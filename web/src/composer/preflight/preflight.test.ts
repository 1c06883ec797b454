import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { INSTAGRAM_LIMITS_META } from '@pontual/contract/shared/instagram-limits.ts';
import { expect, onTestFinished, test } from 'vitest';
import { emptyForm, type PostForm } from '../form.rules.ts';
import { aPicture, aVideo } from '../picked-file-fixture.ts';
import type { Wizard } from '../wizard-state.ts';
import { reduce, startWizard } from '../wizard.ts';
import { setRenderMetas } from '../../ui/page/page-meta.ts';
import type { TextEdit } from '../../posts/hashtag-text.ts';
import { runPreflight, removeExcess, type Fix } from './preflight.ts';

const validContext: { isConnected: boolean; timeError: string | null } = {
  isConnected: true,
  timeError: null,
};
const hashtags = (count: number) =>
  Array.from({ length: count }, (_, index) => `#tag${index}`).join(' ');
const mentions = (count: number) =>
  Array.from({ length: count }, (_, index) => `@conta${index}`).join(' ');
const aLongVideo = (durationMs: number) => ({ ...aVideo(), durationMs });

function preflight(type: MediaType, form: Partial<PostForm>, circumstances = validContext) {
  return runPreflight({ ...emptyForm, ...form }, type, circumstances);
}

test('a valid post has no findings', () => {
  const caption = `Caneca ${hashtags(5)} ${mentions(20)}`;
  expect(preflight('IMAGE', { files: [aPicture()], caption, firstComment: hashtags(5) })).toEqual(
    [],
  );
  const unseen = { files: [aPicture()], firstComment: hashtags(6) };
  expect(preflight('STORIES', unseen)).toEqual([]);
  expect(preflight('REELS', { files: [aVideo()], thumbOffset: 37_000 })).toEqual([]);
});

test.each<[string, MediaType, Partial<PostForm>, RegExp, string]>([
  [
    'a caption too long',
    'IMAGE',
    { caption: 'a'.repeat(2201) },
    /limite em 1 caractere\./,
    'Encurtar a legenda',
  ],
  [
    '31 hashtags',
    'IMAGE',
    { caption: hashtags(31) },
    /mais de 30 hashtags. Remova 1/,
    'Remover a última',
  ],
  [
    '22 mentions',
    'IMAGE',
    { caption: mentions(22) },
    /mais de 20 menções. Remova 2/,
    'Remover as últimas 2',
  ],
  [
    'a story of 70 s',
    'STORIES',
    { files: [aLongVideo(70_000)] },
    /tem 1 min 10 s/,
    'Escolher outro tipo',
  ],
  ['a reel of 2 s', 'REELS', { files: [aLongVideo(2000)] }, /tem 2 s/, 'Trocar o vídeo'],
  [
    'a carousel with a video of 2 min',
    'CAROUSEL',
    { files: [aPicture(), aLongVideo(120_000)] },
    /^Vídeo 2 de 2:/,
    'Voltar aos arquivos',
  ],
  [
    'a cover after the end',
    'REELS',
    { files: [aVideo()], thumbOffset: 38_000 },
    /capa/,
    'Usar o primeiro quadro',
  ],
  [
    'a template that is not filled in',
    'IMAGE',
    { caption: '{produto} por {preço}' },
    /completar na legenda: \{produto\}, \{preço\}/,
    'Completar a legenda',
  ],
  [
    'a story with a caption',
    'STORIES',
    { files: [aPicture()], caption: 'Oi' },
    /legenda em Stories/,
    'Remover a legenda',
  ],
])('%s is reported with its fix', (_, type, form, said, label) => {
  const findings = preflight(type, form);
  expect(findings).toHaveLength(1);
  expect(findings[0]?.text).toMatch(said);
  expect(findings[0]?.fix.label).toBe(label);
});

test.each<[string, Partial<PostForm>, RegExp, string]>([
  ['6 hashtags', { caption: hashtags(6) }, /aceita 5 .* recusar o post\.$/, 'Remover a última'],
  ['30 hashtags', { caption: hashtags(30) }, /aceita 5 hashtags/, 'Remover as últimas 25'],
  [
    '6 hashtags in the first comment',
    { caption: hashtags(5), firstComment: hashtags(6) },
    /aceita 5 .* recusar o comentário\.$/,
    'Encurtar o comentário',
  ],
])('%s cause only a warning', (_, form, said, label) => {
  const findings = preflight('IMAGE', form);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    isWarning: true,
    text: expect.stringMatching(said),
    fix: { label },
  });
});

test('a video of unknown duration is left to the server', () => {
  expect(preflight('STORIES', { files: [{ ...aVideo(), durationMs: null }] })).toEqual([]);
});

test('without a connected account there is only a warning', () => {
  const findings = preflight('IMAGE', {}, { isConnected: false, timeError: null });
  expect(findings).toMatchObject([{ id: 'account', isWarning: true, fix: { target: 'account' } }]);
});

test('an invalid due time is reported among the findings', () => {
  const findings = preflight(
    'IMAGE',
    {},
    { isConnected: true, timeError: 'Este horário já passou.' },
  );
  expect(findings).toMatchObject([{ id: 'when', text: 'Este horário já passou.' }]);
});

const applyToText = (text: string, { start, end, text: put }: TextEdit): string =>
  text.slice(0, start) + put + text.slice(end);

function applyFix(wizard: Wizard, mend: Fix): Wizard {
  if ('action' in mend) return reduce(wizard, mend.action);
  if (!('edit' in mend)) return wizard;
  const caption = applyToText(wizard.form.caption, mend.edit);
  return reduce(wizard, { type: 'captionTyped', caption });
}

test('each fix that changes the form removes its finding', () => {
  const form = {
    ...emptyForm,
    files: [aVideo()],
    caption: `Caneca azul\n\n${hashtags(33)} até já ${mentions(21)}`,
    thumbOffset: 40_000,
  };
  let wizard: Wizard = { ...startWizard({ frame: 'page', form, mediaType: 'REELS' }) };
  wizard = reduce(wizard, { type: 'continued' });
  wizard = reduce(wizard, { type: 'typeChosen', mediaType: 'REELS' });
  // Findings are recomputed after each fix, because a fix applies to the current form.
  for (
    let left = preflight('REELS', wizard.form);
    left.length > 0;
    left = preflight('REELS', wizard.form)
  ) {
    const [{ id, fix } = { id: '', fix: { label: '', target: 'when' as const } }] = left;
    wizard = applyFix(wizard, fix);
    expect(preflight('REELS', wizard.form).map((each) => each.id)).not.toContain(id);
  }
  expect(preflight('REELS', wizard.form)).toEqual([]);
});

test.each([
  ['Oi #a #b fim #c\nTchau', 'hashtag', 'Oi #a fim\nTchau'],
  ['Oi @a e @b', 'mention', 'Oi @a e'],
  ['#a\n#b #c fim', 'hashtag', '#a\nfim'],
  ['Um  título\n   #a   #b  fim  ', 'hashtag', 'Um  título\n   #a    fim  '],
  ['#a\n#b', 'hashtag', '#a\n'],
] as const)(
  'from %j the excess is removed, each with one adjacent space',
  (caption, kind, left) => {
    expect(applyToText(caption, removeExcess(caption, kind, 1))).toBe(left);
  },
);

test('where the installation refuses the sixth hashtag, the post cannot be scheduled with it', () => {
  onTestFinished(() => setRenderMetas({}));
  setRenderMetas({ [INSTAGRAM_LIMITS_META]: '{"maxHashtags":5,"minImageRatio":0.8}' });
  const texts = { caption: hashtags(7), firstComment: hashtags(6) };
  expect(preflight('IMAGE', { files: [aPicture()], ...texts })).toMatchObject([
    { id: 'hashtag', text: 'O Instagram recusa mais de 5 hashtags. Remova 2.' },
    { id: 'comment', text: 'O Instagram recusa mais de 5 hashtags. Remova 1.' },
  ]);
});
