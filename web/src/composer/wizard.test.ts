// One file, because each case reaches its state by the actions of the earlier ones.
import { expect, test } from 'vitest';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { aPost } from '../posts/post-fixture.ts';
import { createRejection } from './file.rules.ts';
import { validateForm, listPossibleTypes, type PickedFile } from './form.rules.ts';
import { aPicture, aVideo } from './picked-file-fixture.ts';
import {
  findOrCreateAttempt,
  hasContent,
  isSent,
  listRetainedFiles,
  reduce,
  startWizard,
} from './wizard.ts';
import type { SubmitMode, DetailsState, Frame, Wizard, WizardAction } from './wizard-state.ts';

const evening = { date: '2026-06-09', time: '18:00' };
const now = new Date('2026-06-09T17:32:00Z');

const chooseFiles = (...files: PickedFile[]): WizardAction<'filesChosen'> => ({
  type: 'filesChosen',
  files,
  rejected: [],
  replace: false,
});
const replaceFiles = (...files: PickedFile[]): WizardAction<'filesChosen'> => ({
  type: 'filesChosen',
  files,
  rejected: [],
  replace: true,
});
const firstFileChosen = chooseFiles(aPicture());
const postCreated = (warning: string | null = null): WizardAction => ({
  type: 'landed',
  post: aPost(),
  warning,
});
const continued: WizardAction = { type: 'continued' };

const chooseType = (mediaType: MediaType): WizardAction => ({ type: 'typeChosen', mediaType });
const startedWizard = (frame: Frame = 'modal'): Wizard =>
  startWizard({ frame, form: { when: evening } });

function wizardAfter(...actions: WizardAction[]): Wizard {
  return actions.reduce(reduce, startedWizard());
}

const pageWizardAfter = (...actions: WizardAction[]): Wizard =>
  actions.reduce(reduce, startedWizard('page'));

function detailsAfter(...actions: WizardAction[]): DetailsState {
  const wizard = wizardAfter(firstFileChosen, continued, chooseType('IMAGE'), ...actions);
  if (wizard.step !== 'details') throw new Error(`in ${wizard.step}`);
  return wizard;
}

const started: WizardAction<'sendStarted'> = {
  type: 'sendStarted',
  attempt: { content: 'the post', key: 'key-1', at: 0 },
  submitMode: 'schedule',
};

test('a photo fits two types: the user chooses one and continues to the details', () => {
  const uploaded = wizardAfter(firstFileChosen);
  expect(uploaded).toMatchObject({ step: 'upload', mediaType: 'IMAGE', isTypeDetected: true });
  const atTypeStep = reduce(uploaded, continued);
  expect(atTypeStep).toMatchObject({ step: 'type', mediaType: 'IMAGE' });
  expect(reduce(atTypeStep, chooseType('STORIES'))).toMatchObject({
    step: 'details',
    mediaType: 'STORIES',
  });
});

test('the type step is skipped in both directions if only one type fits', () => {
  const several = wizardAfter(chooseFiles(aPicture('a.jpg'), aPicture('b.jpg')), continued);
  expect(several).toMatchObject({ step: 'details', mediaType: 'CAROUSEL' });
  expect(reduce(several, { type: 'wentBack' })).toMatchObject({ step: 'upload' });
});

test('each back action moves one step', () => {
  const type = reduce(detailsAfter(), { type: 'wentBack' });
  expect(type).toMatchObject({ step: 'type', mediaType: 'IMAGE' });
  expect(reduce(type, { type: 'wentBack' })).toMatchObject({ step: 'upload', mediaType: 'IMAGE' });
});

test('a requested type is used while it fits the files', () => {
  const forStory = startWizard({ frame: 'page', mediaType: 'STORIES' });
  expect(reduce(forStory, firstFileChosen)).toMatchObject({
    mediaType: 'STORIES',
    isTypeDetected: false,
  });
  const forImage = startWizard({ frame: 'page', mediaType: 'IMAGE' });
  expect(reduce(forImage, chooseFiles(aVideo()))).toMatchObject({
    mediaType: 'REELS',
    isTypeDetected: true,
  });
});

