import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { listFits, withFit } from './fit.rules.ts';
import {
  detectType,
  emptyForm,
  listAllowedTypes,
  defaultReelsFields,
  type PostForm,
  type PickedFile,
} from './form.rules.ts';
import { createStepError } from './step-error.ts';
import {
  mergeSelection,
  noRejectedSelection,
  toAcceptedSelection,
  type Selection,
} from './selection.ts';
import { moveItem } from './sorting.rules.ts';
import { unansweredAfterFailure, withLateResponse } from './unanswered-requests.ts';
import type {
  ActionName,
  SubmitMode,
  SubmitAttempt,
  DetailsState,
  DoneState,
  EditingState,
  Frame,
  Sending,
  SentRequest,
  TypeState,
  UploadState,
  Wizard,
  WizardAction,
} from './wizard-state.ts';

const noMessages = {
  stepError: null,
  rejectedSelection: noRejectedSelection,
  isTypeDetected: false,
} as const;
const notSending: Sending = { state: 'idle' };

export interface WizardInit {
  frame: Frame;
  form?: Partial<PostForm> | undefined;
  /** Ignored if it does not fit the files. */
  mediaType?: MediaType | null | undefined;
  /** Prefix of the storage ids of files that are imported at the start. */
  incomingFilePrefix?: string | undefined;
}

export function startWizard({ frame, form, mediaType = null }: WizardInit): UploadState {
  return {
    ...noMessages,
    step: 'upload',
    frame,
    form: { ...emptyForm, ...form },
    mediaType,
    confirmedType: null,
    attempts: [],
    unansweredRequests: [],
    hasCreatedPost: false,
    sending: notSending,
  };
}

/** Whether the request is fully sent and only the response is missing: the post may exist. */
export function isSent(wizard: Wizard): boolean {
  if (wizard.step === 'done') return false;
  return wizard.sending.state === 'sending' && wizard.sending.fraction >= 1;
}

export const isSending = (wizard: Wizard): boolean =>
  wizard.step !== 'done' && wizard.sending.state === 'sending';

/** Whether closing would lose a choice or a text of the user. */
export function hasContent(wizard: Wizard): boolean {
  if (wizard.step === 'done') return false;
  const { files, caption, location, audioName, collaborators, firstComment } = wizard.form;
  const typed = caption + audioName + firstComment + collaborators.join('');
  return files.length > 0 || typed !== '' || location !== null;
}

export function listRetainedFiles(wizard: Wizard): readonly PickedFile[] {
  const { files } = wizard.form;
  return wizard.step === 'done' ? files : [...files, ...wizard.rejectedSelection.acceptedFiles];
}

export function findOrCreateAttempt(
  wizard: EditingState,
  submitMode: SubmitMode,
  newRequest: SentRequest,
): SubmitAttempt {
  const { form, mediaType } = wizard;
  const files = form.files.map(({ file, altText, tags }) => {
    const { name, size, lastModified } = file;
    return { name, size, lastModified, altText, tags };
  });
  const fits = mediaType === null ? [] : listFits(form.files, mediaType);
  const content = JSON.stringify([{ ...form, files }, fits, mediaType, submitMode]);
  const earlier = wizard.attempts.find((attempt) => attempt.content === content);
  return earlier ?? { content, ...newRequest };
}

type ActionHandlers<S> = {
  readonly [K in ActionName]?: (wizard: S, action: WizardAction<K>) => Wizard;
};

/** The cover offset belongs to one video and is reset for another. */
function withFiles<S extends EditingState>(wizard: S, files: readonly PickedFile[]): S {
  const keepsCover = files[0]?.file === wizard.form.files[0]?.file;
  const { thumbOffset } = keepsCover ? wizard.form : defaultReelsFields;
  return { ...wizard, form: { ...wizard.form, files, thumbOffset }, stepError: null };
}

/** Different files are different content, even if name and size are equal: earlier keys are not reused. */
function withReplacedFiles<S extends EditingState>(wizard: S, files: readonly PickedFile[]): S {
  return { ...withFiles(wizard, files), attempts: [] };
}

