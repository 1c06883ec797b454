import { errorCatalogue } from '@pontual/contract/errors.ts';
import type { Fit } from '@pontual/contract/media-fit.ts';
import { mediaTypeOptions } from '@pontual/contract/post-rules.ts';
import type { MediaType, Post } from '@pontual/contract/posts.ts';
import { fitsOf, withFit } from './fit-rules.ts';
import {
  detectedType,
  offersType,
  typesOf,
  type Faults,
  type Form,
  type PickedFile,
} from './form-rules.ts';
import { problemOf, type Problem } from './problem.ts';
import {
  admit,
  nothingLeftOut,
  selectionOfRest,
  type LeftOut,
  type Selection,
} from './selection.ts';
import { withMoved } from './sorting.ts';
import type { WallFields } from './shortcuts.ts';

/** One content on its way. The same content goes out again under the same key. */
export interface Attempt {
  content: string;
  key: string;
}

export interface Failure {
  code: string;
  message: string;
}

export type Sending =
  | { state: 'idle' }
  | { state: 'sending'; demo: boolean; fraction: number; bytes: number }
  | { state: 'failed'; failure: Failure };

interface Editing {
  form: Form;
  problem: Problem | null;
  leftOut: LeftOut;
  /** What becomes of the files; null while there are none. */
  mediaType: MediaType | null;
  /** Whether the type was just detected, while its hint is shown. */
  detected: boolean;
  /** What was sent before, with or without success: it may have arrived all the same. */
  attempts: readonly Attempt[];
}

export interface UploadStep extends Editing {
  step: 'upload';
}

export interface DetailsStep extends Editing {
  step: 'details';
  mediaType: MediaType;
  faults: Faults;
  sending: Sending;
}

/** The post exists. */
interface Done {
  step: 'done';
  /** What it was made of. */
  form: Form;
  mediaType: MediaType;
  post: Post;
  /** What the user should know although the post was accepted. */
  warning: string | null;
}

export type Wizard = UploadStep | DetailsStep | Done;

/** Every action by name, with what it carries. */
interface Actions {
  filesChosen: Selection;
  /** The user takes what is good of a selection that was not taken. */
  restTaken: unknown;
  leftOutDismissed: unknown;
  fileRemoved: { url: string };
  filesCleared: unknown;
  /** To another place among the files, counted from 0. */
  fileMoved: { url: string; to: number };
  problemDismissed: unknown;
  hintExpired: unknown;
  fitChosen: { url: string; fit: Fit };
  continued: unknown;
  /** The server does not take one of the files. */
  blocked: { problem: string };
  wentBack: unknown;
  typeChosen: { mediaType: MediaType };
  captionTyped: { caption: string };
  whenChosen: { when: WallFields };
  refused: { faults: Faults };
  sendStarted: { attempt: Attempt; demo: boolean };
  progressed: { fraction: number; bytes: number };
  sendFailed: { failure: Failure };
  sendCancelled: unknown;
  failureDismissed: unknown;
  scheduled: { post: Post; warning: string | null };
  restarted: unknown;
}
type ActionName = keyof Actions;
export type WizardAction<T extends ActionName = ActionName> = {
  [K in T]: { type: K } & Actions[K];
}[T];

/** Nothing is to be said of the files. */
const fresh = { problem: null, leftOut: nothingLeftOut, detected: false } as const;

export function startWizard(when: WallFields = { date: '', time: '' }): Wizard {
  const form: Form = { files: [], caption: '', when };
  return { ...fresh, step: 'upload', form, mediaType: null, attempts: [] };
}

/** Whether everything has been sent and only the answer is missing: the post may exist by now. */
export function isSent(wizard: Wizard): boolean {
  if (wizard.step !== 'details') return false;
  return wizard.sending.state === 'sending' && wizard.sending.fraction >= 1;
}

/** Whether closing would lose something the user chose or typed. */
export function hasWork(wizard: Wizard): boolean {
  return wizard.step !== 'done' && (wizard.form.files.length > 0 || wizard.form.caption !== '');
}

/** All files that are shown, or may be yet. */
export function keptOf(wizard: Wizard): readonly PickedFile[] {
  const { files } = wizard.form;
  return wizard.step === 'done' ? files : [...files, ...wizard.leftOut.rest];
}

/** The earlier attempt that carried this very content, else a new one under `newKey`. */
export function attemptOf(wizard: DetailsStep, demo: boolean, newKey: string): Attempt {
  const { files, caption, when } = wizard.form;
  const names = files.map(({ file }) => [file.name, file.size, file.lastModified]);
  const fits = fitsOf(files, wizard.mediaType);
  const content = JSON.stringify([names, fits, wizard.mediaType, caption, when, demo]);
  const earlier = wizard.attempts.find((attempt) => attempt.content === content);
  return earlier ?? { content, key: newKey };
}

/** What a step makes of the actions that it answers to; it ignores all others. */
type Answers<S> = {
  readonly [K in ActionName]?: (wizard: S, action: WizardAction<K>) => Wizard;
};