const reelChosen: WizardAction = {
  type: 'optionsChosen',
  options: {
    shareToFeed: false,
    thumbOffset: 1400,
    audioName: 'Samba',
    collaborators: ['lia.azulejos'],
    location: { id: '110', name: 'Recife' },
  },
};
const aReel = [
  chooseFiles(aVideo()),
  continued,
  chooseType('REELS'),
  { type: 'captionTyped', caption: 'Caneca' },
  reelChosen,
  { type: 'wentBack' },
] satisfies WizardAction[];

test('changing the type in the modal clears the files and the reel options', () => {
  const changed = wizardAfter(...aReel, chooseType('STORIES'));
  expect(changed).toMatchObject({
    step: 'upload',
    mediaType: 'STORIES',
    form: {
      files: [],
      shareToFeed: true,
      thumbOffset: 0,
      audioName: '',
      collaborators: [],
      caption: 'Caneca',
      when: evening,
      location: { id: '110' },
    },
  });
  expect(reduce(changed, continued)).toMatchObject({
    step: 'upload',
    stepError: { announcementCount: 1 },
  });
  expect(reduce(changed, chooseFiles(aVideo('outro.mp4')))).toMatchObject({ mediaType: 'STORIES' });
});

test('choosing the same type again changes nothing, and on the page another type clears nothing', () => {
  expect(wizardAfter(...aReel, chooseType('REELS'))).toMatchObject({
    step: 'details',
    form: { files: [{ url: 'blob:torno.mp4' }], audioName: 'Samba', thumbOffset: 1400 },
  });
  expect(pageWizardAfter(...aReel, chooseType('STORIES'))).toMatchObject({
    step: 'details',
    mediaType: 'STORIES',
    form: { files: [{ url: 'blob:torno.mp4' }], audioName: 'Samba' },
  });
});

test('a replaced video starts with its own cover', () => {
  const wizard = wizardAfter(...aReel, chooseType('REELS'), replaceFiles(aVideo('outro.mp4')));
  expect(wizard.form).toMatchObject({ thumbOffset: 0, audioName: 'Samba' });
});

test('tags and alternative text move with their picture', () => {
  const tags = [{ username: 'lia', x: 0.5, y: 0.4 }];
  const [a, b] = [aPicture('a.jpg'), aPicture('b.jpg')];
  const wizard = wizardAfter(
    chooseFiles(a, b),
    continued,
    { type: 'tagsPlaced', url: b.url, tags },
    { type: 'altTextTyped', url: b.url, text: 'Uma caneca azul' },
    { type: 'wentBack' },
    { type: 'fileMoved', url: b.url, to: 0 },
  );
  expect(wizard.form.files).toMatchObject([{ tags, altText: 'Uma caneca azul' }, { tags: [] }]);
});

test('a draft is saved from any step and ends the wizard', () => {
  const saving: WizardAction = { ...started, submitMode: 'draft' };
  for (const wizard of [
    wizardAfter(),
    wizardAfter(firstFileChosen),
    wizardAfter(firstFileChosen, continued),
    detailsAfter(),
  ]) {
    expect(reduce(reduce(wizard, saving), postCreated())).toMatchObject({
      step: 'done',
      submitMode: 'draft',
    });
  }
});

test('the hint about the detected type expires', () => {
  expect(wizardAfter(firstFileChosen, { type: 'hintExpired' })).toMatchObject({
    isTypeDetected: false,
  });
});

test('the next step requires a file', () => {
  expect(wizardAfter(continued)).toMatchObject({
    step: 'upload',
    stepError: { text: 'Selecione pelo menos um arquivo', announcementCount: 1 },
  });
});

test('a repeated error is counted, so that it is announced again', () => {
  const again = wizardAfter(continued, continued);
  expect(again).toMatchObject({
    stepError: { text: 'Selecione pelo menos um arquivo', announcementCount: 2 },
  });
  const dismissed = reduce(again, { type: 'stepErrorDismissed' });
  expect(reduce(dismissed, continued)).toMatchObject({ stepError: { announcementCount: 1 } });
  const blocked: WizardAction = { type: 'blocked', message: 'Cortado' };
  expect(wizardAfter(firstFileChosen, blocked, blocked)).toMatchObject({
    stepError: { text: 'Cortado', announcementCount: 2 },
  });
});

