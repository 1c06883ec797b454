import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { errorCatalogue } from '@pontual/contract/errors.ts';
import { CAPTION_MAX, captionLength } from '@pontual/contract/posts.ts';
import type { MediaType, Post } from '@pontual/contract/posts.ts';
import { earliest, fromFields, isOffered, type WallFields } from './shortcuts.ts';

export interface PickedFile {
  file: File;
  /** An object URL of the file, for previews. */
  url: string;
  width: number;
  height: number;
}

/** What the user chose and typed; it outlives every step. */
export interface Form {
  files: readonly PickedFile[];
  caption: string;
  when: WallFields;
}

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

export interface Faults {
  caption?: string;
  when?: string;
}

interface Editing {
  form: Form;
  /** Why the last selection was refused. */
  problem: string | null;
  /** The type that was just detected, while its hint is shown. */
  detected: MediaType | null;
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
  post: Post;
}

export type Wizard = UploadStep | DetailsStep | Done;

/** Every action by name, with what it carries. */
interface Actions {
  filesChosen: { files: readonly PickedFile[] };
  filesRefused: { problem: string };
  filesRemoved: unknown;
  problemDismissed: unknown;
  hintExpired: unknown;
  continued: unknown;
  wentBack: unknown;
  captionTyped: { caption: string };
  whenChosen: { when: WallFields };
  refused: { faults: Faults };
  sendStarted: { attempt: Attempt; demo: boolean };
  progressed: { fraction: number; bytes: number };
  sendFailed: { failure: Failure };
  sendCancelled: unknown;
  failureDismissed: unknown;
  scheduled: { post: Post };
  restarted: unknown;
}
type ActionName = keyof Actions;
export type WizardAction<T extends ActionName = ActionName> = {
  [K in T]: { type: K } & Actions[K];
}[T];

export function startWizard(when: WallFields = { date: '', time: '' }): Wizard {
  const form: Form = { files: [], caption: '', when };
  return { step: 'upload', form, problem: null, detected: null, attempts: [] };
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

/** Why a chosen time cannot be had. */
function faultOfTime(instant: Date | null, now: Date): string | null {
  if (instant === null) return 'Selecione data e hora';
  if (instant < now) return errorCatalogue.SCHEDULED_TIME_PAST.message;
  if (isOffered(instant, now)) return null;
  return `Este horário está próximo demais. Escolha a partir das ${formatTime(earliest(now))}.`;
}

/** What keeps a form from being sent. */
export function faultsOf({ caption, when }: Form, now: Date): Faults {
  const faults: Faults = {};
  if (captionLength(caption) > CAPTION_MAX) {
    faults.caption = `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`;
  }
  const wrongTime = faultOfTime(fromFields(when), now);
  if (wrongTime !== null) faults.when = wrongTime;
  return faults;
}

/** The earlier attempt that carried this very content, else a new one under `newKey`. */
export function attemptOf(wizard: DetailsStep, demo: boolean, newKey: string): Attempt {
  const { files, caption, when } = wizard.form;
  const names = files.map(({ file }) => [file.name, file.size, file.lastModified]);
  const content = JSON.stringify([names, wizard.mediaType, caption, when, demo]);
  const earlier = wizard.attempts.find((attempt) => attempt.content === content);
  return earlier ?? { content, key: newKey };
}

/** The types that fit what was chosen; where only one does, its step is skipped. */
function typesFor(_files: readonly PickedFile[]): readonly [MediaType, ...MediaType[]] {
  return ['IMAGE'];
}

/** What a step makes of the actions that it answers to; it ignores all others. */
type Answers<S> = {
  readonly [K in ActionName]?: (wizard: S, action: WizardAction<K>) => Wizard;
};

const whileEditing: Answers<UploadStep | DetailsStep> = {
  filesChosen: (wizard, { files }) => {
    const [detected] = typesFor(files);
    // Other files are other content, even where name and size agree.
    return { ...wizard, form: { ...wizard.form, files }, detected, problem: null, attempts: [] };
  },
  filesRefused: (wizard, { problem }) => ({ ...wizard, problem }),
  filesRemoved: (wizard) =>
    backToUpload({ ...wizard, form: { ...wizard.form, files: [] }, attempts: [] }),
  problemDismissed: (wizard) => ({ ...wizard, problem: null }),
  hintExpired: (wizard) => ({ ...wizard, detected: null }),
};

const inUpload: Answers<UploadStep> = {
  ...whileEditing,
  continued: (wizard) => {
    if (wizard.form.files.length === 0) {
      return { ...wizard, problem: errorCatalogue.FILE_REQUIRED.message };
    }
    const [mediaType] = typesFor(wizard.form.files);
    const sending: Sending = { state: 'idle' };
    return { ...wizard, step: 'details', mediaType, problem: null, faults: {}, sending };
  },
};

const inDetails: Answers<DetailsStep> = {
  ...whileEditing,
  wentBack: backToUpload,
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
  scheduled: ({ form }, { post }) => ({ step: 'done', form, post }),
};

const whenDone: Answers<Done> = {
  restarted: () => startWizard(),
};

function backToUpload({ form, attempts }: Editing): UploadStep {
  return { step: 'upload', form, problem: null, detected: null, attempts };
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
