import { expect, test } from 'vitest';
import type { PickedFile } from '../form-rules.ts';
import { aPicture, aVideo } from '../picked-file-fixture.ts';
import { mayDouble, mayExist } from '../unanswered.ts';
import type { EditingStep, Wizard, WizardAction } from '../wizard-state.ts';
import { attemptOf, reduce, startWizard } from '../wizard.ts';
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

const sent = { key: 'key-1', at: Date.parse('2026-06-09T17:00:00Z') };

test('what was on its way may have arrived: it is sent again under its key', () => {
  const attempt = attemptOf(after(...toStory) as EditingStep, 'schedule', sent);
  const sending = after(...toStory, { type: 'sendStarted', attempt, aim: 'schedule' });
  expect(kept(sending).unanswered).toEqual([sent]);
  const again = restored(kept(sending), opened(sending), { frame: 'page' });
  expect(again).toMatchObject({
    attempts: [attempt],
    unanswered: [sent],
    sending: { state: 'idle' },
  });
  expect(attemptOf(again as EditingStep, 'schedule', { key: 'key-2', at: 0 })).toEqual(attempt);
});

test('what no answer came of may exist, whatever becomes of it here, until it is begun anew', () => {
  const attempt = { content: 'the post', ...sent };
  const failure = { aim: 'schedule', code: 'NETWORK', message: 'Sem conexão' } as const;
  const started: WizardAction = { type: 'sendStarted', attempt, aim: 'schedule' };
  const unanswered: WizardAction = { type: 'sendFailed', failure, arrived: 'perhaps' };
  const offline: WizardAction = { type: 'sendFailed', failure, arrived: 'asBefore' };
  const edited: WizardAction = { type: 'captionTyped', caption: 'Outra' };
  expect(mayExist(after(...toStory, started, offline))).toBe(false);
  const lost = [...toStory, started, unanswered, edited, started, offline, { type: 'wentToFiles' }];
  const wizard = after(...(lost as WizardAction[]));
  expect(mayExist(wizard)).toBe(true);
  expect(mayExist(restored(kept(wizard), opened(wizard), { frame: 'page' }))).toBe(true);
  expect(mayExist(reduce(wizard, { type: 'restarted' }))).toBe(false);
});

test('after a day the server has forgotten the key: the very same may become a second post', () => {
  const attempt = { content: 'the post', ...sent };
  const wizard = after(...toStory, { type: 'sendStarted', attempt, aim: 'schedule' });
  const again = restored(kept(wizard), opened(wizard), { frame: 'page' });
  expect(mayDouble(again, new Date('2026-06-10T16:59:59Z'))).toBe(false);
  expect(mayDouble(again, new Date('2026-06-10T17:00:00Z'))).toBe(true);
});

test('a late answer is taken in by whoever goes on with the post, and kept', () => {
  const attempt = { content: 'the post', ...sent };
  const left = after(...toStory, { type: 'sendStarted', attempt, aim: 'schedule' });
  const again = restored(kept(left), opened(left), { frame: 'page' });
  const told = (key: string, exists: boolean) =>
    reduce(again, { type: 'answeredLate', key, exists });
  expect(told('key-2', true)).toBe(again);
  expect(told('key-1', false)).toMatchObject({ unanswered: [], exists: false });
  expect(told('key-1', true)).toMatchObject({ unanswered: [], exists: true });
  expect(kept(told('key-1', true)).exists).toBe(true);
  expect(reduce(told('key-1', true), { type: 'restarted' })).toMatchObject({ exists: false });
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

test('a caption that comes along is written below the one that was kept', () => {
  const wizard = after(...toStory);
  const captionWith = (caption: string) =>
    restored(kept(wizard), opened(wizard), { frame: 'page', form: { caption } }).form.caption;
  expect(captionWith('Fornada das {hora}')).toBe('Caneca\n\nFornada das {hora}');
  expect(captionWith('Caneca')).toBe('Caneca');
});

test('nothing is kept of a post that exists', () => {
  const picture = { ...choosing, files: [aPicture()] } as WizardAction<'filesChosen'>;
  expect(keptFrom(after(picture), () => '1')).toMatchObject({ step: 'upload', unanswered: [] });
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