const tooLarge = createRejection({ name: 'grande.jpg', size: 9e6 }, 'Grande demais');

test('a selection with a refused file changes nothing until the remaining files are added', () => {
  const mixed = chooseFiles(aPicture('outra.jpg'));
  const refused = wizardAfter(
    firstFileChosen,
    { type: 'hintExpired' },
    { ...mixed, rejected: [tooLarge] },
  );
  expect(refused).toMatchObject({
    mediaType: 'IMAGE',
    isTypeDetected: false,
    rejectedSelection: { rejected: [tooLarge], acceptedFiles: [{ url: 'blob:outra.jpg' }] },
    form: { files: [{ url: 'blob:caneca.jpg' }] },
  });
  expect(reduce(refused, { type: 'restTaken' })).toMatchObject({
    mediaType: 'CAROUSEL',
    isTypeDetected: true,
    rejectedSelection: { rejected: [], acceptedFiles: [] },
    form: { files: [{ url: 'blob:caneca.jpg' }, { url: 'blob:outra.jpg' }] },
  });
});

test('rejected files stay listed until the next selection or until they are dismissed', () => {
  const refused = wizardAfter(firstFileChosen, {
    ...chooseFiles(aPicture('outra.jpg')),
    rejected: [tooLarge],
  });
  const atTypeStep = reduce(refused, continued);
  expect(atTypeStep).toMatchObject({ step: 'type', rejectedSelection: { rejected: [tooLarge] } });
  const detailed = reduce(atTypeStep, chooseType('IMAGE'));
  expect(detailed).toMatchObject({ step: 'details', rejectedSelection: { rejected: [tooLarge] } });
  expect(reduce(atTypeStep, { type: 'wentBack' })).toMatchObject({
    rejectedSelection: { rejected: [tooLarge] },
  });
  expect(reduce(detailed, { type: 'leftOutDismissed' })).toMatchObject({
    rejectedSelection: { rejected: [], acceptedFiles: [] },
  });
  expect(reduce(refused, chooseFiles(aPicture('terceira.jpg')))).toMatchObject({
    rejectedSelection: { rejected: [], acceptedFiles: [] },
    form: { files: [{ url: 'blob:caneca.jpg' }, { url: 'blob:terceira.jpg' }] },
  });
});

test('a replacing selection of only refused files replaces nothing', () => {
  const wizard = detailsAfter({ ...replaceFiles(), rejected: [tooLarge] });
  expect(wizard).toMatchObject({
    rejectedSelection: { rejected: [tooLarge], acceptedFiles: [] },
    mediaType: 'IMAGE',
    form: { files: [{ url: 'blob:caneca.jpg' }] },
  });
});

test('going back keeps the file, the caption and the due time', () => {
  const back: WizardAction = { type: 'wentBack' };
  const wizard = detailsAfter({ type: 'captionTyped', caption: 'Caneca' });
  const form = { files: [{ url: 'blob:caneca.jpg' }], caption: 'Caneca', when: evening };
  expect([back, back].reduce(reduce, wizard)).toMatchObject({ step: 'upload', form });
  expect([back, back, continued].reduce(reduce, wizard)).toMatchObject({
    step: 'type',
    form,
  });
});

test.each([
  ['a photo', [aPicture()], 'IMAGE', ['IMAGE', 'STORIES']],
  ['a tall photo', [aPicture('alta.jpg', 1080, 1920)], 'IMAGE', ['IMAGE', 'STORIES']],
  ['a video', [aVideo()], 'REELS', ['REELS', 'VIDEO', 'STORIES']],
  ['a photo and a video', [aPicture(), aVideo()], 'CAROUSEL', ['CAROUSEL']],
] as const)('%s suggests a type and allows others', (_, files, suggested, allowed) => {
  const wizard = wizardAfter(chooseFiles(...files), continued);
  const step = allowed.length > 1 ? 'type' : 'details';
  expect(wizard).toMatchObject({ step, mediaType: suggested });
  expect(listPossibleTypes(wizard.form)).toEqual(allowed);
});

