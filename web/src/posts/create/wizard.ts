import { browserErrors } from '@pontual/contract/errors.browser.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import { fitsOf, withFit } from './fit-rules.ts';
import {
  detectedType,
  emptyForm,
  fittingTypes,
  plainReel,
  type Form,
  type PickedFile,
} from './form-rules.ts';
import { problemOf } from './problem.ts';
import { admit, nothingLeftOut, selectionOfRest, type Selection } from './selection.ts';
import { withMoved } from './sorting.ts';
import { unansweredAfter, withLateAnswer } from './unanswered.ts';
import type {
  ActionName,
  Aim,
  Attempt,
  DetailsStep,
  Done,
  EditingStep,
  Frame,
  Sending,
  Sent,
  TypeStep,
  UploadStep,
  Wizard,
  WizardAction,
} from './wizard-state.ts';

/** Nothing is to be said of the files. */
const nothingSaid = { problem: null, leftOut: nothingLeftOut, detected: false } as const;
const idle: Sending = { state: 'idle' };

/** What a wizard begins with. */
export interface Beginning {
  frame: Frame;
  form?: Partial<Form> | undefined;
  /** The type that its user came for; one that does not fit the files gives way. */
  mediaType?: MediaType | null | undefined;
  /** Files are to be taken in as soon as it stands; what is kept of them bears this name. */
  brings?: string | undefined;
}

export function startWizard({ frame, form, mediaType = null }: Beginning): UploadStep {
  return {
    ...nothingSaid,
    step: 'upload',
    frame,
    form: { ...emptyForm, ...form },
    mediaType,
    settled: null,
    attempts: [],
    unanswered: [],
    exists: false,
    sending: idle,
  };
}

/** Whether everything has been sent and only the answer is missing: the post may exist by now. */
export function isSent(wizard: Wizard): boolean {
  if (wizard.step === 'done') return false;
  return wizard.sending.state === 'sending' && wizard.sending.fraction >= 1;
}

export const isSending = (wizard: Wizard): boolean =>
  wizard.step !== 'done' && wizard.sending.state === 'sending';

/** Whether closing would lose something the user chose or typed. */
export function hasWork(wizard: Wizard): boolean {
  if (wizard.step === 'done') return false;
  const { files, caption, place, audioName, collaborators, firstComment } = wizard.form;
  const typed = caption + audioName + firstComment + collaborators.join('');
  return files.length > 0 || typed !== '' || place !== null;
}

/** All files that are shown, or may be yet. */
export function heldFiles(wizard: Wizard): readonly PickedFile[] {
  const { files } = wizard.form;
  return wizard.step === 'done' ? files : [...files, ...wizard.leftOut.rest];
}

/** The earlier attempt that carried this very content, else a new one. */
export function attemptOf(wizard: EditingStep, aim: Aim, anew: Sent): Attempt {
  const { form, mediaType } = wizard;
  const files = form.files.map(({ file, altText, tags }) => {
    const { name, size, lastModified } = file;
    return { name, size, lastModified, altText, tags };
  });
  const fits = mediaType === null ? [] : fitsOf(form.files, mediaType);
  const content = JSON.stringify([{ ...form, files }, fits, mediaType, aim]);
  const earlier = wizard.attempts.find((attempt) => attempt.content === content);
  return earlier ?? { content, ...anew };
}

/** What a step makes of the actions that it answers to; it ignores all others. */
type Answers<S> = {
  readonly [K in ActionName]?: (wizard: S, action: WizardAction<K>) => Wizard;
};

/** Another video has another cover. */
function withFiles<S extends EditingStep>(wizard: S, files: readonly PickedFile[]): S {
  const keepsCover = files[0]?.file === wizard.form.files[0]?.file;
  const { thumbOffset } = keepsCover ? wizard.form : plainReel;
  return { ...wizard, form: { ...wizard.form, files, thumbOffset }, problem: null };
}

