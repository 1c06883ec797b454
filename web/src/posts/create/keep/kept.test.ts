import { expect, test } from 'vitest';
import type { PickedFile } from '../form-rules.ts';
import { aPicture, aVideo } from '../picked-file-fixture.ts';
import type { Wizard, WizardAction } from '../wizard-state.ts';
import { reduce, startWizard } from '../wizard.ts';
import { keptFrom, restored } from './kept.ts';

const when = { date: '2026-06-09', time: '18:00' };
const video = aVideo();
const choosing: WizardAction = {
  type: 'filesChosen',
  files: [video],
  rejected: [],
  replace: false,
};
const toStory: WizardAction[] = [
  choosing,
  { type: 'continued' },
  { type: 'typeChosen', mediaType: 'STORIES' },
  { type: 'captionTyped', caption: 'Caneca' },
  { type: 'tagsPlaced', url: video.url, tags: [{ username: 'lia' }] },
];
const after = (...actions: WizardAction[]): Wizard =>
  actions.reduce<Wizard>(reduce, startWizard({ frame: 'page', form: { when } }));

/** As the browser keeps it: as text, and under new addresses afterwards. */
function kept(wizard: Wizard) {
  const found = keptFrom(wizard, ({ name }) => `id of ${name}`);
  if (found === null) throw new Error('nothing was kept');
  return JSON.parse(JSON.stringify(found)) as typeof found;
}

function opened(wizard: Wizard): PickedFile[] {
  const [first] = kept(wizard).form.files;
  return first === undefined ? [] : [{ ...first, file: video.file, url: 'blob:new' }];
}

test('the wizard goes on at the step where it was, with everything in it', () => {
  const wizard = after(...toStory);
  expect(kept(wizard)).toMatchObject({
    step: 'details',
    form: { files: [{ id: 'id of torno.mp4', tags: [{ username: 'lia' }] }] },
  });
  expect(restored(kept(wizard), opened(wizard), { frame: 'modal' })).toMatchObject({
    step: 'details',
    frame: 'modal',
    mediaType: 'STORIES',
    form: { caption: 'Caneca', when, files: [{ url: 'blob:new', tags: [{ username: 'lia' }] }] },
  });
});

test('what was on its way may have arrived: it is sent again under its key', () => {
  const attempt = { content: 'the post', key: 'key-1' };
  const sending = after(...toStory, { type: 'sendStarted', attempt, aim: 'schedule' });
  expect(kept(sending).isSending).toBe(true);
  const again = restored(kept(sending), opened(sending), { frame: 'page' });
  expect(again).toMatchObject({ attempts: [attempt], sending: { state: 'idle' } });
});

test('without its files the text is still there, at the first step', () => {
  expect(restored(kept(after(...toStory)), [], { frame: 'page' })).toMatchObject({
    step: 'upload',
    mediaType: 'STORIES',
    form: { caption: 'Caneca', files: [] },
  });
});

test('what navigation brings along counts for more than what was kept', () => {
  const noon = { date: '2026-06-10', time: '12:00' };
  const wizard = after(...toStory);
  const begin = { frame: 'page', form: { when: noon }, mediaType: 'REELS' } as const;
  expect(restored(kept(wizard), opened(wizard), begin)).toMatchObject({
    mediaType: 'REELS',
    form: { when: noon, caption: 'Caneca' },
  });
});

test('nothing is kept of a post that exists', () => {
  const picture = { ...choosing, files: [aPicture()] } as WizardAction<'filesChosen'>;
  expect(keptFrom(after(picture), () => '1')).toMatchObject({ step: 'upload', isSending: false });
  const done = { ...after(...toStory), step: 'done' } as Wizard;
  expect(keptFrom(done, () => '1')).toBeNull();
});

test('a carousel of which one photo is left is a photo again', () => {
  const [a, b] = [aPicture('a.jpg'), aPicture('b.jpg')];
  const carousel = after({ ...choosing, files: [a, b] }, { type: 'continued' });
  expect(kept(carousel)).toMatchObject({ step: 'details', mediaType: 'CAROUSEL' });
  expect(restored(kept(carousel), [a], { frame: 'page' })).toMatchObject({ mediaType: 'IMAGE' });
});

test('a type that somebody comes for with other files gives way', () => {
  const begin = { frame: 'page', mediaType: 'REELS' } as const;
  const photo = aPicture();
  const wizard = after({ ...choosing, files: [photo] });
  expect(restored(kept(wizard), [photo], begin)).toMatchObject({ mediaType: 'IMAGE' });
});

test('a change of type in the modal is still one after the page was loaded again', () => {
  const wizard = after(...toStory, { type: 'wentBack' });
  expect(restored(kept(wizard), opened(wizard), { frame: 'modal' })).toMatchObject({
    step: 'type',
    settled: 'STORIES',
  });
});