test('later files are appended without duplicates', () => {
  const wizard = wizardAfter(
    chooseFiles(aPicture('a.jpg')),
    chooseFiles(aPicture('a.jpg'), aVideo('b.mp4')),
  );
  expect(wizard.form.files.map(({ file }) => file.name)).toEqual(['a.jpg', 'b.mp4']);
  expect(wizard).toMatchObject({ mediaType: 'CAROUSEL', isTypeDetected: true });
});

test('of more files than a carousel holds, those that fit make a carousel once they are added', () => {
  const many = Array.from({ length: 10 }, (_, index) => aPicture(`${index}.jpg`));
  const refused = wizardAfter(firstFileChosen, chooseFiles(...many));
  expect(refused).toMatchObject({
    mediaType: 'IMAGE',
    rejectedSelection: { rejected: [{ name: '9.jpg' }] },
  });
  const wizard = reduce(refused, { type: 'restTaken' });
  expect(wizard).toMatchObject({ mediaType: 'CAROUSEL' });
  expect(wizard.form.files).toHaveLength(10);
});

test('a photo of another ratio is cropped, or padded on request', () => {
  const wizard = wizardAfter(chooseFiles(aPicture('larga.jpg', 3000, 1000)));
  expect(wizard.form.files).toMatchObject([{ fit: 'crop' }]);
  const padded = reduce(wizard, { type: 'fitChosen', url: 'blob:larga.jpg', fit: 'pad' });
  expect(padded.form.files).toMatchObject([{ fit: 'pad' }]);
  expect(reduce(padded, continued).form.files).toMatchObject([{ fit: 'pad' }]);
});

test('a chosen type survives a change of file while it fits', () => {
  const story = wizardAfter(firstFileChosen, continued, chooseType('STORIES'));
  expect(reduce(story, replaceFiles(aPicture('outra.jpg')))).toMatchObject({
    mediaType: 'STORIES',
  });
  expect(reduce(story, replaceFiles(aPicture('a.jpg'), aVideo()))).toMatchObject({
    mediaType: 'CAROUSEL',
  });
});

test('removing all but one file ends the carousel, and removing the last clears the type', () => {
  const one = wizardAfter(chooseFiles(aPicture('a.jpg'), aVideo('b.mp4')), {
    type: 'fileRemoved',
    url: 'blob:a.jpg',
  });
  expect(one).toMatchObject({ mediaType: 'REELS', form: { files: [{ url: 'blob:b.mp4' }] } });
  expect(reduce(one, { type: 'fileRemoved', url: 'blob:b.mp4' })).toMatchObject({
    step: 'upload',
    mediaType: null,
    form: { files: [], when: evening },
  });
});

test('a moved file changes the order and the first item', () => {
  const three = chooseFiles(aPicture('a.jpg'), aPicture('b.jpg'), aVideo('c.mp4'));
  const wizard = wizardAfter(three, { type: 'fileMoved', url: 'blob:c.mp4', to: 0 });
  expect(wizard.form.files.map(({ file }) => file.name)).toEqual(['c.mp4', 'a.jpg', 'b.jpg']);
  expect(wizard).toMatchObject({ mediaType: 'CAROUSEL' });
});

test('all files can be removed at once', () => {
  const wizard = wizardAfter(chooseFiles(aPicture('a.jpg'), aVideo('b.mp4')), {
    type: 'filesCleared',
  });
  expect(wizard).toMatchObject({ mediaType: null, form: { files: [], when: evening } });
});

test('closing loses nothing before the first input and after success', () => {
  expect(hasContent(startedWizard())).toBe(false);
  expect(hasContent(wizardAfter(firstFileChosen))).toBe(true);
  expect(hasContent(reduce(detailsAfter(started), postCreated()))).toBe(false);
});