/** Other files are other content, even where name and size agree. */
function withFiles<S extends UploadStep | DetailsStep>(wizard: S, files: readonly PickedFile[]): S {
  return { ...wizard, form: { ...wizard.form, files }, problem: null, attempts: [] };
}

function withSelection(wizard: UploadStep | DetailsStep, selection: Selection): Wizard {
  const { files, leftOut } = admit(wizard.form.files, selection);
  const told = { ...wizard, leftOut };
  const detected = detectedType(files);
  // Whatever was refused, what was chosen before stays.
  if (detected === null || files === wizard.form.files) return told;
  const changed = withFiles(told, files);
  if (changed.step === 'upload') return { ...changed, mediaType: detected, detected: true };
  // A type that was chosen outlives a change of file.
  const keeps =
    typesOf(changed.form).includes(changed.mediaType) &&
    offersType(mediaTypeOptions, changed.mediaType, files);
  return keeps ? changed : { ...changed, mediaType: detected };
}

const whileEditing: Answers<UploadStep | DetailsStep> = {
  filesChosen: withSelection,
  restTaken: (wizard) => withSelection(wizard, selectionOfRest(wizard.leftOut)),
  fitChosen: (wizard, choice) => withFiles(wizard, withFit(wizard.form.files, choice)),
  leftOutDismissed: (wizard) => ({ ...wizard, leftOut: nothingLeftOut }),
  problemDismissed: (wizard) => ({ ...wizard, problem: null }),
  hintExpired: (wizard) => ({ ...wizard, detected: false }),
};

const inUpload: Answers<UploadStep> = {
  ...whileEditing,
  fileRemoved: (wizard, { url }) => {
    const files = wizard.form.files.filter((file) => file.url !== url);
    return { ...withFiles(wizard, files), mediaType: detectedType(files), detected: false };
  },
  filesCleared: (wizard) => ({ ...withFiles(wizard, []), mediaType: null, detected: false }),
  fileMoved: (wizard, { url, to }) => {
    const from = wizard.form.files.findIndex((file) => file.url === url);
    return withFiles(wizard, withMoved(wizard.form.files, from, to));
  },
  blocked: (wizard, { problem }) => ({ ...wizard, problem: problemOf(problem, wizard.problem) }),
  continued: (wizard) => {
    const { mediaType, leftOut } = wizard;
    if (mediaType === null) {
      const problem = problemOf(errorCatalogue.FILE_REQUIRED.message, wizard.problem);
      return { ...wizard, problem };
    }
    const sending: Sending = { state: 'idle' };
    const step = 'details';
    return { ...wizard, ...fresh, leftOut, step, mediaType, faults: {}, sending };
  },
};

const inDetails: Answers<DetailsStep> = {
  ...whileEditing,
  wentBack: backToUpload,
  typeChosen: (wizard, { mediaType }) => ({ ...wizard, mediaType }),
  captionTyped: (wizard, { caption }) => {
    const { caption: _, ...faults } = wizard.faults;
    return { ...wizard, form: { ...wizard.form, caption }, faults };
  },
  whenChosen: (wizard, { when }) => {
    const { when: _, ...faults } = wizard.faults;
    return { ...wizard, form: { ...wizard.form, when }, faults };
  },
  refused: (wizard, { faults }) => ({ ...wizard, faults, sending: { state: 'idle' } }),
  failureDismissed: (wizard) => ({ ...wizard, sending: { state: 'idle' } }),
  sendStarted: (wizard, { attempt, demo }) => {
    const sending: Sending = { state: 'sending', demo, fraction: 0, bytes: 0 };
    const attempts = [...wizard.attempts, attempt];
    return { ...wizard, faults: {}, leftOut: nothingLeftOut, attempts, sending };
  },
};

/** What is on its way is not changed under the user's hands. */
const whileSending: Answers<DetailsStep> = {
  progressed: (wizard, { fraction, bytes }) =>
    wizard.sending.state === 'sending'
      ? { ...wizard, sending: { ...wizard.sending, fraction, bytes } }
      : wizard,
  sendCancelled: (wizard) => ({ ...wizard, sending: { state: 'idle' } }),
  sendFailed: (wizard, { failure }) => ({ ...wizard, sending: { state: 'failed', failure } }),
  scheduled: ({ form, mediaType }, { post, warning }) => ({
    step: 'done',
    form,
    mediaType,
    post,
    warning,
  }),
};

const whenDone: Answers<Done> = {
  restarted: () => startWizard(),
};

function backToUpload({ form, mediaType, leftOut, attempts }: Editing): UploadStep {
  return { ...fresh, step: 'upload', form, mediaType, leftOut, attempts };
}

export function reduce(wizard: Wizard, action: WizardAction): Wizard {
  switch (wizard.step) {
    case 'upload':
      return answer(inUpload, wizard, action);
    case 'details':
      return answer(wizard.sending.state === 'sending' ? whileSending : inDetails, wizard, action);
    case 'done':
      return answer(whenDone, wizard, action);
  }
}

function answer<S extends Wizard, K extends ActionName>(
  answers: Answers<S>,
  wizard: S,
  action: WizardAction<K>,
): Wizard {
  const take = answers[action.type];
  return take === undefined ? wizard : take(wizard, action);
}