function withRemainingFiles(wizard: UploadState, files: readonly PickedFile[]): UploadState {
  const confirmedType = files.length === 0 ? null : wizard.confirmedType;
  const mediaType = detectType(files);
  return { ...withReplacedFiles(wizard, files), mediaType, confirmedType, isTypeDetected: false };
}

function withFile<S extends EditingState>(wizard: S, url: string, changes: Partial<PickedFile>): S {
  const files = wizard.form.files.map((file) =>
    file.url === url ? { ...file, ...changes } : file,
  );
  return { ...wizard, form: { ...wizard.form, files } };
}

function withSelection(wizard: EditingState, selection: Selection): Wizard {
  const { files, rejectedSelection } = mergeSelection(wizard.form.files, selection);
  const withRejection = { ...wizard, rejectedSelection };
  const detected = detectType(files);
  if (detected === null || files === wizard.form.files) return withRejection;
  const changed = withReplacedFiles(withRejection, files);
  const fitting = listAllowedTypes(changed.form);
  const { mediaType } = changed;
  const keepsType = mediaType !== null && fitting.includes(mediaType);
  if (keepsType) return { ...changed, isTypeDetected: false };
  const retyped = { ...changed, mediaType: detected, confirmedType: null };
  if (retyped.step === 'details') return { ...retyped, confirmedType: detected };
  if (retyped.step === 'upload') return { ...retyped, isTypeDetected: true };
  return fitting.length < 2 ? toDetailsStep(retyped, detected) : retyped;
}

const whileEditing: ActionHandlers<EditingState> = {
  answeredLate: withLateResponse,
  filesChosen: withSelection,
  restTaken: (wizard) => withSelection(wizard, toAcceptedSelection(wizard.rejectedSelection)),
  fitChosen: (wizard, choice) => withFiles(wizard, withFit(wizard.form.files, choice)),
  leftOutDismissed: (wizard) => ({ ...wizard, rejectedSelection: noRejectedSelection }),
  stepErrorDismissed: (wizard) => ({ ...wizard, stepError: null }),
  hintExpired: (wizard) => ({ ...wizard, isTypeDetected: false }),
  restarted: ({ frame }) => startWizard({ frame }),
  failureDismissed: (wizard) => ({ ...wizard, sending: notSending }),
  optionsChosen: (wizard, { options }) => ({ ...wizard, form: { ...wizard.form, ...options } }),
  sendStarted: (wizard, { attempt, submitMode }) => {
    const sending: Sending = { state: 'sending', submitMode, fraction: 0, bytes: 0 };
    const attempts = [...wizard.attempts, attempt];
    const started = { ...wizard, rejectedSelection: noRejectedSelection, attempts, sending };
    return started.step === 'details' ? { ...started, errors: {} } : started;
  },
};

const inUpload: ActionHandlers<UploadState> = {
  ...whileEditing,
  fileRemoved: (wizard, { url }) => {
    const files = wizard.form.files.filter((file) => file.url !== url);
    return withRemainingFiles(wizard, files);
  },
  filesCleared: (wizard) => withRemainingFiles(wizard, []),
  fileMoved: (wizard, { url, to }) => {
    const from = wizard.form.files.findIndex((file) => file.url === url);
    return withFiles(wizard, moveItem(wizard.form.files, from, to));
  },
  blocked: (wizard, { message }) => ({
    ...wizard,
    stepError: createStepError(message, wizard.stepError),
  }),
  continued: (wizard) => {
    const { mediaType, rejectedSelection, form } = wizard;
    if (mediaType === null || form.files.length === 0) {
      const stepError = createStepError(browserErrors.FILE_REQUIRED.message, wizard.stepError);
      return { ...wizard, stepError };
    }
    if (listAllowedTypes(form).length < 2) return toDetailsStep(wizard, mediaType);
    return { ...wizard, ...noMessages, rejectedSelection, step: 'type', mediaType };
  },
};

/** Whether choosing a type removes the files: in the modal, if another type was confirmed before. */
export function losesFiles({ frame, confirmedType }: TypeState, mediaType: MediaType): boolean {
  return frame === 'modal' && confirmedType !== null && confirmedType !== mediaType;
}