test.each([
  ['Caneca', evening, {}],
  ['a'.repeat(2200), evening, {}],
  ['é'.repeat(2201), evening, { caption: 'Legenda deve ter no máximo 2200 caracteres' }],
  ['', { date: '', time: '18:00' }, { when: 'Selecione data e hora' }],
  ['', { date: '2026-06-09', time: '' }, { when: 'Selecione data e hora' }],
  [
    '',
    { date: '2026-06-09', time: '14:31' },
    { when: 'Este horário já passou. Escolha um horário no futuro.' },
  ],
  [
    '',
    { date: '2026-06-09', time: '14:32' },
    { when: 'Este horário está próximo demais. Escolha a partir das 14:33.' },
  ],
  ['', { date: '2026-06-09', time: '14:33' }, {}],
])('the form is validated before it is sent (%#)', (caption, when, faults) => {
  expect(validateForm({ caption, when }, now, null)).toEqual(faults);
});

test('editing a field clears only its own error', () => {
  const refused: WizardAction = { type: 'refused', errors: { caption: 'longa', when: 'falta' } };
  expect(detailsAfter(refused, { type: 'captionTyped', caption: '' }).errors).toEqual({
    when: 'falta',
  });
  expect(detailsAfter(refused, { type: 'whenChosen', when: evening }).errors).toEqual({
    caption: 'longa',
  });
});

const attemptKeyOf = (wizard: Wizard, submitMode: SubmitMode, newKey: string) =>
  wizard.step === 'done'
    ? null
    : findOrCreateAttempt(wizard, submitMode, { key: newKey, at: 0 }).key;
const failedAttempt = (wizard: DetailsState, submitMode: SubmitMode, newKey: string): Wizard =>
  [
    {
      type: 'sendStarted',
      attempt: findOrCreateAttempt(wizard, submitMode, { key: newKey, at: 0 }),
      submitMode,
    } as const,
    {
      type: 'sendFailed',
      failure: { submitMode, code: 'NETWORK', message: 'Sem conexão' },
      outcome: 'perhaps',
    } as const,
  ].reduce<Wizard>(reduce, wizard);

test('the same content is sent again under the same key, other content under a new one', () => {
  const failed = failedAttempt(detailsAfter(), 'schedule', 'key-1');
  expect(attemptKeyOf(failed, 'schedule', 'key-2')).toBe('key-1');
  expect(attemptKeyOf(failed, 'demo', 'key-2')).toBe('key-2');
  expect(attemptKeyOf(failed, 'draft', 'key-2')).toBe('key-2');
  const asDemo = failed.step === 'details' ? failedAttempt(failed, 'demo', 'key-2') : failed;
  expect(attemptKeyOf(asDemo, 'schedule', 'key-3')).toBe('key-1');
  expect(attemptKeyOf(asDemo, 'demo', 'key-3')).toBe('key-2');
  for (const other of [
    { type: 'captionTyped', caption: 'outra' },
    { type: 'optionsChosen', options: { location: { id: '1', name: null } } },
    { type: 'altTextTyped', url: 'blob:caneca.jpg', text: 'Uma caneca' },
    replaceFiles(aPicture()),
  ] satisfies WizardAction[]) {
    expect(attemptKeyOf(reduce(failed, other), 'schedule', 'key-2')).toBe('key-2');
  }
});

test('progress is stored, and the form cannot be edited during a submit', () => {
  const sending = detailsAfter(started, { type: 'progressed', fraction: 0.62, bytes: 620 });
  expect(sending.sending).toMatchObject({ state: 'sending', fraction: 0.62, bytes: 620 });
  expect(reduce(sending, { type: 'captionTyped', caption: 'tarde' })).toBe(sending);
  expect(reduce(sending, { type: 'wentBack' })).toBe(sending);
  expect(reduce(sending, replaceFiles(aVideo()))).toBe(sending);
});

test('the post may exist once everything was sent', () => {
  const halfway = detailsAfter(started, { type: 'progressed', fraction: 0.5, bytes: 500 });
  expect(isSent(halfway)).toBe(false);
  expect(isSent(reduce(halfway, { type: 'progressed', fraction: 1, bytes: 1000 }))).toBe(true);
});