/** Other files are other content, even where name and size agree. */
function withOthers<S extends EditingStep>(wizard: S, files: readonly PickedFile[]): S {
  return { ...withFiles(wizard, files), attempts: [] };
}

/** Without files nothing is known of a type, and no choice of it is left. */
function withRemaining(wizard: UploadStep, files: readonly PickedFile[]): UploadStep {
  const settled = files.length === 0 ? null : wizard.settled;
  const mediaType = detectedType(files);
  return { ...withOthers(wizard, files), mediaType, settled, detected: false };
}

/** The same files, with something said anew of one of them. */
function withFile<S extends EditingStep>(wizard: S, url: string, said: Partial<PickedFile>): S {
  const files = wizard.form.files.map((file) => (file.url === url ? { ...file, ...said } : file));
  return { ...wizard, form: { ...wizard.form, files } };
}

function withSelection(wizard: EditingStep, selection: Selection): Wizard {
  const { files, leftOut } = admit(wizard.form.files, selection);
  const told = { ...wizard, leftOut };
  const detected = detectedType(files);
  // Whatever was refused, what was chosen before stays.
  if (detected === null || files === wizard.form.files) return told;
  const changed = withOthers(told, files);
  const fitting = fittingTypes(changed.form);
  // A type that was chosen, or come for, outlives a change of file.
  const { mediaType } = changed;
  const keeps = mediaType !== null && fitting.includes(mediaType);
  if (keeps) return { ...changed, detected: false };
  const retyped = { ...changed, mediaType: detected, settled: null };
  if (retyped.step === 'details') return { ...retyped, settled: detected };
  if (retyped.step === 'upload') return { ...retyped, detected: true };
  return fitting.length < 2 ? details(retyped, detected) : retyped;
}

const whileEditing: Answers<EditingStep> = {
  answeredLate: withLateAnswer,
  filesChosen: withSelection,
  restTaken: (wizard) => withSelection(wizard, selectionOfRest(wizard.leftOut)),
  fitChosen: (wizard, choice) => withFiles(wizard, withFit(wizard.form.files, choice)),
  leftOutDismissed: (wizard) => ({ ...wizard, leftOut: nothingLeftOut }),
  problemDismissed: (wizard) => ({ ...wizard, problem: null }),
  hintExpired: (wizard) => ({ ...wizard, detected: false }),
  restarted: ({ frame }) => startWizard({ frame }),
  failureDismissed: (wizard) => ({ ...wizard, sending: idle }),
  // The account is chosen before the files.
  optionsChosen: (wizard, { options }) => ({ ...wizard, form: { ...wizard.form, ...options } }),
  sendStarted: (wizard, { attempt, aim }) => {
    const sending: Sending = { state: 'sending', aim, fraction: 0, bytes: 0 };
    const attempts = [...wizard.attempts, attempt];
    const started = { ...wizard, leftOut: nothingLeftOut, attempts, sending };
    return started.step === 'details' ? { ...started, faults: {} } : started;
  },
};

const inUpload: Answers<UploadStep> = {
  ...whileEditing,
  fileRemoved: (wizard, { url }) => {
    const files = wizard.form.files.filter((file) => file.url !== url);
    return withRemaining(wizard, files);
  },
  filesCleared: (wizard) => withRemaining(wizard, []),
  fileMoved: (wizard, { url, to }) => {
    const from = wizard.form.files.findIndex((file) => file.url === url);
    return withFiles(wizard, withMoved(wizard.form.files, from, to));
  },
  blocked: (wizard, { problem }) => ({ ...wizard, problem: problemOf(problem, wizard.problem) }),
  continued: (wizard) => {
    const { mediaType, leftOut, form } = wizard;
    if (mediaType === null || form.files.length === 0) {
      const problem = problemOf(browserErrors.FILE_REQUIRED.message, wizard.problem);
      return { ...wizard, problem };
    }
    // The step of the type is skipped when only one fits.
    if (fittingTypes(form).length < 2) return details(wizard, mediaType);
    return { ...wizard, ...nothingSaid, leftOut, step: 'type', mediaType };
  },
};