function withType(wizard: TypeState, mediaType: MediaType): Wizard {
  if (!losesFiles(wizard, mediaType)) return toDetailsStep(wizard, mediaType);
  const { frame, form, unansweredRequests, hasCreatedPost } = wizard;
  const restarted = startWizard({
    frame,
    mediaType,
    form: { ...form, ...defaultReelsFields, files: [] },
  });
  return { ...restarted, unansweredRequests, hasCreatedPost };
}

const inType: ActionHandlers<TypeState> = {
  ...whileEditing,
  wentBack: toUploadStep,
  typeChosen: (wizard, { mediaType }) => withType(wizard, mediaType),
};

const inDetails: ActionHandlers<DetailsState> = {
  ...whileEditing,
  wentToFiles: toUploadStep,
  wentBack: (wizard) => {
    if (listAllowedTypes(wizard.form).length < 2) return toUploadStep(wizard);
    const { errors: _, ...editing } = wizard;
    return { ...editing, ...noMessages, rejectedSelection: wizard.rejectedSelection, step: 'type' };
  },
  captionTyped: (wizard, { caption }) => {
    const { caption: _, ...errors } = wizard.errors;
    return { ...wizard, form: { ...wizard.form, caption }, errors };
  },
  whenChosen: (wizard, { when }) => {
    const { when: _, ...errors } = wizard.errors;
    return { ...wizard, form: { ...wizard.form, when }, errors };
  },
  altTextTyped: (wizard, { url, text }) => withFile(wizard, url, { altText: text }),
  tagsPlaced: (wizard, { url, tags }) => withFile(wizard, url, { tags }),
  refused: (wizard, { errors }) => ({ ...wizard, errors, sending: notSending }),
};

/** The form cannot be edited during a submit. */
const whileSending: ActionHandlers<EditingState> = {
  answeredLate: withLateResponse,
  progressed: (wizard, { fraction, bytes }) =>
    wizard.sending.state === 'sending'
      ? { ...wizard, sending: { ...wizard.sending, fraction, bytes } }
      : wizard,
  sendCancelled: (wizard) => ({ ...wizard, sending: notSending }),
  sendFailed: (wizard, { failure, outcome }) => ({
    ...wizard,
    unansweredRequests: unansweredAfterFailure(wizard, outcome),
    sending: { state: 'failed', failure },
  }),
  landed: ({ frame, form, mediaType, sending }, { post, warning }) => {
    const submitMode = sending.state === 'sending' ? sending.submitMode : 'schedule';
    return { step: 'done', frame, submitMode, form, mediaType, post, warning };
  },
};

const whenDone: ActionHandlers<DoneState> = {
  restarted: ({ frame }) => startWizard({ frame }),
};

function toDetailsStep(wizard: UploadState | TypeState, mediaType: MediaType): DetailsState {
  const { rejectedSelection } = wizard;
  return {
    ...wizard,
    ...noMessages,
    rejectedSelection,
    step: 'details',
    mediaType,
    confirmedType: mediaType,
    errors: {},
  };
}

function toUploadStep(wizard: TypeState | DetailsState): UploadState {
  const { frame, form, mediaType, rejectedSelection, confirmedType, attempts, sending } = wizard;
  const { unansweredRequests, hasCreatedPost } = wizard;
  const common = { frame, form, mediaType, rejectedSelection, confirmedType, attempts, sending };
  return { ...noMessages, ...common, unansweredRequests, hasCreatedPost, step: 'upload' };
}

export function reduce(wizard: Wizard, action: WizardAction): Wizard {
  if (wizard.step === 'done') return handleAction(whenDone, wizard, action);
  if (wizard.sending.state === 'sending') return handleAction(whileSending, wizard, action);
  switch (wizard.step) {
    case 'upload':
      return handleAction(inUpload, wizard, action);
    case 'type':
      return handleAction(inType, wizard, action);
    case 'details':
      return handleAction(inDetails, wizard, action);
  }
}

function handleAction<S extends Wizard, K extends ActionName>(
  handlers: ActionHandlers<S>,
  wizard: S,
  action: WizardAction<K>,
): Wizard {
  const handler = handlers[action.type];
  return handler === undefined ? wizard : handler(wizard, action);
}