test('a failure and a cancellation both keep the form', () => {
  const typed: WizardAction = { type: 'captionTyped', caption: 'Caneca' };
  const aim = 'schedule';
  const failure = {
    submitMode: aim,
    code: 'LIMIT_EXCEEDED',
    message: 'Você usou os 10 posts de junho.',
  } as const;
  expect(
    detailsAfter(typed, started, { type: 'sendFailed', failure, outcome: 'no' }),
  ).toMatchObject({
    form: { caption: 'Caneca', when: evening },
    sending: { state: 'failed', failure },
  });
  expect(detailsAfter(typed, started, { type: 'sendCancelled' })).toMatchObject({
    form: { caption: 'Caneca' },
    sending: { state: 'idle' },
  });
});

test('a response after the cancellation changes nothing', () => {
  const cancelled = detailsAfter(started, { type: 'sendCancelled' });
  expect(reduce(cancelled, postCreated())).toBe(cancelled);
  expect(reduce(cancelled, { type: 'progressed', fraction: 1, bytes: 1 })).toBe(cancelled);
});

test('a scheduled post ends the wizard, which can then restart', () => {
  const done = reduce(detailsAfter(started), postCreated());
  expect(done).toMatchObject({ step: 'done', mediaType: 'IMAGE', warning: null });
  expect(reduce(done, continued)).toBe(done);
  expect(reduce(done, { type: 'restarted' })).toEqual(startWizard({ frame: 'modal' }));
});

test('a file that the server refuses shows an error until it is removed', () => {
  const blocked = wizardAfter(firstFileChosen, { type: 'blocked', message: 'Cortado' });
  expect(blocked).toMatchObject({ step: 'upload', stepError: { text: 'Cortado' } });
  expect(reduce(blocked, { type: 'fileRemoved', url: 'blob:caneca.jpg' })).toMatchObject({
    stepError: null,
  });
});

test('a type that does not accept the new file is replaced', () => {
  const story: WizardAction = { type: 'typeChosen', mediaType: 'STORIES' };
  const asStory = wizardAfter(chooseFiles(aVideo()), continued, story);
  expect(reduce(asStory, replaceFiles(aVideo('outro.mov')))).toMatchObject({
    mediaType: 'STORIES',
  });
  const avi = aVideo('antigo.avi');
  const file = new File(['frames'], 'antigo.avi', { type: 'video/x-msvideo' });
  expect(reduce(asStory, replaceFiles({ ...avi, file }))).toMatchObject({ mediaType: 'REELS' });
});

test('files are retained while they are shown or can still be added', () => {
  const mixed = { ...chooseFiles(aPicture('outra.jpg')), rejected: [tooLarge] };
  const urls = (wizard: Wizard) => listRetainedFiles(wizard).map(({ url }) => url);
  expect(urls(wizardAfter(firstFileChosen, mixed))).toEqual(['blob:caneca.jpg', 'blob:outra.jpg']);
  expect(urls(wizardAfter(firstFileChosen, mixed, { type: 'leftOutDismissed' }))).toEqual([
    'blob:caneca.jpg',
  ]);
  expect(urls(detailsAfter(replaceFiles(aPicture('nova.jpg'))))).toEqual(['blob:nova.jpg']);
});

test('files that are added after all others were removed survive a change of type', () => {
  const again = wizardAfter(
    ...aReel,
    { type: 'wentBack' },
    { type: 'fileRemoved', url: 'blob:torno.mp4' },
    firstFileChosen,
    continued,
    chooseType('IMAGE'),
  );
  expect(again).toMatchObject({ step: 'details', form: { files: [{ url: 'blob:caneca.jpg' }] } });
});

test('replacing one file by several skips the type step', () => {
  const wizard = wizardAfter(
    firstFileChosen,
    continued,
    replaceFiles(aPicture('a.jpg'), aPicture('b.jpg')),
  );
  expect(wizard).toMatchObject({ step: 'details', mediaType: 'CAROUSEL' });
});

test('a fit mode that is changed back counts as the same content', () => {
  const failed = failedAttempt(detailsAfter(), 'schedule', 'key-1');
  const fit = (to: 'crop' | 'pad'): WizardAction => ({
    type: 'fitChosen',
    url: 'blob:caneca.jpg',
    fit: to,
  });
  const back = [fit('pad'), fit('crop')].reduce(reduce, failed);
  expect(attemptKeyOf(back, 'schedule', 'key-2')).toBe('key-1');
});