/** Whether a choice of type takes the files away: in the modal, one whose details were seen before. */
export function losesFiles({ frame, settled }: TypeStep, mediaType: MediaType): boolean {
  return frame === 'modal' && settled !== null && settled !== mediaType;
}

function withType(wizard: TypeStep, mediaType: MediaType): Wizard {
  if (!losesFiles(wizard, mediaType)) return details(wizard, mediaType);
  const { frame, form, unanswered, exists } = wizard;
  const begun = startWizard({ frame, mediaType, form: { ...form, ...plainReel, files: [] } });
  return { ...begun, unanswered, exists };
}

const inType: Answers<TypeStep> = {
  ...whileEditing,
  wentBack: backToUpload,
  typeChosen: (wizard, { mediaType }) => withType(wizard, mediaType),
};

const inDetails: Answers<DetailsStep> = {
  ...whileEditing,
  wentToFiles: backToUpload,
  wentBack: (wizard) => {
    if (fittingTypes(wizard.form).length < 2) return backToUpload(wizard);
    const { faults: _, ...editing } = wizard;
    return { ...editing, ...nothingSaid, leftOut: wizard.leftOut, step: 'type' };
  },
  captionTyped: (wizard, { caption }) => {
    const { caption: _, ...faults } = wizard.faults;
    return { ...wizard, form: { ...wizard.form, caption }, faults };
  },
  whenChosen: (wizard, { when }) => {
    const { when: _, ...faults } = wizard.faults;
    return { ...wizard, form: { ...wizard.form, when }, faults };
  },
  altTextTyped: (wizard, { url, text }) => withFile(wizard, url, { altText: text }),
  tagsPlaced: (wizard, { url, tags }) => withFile(wizard, url, { tags }),
  refused: (wizard, { faults }) => ({ ...wizard, faults, sending: idle }),
};

/** What is on its way is not changed under the user's hands. */
const whileSending: Answers<EditingStep> = {
  answeredLate: withLateAnswer,
  progressed: (wizard, { fraction, bytes }) =>
    wizard.sending.state === 'sending'
      ? { ...wizard, sending: { ...wizard.sending, fraction, bytes } }
      : wizard,
  sendCancelled: (wizard) => ({ ...wizard, sending: idle }),
  sendFailed: (wizard, { failure, arrived }) => ({
    ...wizard,
    unanswered: unansweredAfter(wizard, arrived),
    sending: { state: 'failed', failure },
  }),
  landed: ({ frame, form, mediaType, sending }, { post, warning }) => {
    const aim = sending.state === 'sending' ? sending.aim : 'schedule';
    return { step: 'done', frame, aim, form, mediaType, post, warning };
  },
};

const whenDone: Answers<Done> = {
  restarted: ({ frame }) => startWizard({ frame }),
};

function details(wizard: UploadStep | TypeStep, mediaType: MediaType): DetailsStep {
  const { leftOut } = wizard;
  return {
    ...wizard,
    ...nothingSaid,
    leftOut,
    step: 'details',
    mediaType,
    settled: mediaType,
    faults: {},
  };
}

function backToUpload(wizard: TypeStep | DetailsStep): UploadStep {
  const { frame, form, mediaType, leftOut, settled, attempts, sending } = wizard;
  const { unanswered, exists } = wizard;
  const kept = { frame, form, mediaType, leftOut, settled, attempts, sending };
  return { ...nothingSaid, ...kept, unanswered, exists, step: 'upload' };
}

export function reduce(wizard: Wizard, action: WizardAction): Wizard {
  if (wizard.step === 'done') return answer(whenDone, wizard, action);
  if (wizard.sending.state === 'sending') return answer(whileSending, wizard, action);
  switch (wizard.step) {
    case 'upload':
      return answer(inUpload, wizard, action);
    case 'type':
      return answer(inType, wizard, action);
    case 'details':
      return answer(inDetails, wizard, action);
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
