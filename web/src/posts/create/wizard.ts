import { errorCatalogue } from '@pontual/contract/errors.ts';
import { MAX_CAROUSEL_ITEMS, type MediaType, type Post } from '@pontual/contract/posts.ts';
import {
  detectedType,
  faultsOf,
  outOfFeed,
  typesOf,
  type Faults,
  type Form,
  type PickedFile,
} from './form-rules.ts';
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
  /** Why the last selection was refused. */
  problem: string | null;
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
  /** Beside those that are there, or in their place. */
  filesChosen: { files: readonly PickedFile[]; replace: boolean };
  filesRefused: { problem: string };
  fileRemoved: { url: string };
  problemDismissed: unknown;
  hintExpired: unknown;
  continued: unknown;
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

export function startWizard(when: WallFields = { date: '', time: '' }): Wizard {
  const form: Form = { files: [], caption: '', when };
  return { step: 'upload', form, mediaType: null, problem: null, detected: false, attempts: [] };
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

/** The earlier attempt that carried this very content, else a new one under `newKey`. */
export function attemptOf(wizard: DetailsStep, demo: boolean, newKey: string): Attempt {
  const { files, caption, when } = wizard.form;
  const names = files.map(({ file }) => [file.name, file.size, file.lastModified]);
  const content = JSON.stringify([names, wizard.mediaType, caption, when, demo]);
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

const isSame = (a: PickedFile, b: PickedFile) =>
  a.file.name === b.file.name && a.file.size === b.file.size;

const whileEditing: Answers<UploadStep | DetailsStep> = {
  filesChosen: (wizard, { files, replace }) => {
    const before = replace ? [] : wizard.form.files;
    const added = files.filter((file) => !before.some((other) => isSame(file, other)));
    const all = [...before, ...added];
    if (all.length > MAX_CAROUSEL_ITEMS) {
      return { ...wizard, problem: errorCatalogue.CAROUSEL_SIZE.message };
    }
    // A carousel is all that they can become, and it is of the feed.
    if (all.length > 1 && all.some(outOfFeed)) {
      return { ...wizard, problem: errorCatalogue.IMAGE_RATIO.message };
    }
    const detected = detectedType(all);
    if (detected === null) return wizard;
    const changed = withFiles(wizard, all);
    if (changed.step === 'upload') return { ...changed, mediaType: detected, detected: true };
    // A type that was chosen outlives a change of file.
    const keeps = typesOf(changed.form).includes(changed.mediaType);
    return withTypeChecked(keeps ? changed : { ...changed, mediaType: detected });
  },
  filesRefused: (wizard, { problem }) => ({ ...wizard, problem }),
  problemDismissed: (wizard) => ({ ...wizard, problem: null }),
  hintExpired: (wizard) => ({ ...wizard, detected: false }),
};

/** A type that does not take the files says so at once, and not only when the post is sent. */
function withTypeChecked(wizard: DetailsStep): DetailsStep {
  const { type: _, ...faults } = wizard.faults;
  const { type } = faultsOf(wizard.form, wizard.mediaType, new Date(0));
  return { ...wizard, faults: type === undefined ? faults : { ...faults, type } };
}

const inUpload: Answers<UploadStep> = {
  ...whileEditing,
  fileRemoved: (wizard, { url }) => {
    const files = wizard.form.files.filter((file) => file.url !== url);
    return { ...withFiles(wizard, files), mediaType: detectedType(files), detected: false };
  },
  continued: (wizard) => {
    const { mediaType } = wizard;
    if (mediaType === null) return { ...wizard, problem: errorCatalogue.FILE_REQUIRED.message };
    const sending: Sending = { state: 'idle' };
    const step = 'details';
    return withTypeChecked({ ...wizard, step, mediaType, problem: null, faults: {}, sending });
  },
};

const inDetails: Answers<DetailsStep> = {
  ...whileEditing,
  wentBack: backToUpload,
  typeChosen: (wizard, { mediaType }) => withTypeChecked({ ...wizard, mediaType }),
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
    return { ...wizard, faults: {}, attempts: [...wizard.attempts, attempt], sending };
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

function backToUpload({ form, mediaType, attempts }: Editing): UploadStep {
  return { step: 'upload', form, mediaType, problem: null, detected: false, attempts };
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
