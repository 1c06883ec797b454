import { expect, test } from 'vitest';
import type { PickedFile } from '../form.rules.ts';
import { aPicture, aVideo } from '../picked-file-fixture.ts';
import { mayCreateDuplicate, mayAlreadyExist } from '../unanswered-requests.ts';
import type { EditingState, Wizard, WizardAction } from '../wizard-state.ts';
import { findOrCreateAttempt, reduce, startWizard } from '../wizard.ts';
import { toStoredDraft, restoreWizard } from './stored-draft.ts';

const when = { date: '2026-06-09', time: '18:00' };
const video = aVideo();
const chooseFiles: WizardAction = {
  type: 'filesChosen',
  files: [video],
  rejected: [],
  replace: false,
};
const chooseStory: WizardAction[] = [
  chooseFiles,
  { type: 'continued' },
  { type: 'typeChosen', mediaType: 'STORIES' },
  { type: 'captionTyped', caption: 'Caneca' },
  { type: 'tagsPlaced', url: video.url, tags: [{ username: 'lia' }] },
];
const wizardAfter = (...actions: WizardAction[]): Wizard =>
  actions.reduce<Wizard>(reduce, startWizard({ frame: 'page', form: { when } }));

function storeAndRead(wizard: Wizard) {
  const found = toStoredDraft(wizard, ({ name }) => `id of ${name}`);
  if (found === null) throw new Error('nothing was stored');
  return JSON.parse(JSON.stringify(found)) as typeof found;
}

function loadFiles(wizard: Wizard): PickedFile[] {
  const [first] = storeAndRead(wizard).form.files;
  return first === undefined ? [] : [{ ...first, file: video.file, url: 'blob:new' }];
}

test('the wizard resumes at its last step with all values', () => {
  const wizard = wizardAfter(...chooseStory);
  expect(storeAndRead(wizard)).toMatchObject({
    step: 'details',
    form: { files: [{ id: 'id of torno.mp4', tags: [{ username: 'lia' }] }] },
  });
  expect(restoreWizard(storeAndRead(wizard), loadFiles(wizard), { frame: 'modal' })).toMatchObject({
    step: 'details',
    frame: 'modal',
    mediaType: 'STORIES',
    form: { caption: 'Caneca', when, files: [{ url: 'blob:new', tags: [{ username: 'lia' }] }] },
  });
});

const earlierRequest = { key: 'key-1', at: Date.parse('2026-06-09T17:00:00Z') };

test('an unanswered request may have succeeded and is sent again under its key', () => {
  const attempt = findOrCreateAttempt(
    wizardAfter(...chooseStory) as EditingState,
    'schedule',
    earlierRequest,
  );
  const sending = wizardAfter(...chooseStory, {
    type: 'sendStarted',
    attempt,
    submitMode: 'schedule',
  });
  expect(storeAndRead(sending).unansweredRequests).toEqual([earlierRequest]);
  const again = restoreWizard(storeAndRead(sending), loadFiles(sending), { frame: 'page' });
  expect(again).toMatchObject({
    attempts: [attempt],
    unansweredRequests: [earlierRequest],
    sending: { state: 'idle' },
  });
  expect(findOrCreateAttempt(again as EditingState, 'schedule', { key: 'key-2', at: 0 })).toEqual(
    attempt,
  );
});

test('a post with an unanswered request may exist until the user starts over', () => {
  const attempt = { content: 'the post', ...earlierRequest };
  const failure = { submitMode: 'schedule', code: 'NETWORK', message: 'Sem conexão' } as const;
  const started: WizardAction = { type: 'sendStarted', attempt, submitMode: 'schedule' };
  const unanswered: WizardAction = { type: 'sendFailed', failure, outcome: 'perhaps' };
  const offline: WizardAction = { type: 'sendFailed', failure, outcome: 'asBefore' };
  const edited: WizardAction = { type: 'captionTyped', caption: 'Outra' };
  expect(mayAlreadyExist(wizardAfter(...chooseStory, started, offline))).toBe(false);
  const lost = [
    ...chooseStory,
    started,
    unanswered,
    edited,
    started,
    offline,
    { type: 'wentToFiles' },
  ];
  const wizard = wizardAfter(...(lost as WizardAction[]));
  expect(mayAlreadyExist(wizard)).toBe(true);
  expect(
    mayAlreadyExist(restoreWizard(storeAndRead(wizard), loadFiles(wizard), { frame: 'page' })),
  ).toBe(true);
  expect(mayAlreadyExist(reduce(wizard, { type: 'restarted' }))).toBe(false);
});

