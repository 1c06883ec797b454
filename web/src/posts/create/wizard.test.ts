import { expect, test } from 'vitest';
import { aPost } from '../post-fixture.ts';
import {
  attemptOf,
  faultsOf,
  hasWork,
  isSent,
  reduce,
  startWizard,
  type DetailsStep,
  type PickedFile,
  type Wizard,
  type WizardAction,
} from './wizard.ts';

const evening = { date: '2026-06-09', time: '18:00' };
const now = new Date('2026-06-09T17:32:00Z');

function aPicture(name = 'caneca.jpg'): PickedFile {
  const file = new File(['pixels'], name, { type: 'image/jpeg', lastModified: 1 });
  return { file, url: `blob:${name}`, width: 1080, height: 1350 };
}

const chosen: WizardAction = { type: 'filesChosen', files: [aPicture()] };
const continued: WizardAction = { type: 'continued' };

function after(...actions: WizardAction[]): Wizard {
  return actions.reduce(reduce, startWizard(evening));
}

function inDetails(...actions: WizardAction[]): DetailsStep {
  const wizard = after(chosen, continued, ...actions);
  if (wizard.step !== 'details') throw new Error(`in ${wizard.step}`);
  return wizard;
}

const started: WizardAction = {
  type: 'sendStarted',
  attempt: { content: 'the post', key: 'key-1' },
  demo: false,
};

test('the type step is skipped: one picture goes from upload straight to its details', () => {
  const uploaded = after(chosen);
  expect(uploaded).toMatchObject({ step: 'upload', detected: 'IMAGE' });
  expect(reduce(uploaded, continued)).toMatchObject({ step: 'details', mediaType: 'IMAGE' });
});

test('the hint about the detected type goes away', () => {
  expect(after(chosen, { type: 'hintExpired' })).toMatchObject({ detected: null });
});

test('without a file there is no next step', () => {
  expect(after(continued)).toMatchObject({
    step: 'upload',
    problem: 'Selecione pelo menos um arquivo',
  });
});

test('a refused selection leaves what was chosen before', () => {
  const wizard = after(chosen, { type: 'filesRefused', problem: 'Grande demais' });
  expect(wizard).toMatchObject({ problem: 'Grande demais', form: { files: [{ width: 1080 }] } });
  expect(reduce(wizard, chosen)).toMatchObject({ problem: null });
});

test('going back keeps the file, the caption and the time', () => {
  const wizard = after(
    chosen,
    continued,
    { type: 'captionTyped', caption: 'Caneca' },
    { type: 'wentBack' },
  );
  expect(wizard).toMatchObject({ step: 'upload', form: { caption: 'Caneca', when: evening } });
  expect(reduce(wizard, continued)).toMatchObject({ step: 'details', form: { caption: 'Caneca' } });
});

test('removing the last file returns to upload and keeps what was typed', () => {
  const wizard = inDetails({ type: 'captionTyped', caption: 'Caneca' });
  expect(reduce(wizard, { type: 'filesRemoved' })).toMatchObject({
    step: 'upload',
    form: { files: [], caption: 'Caneca', when: evening },
  });
});

test('closing loses nothing before something is chosen or typed, and after success', () => {
  expect(hasWork(startWizard(evening))).toBe(false);
  expect(hasWork(after(chosen))).toBe(true);
  expect(hasWork(after(chosen, continued, started, { type: 'scheduled', post: aPost() }))).toBe(
    false,
  );
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
  // Less than half a minute ahead.
  [
    '',
    { date: '2026-06-09', time: '14:32' },
    { when: 'Este horário está próximo demais. Escolha a partir das 14:33.' },
  ],
  ['', { date: '2026-06-09', time: '14:33' }, {}],
])('the form is checked before it is sent (%#)', (caption, when, faults) => {
  expect(faultsOf({ files: [], caption, when }, now)).toEqual(faults);
});

test('editing a field clears its own fault only', () => {
  const refused: WizardAction = { type: 'refused', faults: { caption: 'longa', when: 'falta' } };
  expect(inDetails(refused, { type: 'captionTyped', caption: '' }).faults).toEqual({
    when: 'falta',
  });
  expect(inDetails(refused, { type: 'whenChosen', when: evening }).faults).toEqual({
    caption: 'longa',
  });
});

test('the same content goes out again under the same key, other content under a new one', () => {
  const first = attemptOf(inDetails(), false, 'key-1');
  const failed = inDetails(
    { type: 'sendStarted', attempt: first, demo: false },
    { type: 'sendFailed', failure: { code: 'NETWORK', message: 'Sem conexão' } },
  );
  expect(attemptOf(failed, false, 'key-2').key).toBe('key-1');
  expect(attemptOf(failed, true, 'key-2').key).toBe('key-2');

  const asDemo = reduce(failed, {
    type: 'sendStarted',
    attempt: attemptOf(failed, true, 'key-2'),
    demo: true,
  });
  expect(asDemo.step === 'details' && attemptOf(asDemo, false, 'key-3').key).toBe('key-1');
  expect(asDemo.step === 'details' && attemptOf(asDemo, true, 'key-3').key).toBe('key-2');

  const edited = reduce(failed, { type: 'captionTyped', caption: 'outra' });
  expect(edited.step === 'details' && attemptOf(edited, false, 'key-2').key).toBe('key-2');
  const replaced = reduce(failed, chosen);
  expect(replaced.step === 'details' && attemptOf(replaced, false, 'key-2').key).toBe('key-2');
});

test('progress is kept, and nothing can be edited on the way', () => {
  const sending = inDetails(started, { type: 'progressed', fraction: 0.62, bytes: 620 });
  expect(sending.sending).toMatchObject({ state: 'sending', fraction: 0.62, bytes: 620 });
  expect(reduce(sending, { type: 'captionTyped', caption: 'tarde' })).toBe(sending);
  expect(reduce(sending, { type: 'wentBack' })).toBe(sending);
  expect(reduce(sending, { type: 'filesRemoved' })).toBe(sending);
});

test('the post may exist from the moment everything was sent', () => {
  const halfway = inDetails(started, { type: 'progressed', fraction: 0.5, bytes: 500 });
  expect(isSent(halfway)).toBe(false);
  expect(isSent(reduce(halfway, { type: 'progressed', fraction: 1, bytes: 1000 }))).toBe(true);
});

test('a failure and a cancellation both keep everything', () => {
  const typed: WizardAction = { type: 'captionTyped', caption: 'Caneca' };
  const failure = { code: 'LIMIT_EXCEEDED', message: 'Você usou os 10 posts de junho.' };
  expect(inDetails(typed, started, { type: 'sendFailed', failure })).toMatchObject({
    form: { caption: 'Caneca', when: evening },
    sending: { state: 'failed', failure },
  });
  expect(inDetails(typed, started, { type: 'sendCancelled' })).toMatchObject({
    form: { caption: 'Caneca' },
    sending: { state: 'idle' },
  });
});

test('an answer that comes after the cancellation changes nothing', () => {
  const cancelled = inDetails(started, { type: 'sendCancelled' });
  expect(reduce(cancelled, { type: 'scheduled', post: aPost() })).toBe(cancelled);
  expect(reduce(cancelled, { type: 'progressed', fraction: 1, bytes: 1 })).toBe(cancelled);
});

test('a scheduled post ends the wizard, which can then start again', () => {
  const done = after(chosen, continued, started, { type: 'scheduled', post: aPost() });
  expect(done.step).toBe('done');
  expect(reduce(done, continued)).toBe(done);
  expect(reduce(done, { type: 'restarted' })).toEqual(startWizard());
});