test('after a day the server has forgotten the key, and an identical request may create a duplicate', () => {
  const attempt = { content: 'the post', ...earlierRequest };
  const wizard = wizardAfter(...chooseStory, {
    type: 'sendStarted',
    attempt,
    submitMode: 'schedule',
  });
  const again = restoreWizard(storeAndRead(wizard), loadFiles(wizard), { frame: 'page' });
  expect(mayCreateDuplicate(again, new Date('2026-06-10T16:59:59Z'))).toBe(false);
  expect(mayCreateDuplicate(again, new Date('2026-06-10T17:00:00Z'))).toBe(true);
});

test('a late response reaches the composer that has the draft open, and is stored', () => {
  const attempt = { content: 'the post', ...earlierRequest };
  const left = wizardAfter(...chooseStory, {
    type: 'sendStarted',
    attempt,
    submitMode: 'schedule',
  });
  const again = restoreWizard(storeAndRead(left), loadFiles(left), { frame: 'page' });
  const afterLateResponse = (key: string, isCreated: boolean) =>
    reduce(again, { type: 'answeredLate', key, isCreated });
  expect(afterLateResponse('key-2', true)).toBe(again);
  expect(afterLateResponse('key-1', false)).toMatchObject({
    unansweredRequests: [],
    hasCreatedPost: false,
  });
  expect(afterLateResponse('key-1', true)).toMatchObject({
    unansweredRequests: [],
    hasCreatedPost: true,
  });
  expect(storeAndRead(afterLateResponse('key-1', true)).hasCreatedPost).toBe(true);
  expect(reduce(afterLateResponse('key-1', true), { type: 'restarted' })).toMatchObject({
    hasCreatedPost: false,
  });
});

test('without its files the draft restores the text at the first step', () => {
  expect(
    restoreWizard(storeAndRead(wizardAfter(...chooseStory)), [], { frame: 'page' }),
  ).toMatchObject({
    step: 'upload',
    mediaType: 'STORIES',
    form: { caption: 'Caneca', files: [] },
  });
});

test('navigation values override stored values', () => {
  const noon = { date: '2026-06-10', time: '12:00' };
  const wizard = wizardAfter(...chooseStory);
  const begin = { frame: 'page', form: { when: noon }, mediaType: 'REELS' } as const;
  expect(restoreWizard(storeAndRead(wizard), loadFiles(wizard), begin)).toMatchObject({
    mediaType: 'REELS',
    form: { when: noon, caption: 'Caneca' },
  });
});

test('a caption from navigation is appended to the stored caption', () => {
  const wizard = wizardAfter(...chooseStory);
  const captionWith = (caption: string) =>
    restoreWizard(storeAndRead(wizard), loadFiles(wizard), { frame: 'page', form: { caption } })
      .form.caption;
  expect(captionWith('Fornada das {hora}')).toBe('Caneca\n\nFornada das {hora}');
  expect(captionWith('Caneca')).toBe('Caneca');
});

test('a created post is not stored', () => {
  const picture = { ...chooseFiles, files: [aPicture()] } as WizardAction<'filesChosen'>;
  expect(toStoredDraft(wizardAfter(picture), () => '1')).toMatchObject({
    step: 'upload',
    unansweredRequests: [],
  });
  const done = { ...wizardAfter(...chooseStory), step: 'done' } as Wizard;
  expect(toStoredDraft(done, () => '1')).toBeNull();
});

test('a carousel with one remaining photo becomes a photo', () => {
  const [a, b] = [aPicture('a.jpg'), aPicture('b.jpg')];
  const carousel = wizardAfter({ ...chooseFiles, files: [a, b] }, { type: 'continued' });
  expect(storeAndRead(carousel)).toMatchObject({ step: 'details', mediaType: 'CAROUSEL' });
  expect(restoreWizard(storeAndRead(carousel), [a], { frame: 'page' })).toMatchObject({
    mediaType: 'IMAGE',
  });
});

test('a requested type that does not fit the files is ignored', () => {
  const begin = { frame: 'page', mediaType: 'REELS' } as const;
  const photo = aPicture();
  const wizard = wizardAfter({ ...chooseFiles, files: [photo] });
  expect(restoreWizard(storeAndRead(wizard), [photo], begin)).toMatchObject({ mediaType: 'IMAGE' });
});

test('a type change in the modal survives a reload', () => {
  const wizard = wizardAfter(...chooseStory, { type: 'wentBack' });
  expect(restoreWizard(storeAndRead(wizard), loadFiles(wizard), { frame: 'modal' })).toMatchObject({
    step: 'type',
    confirmedType: 'STORIES',
  });
});
