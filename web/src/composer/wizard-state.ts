import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import type { FormErrors, PostForm, PositionedTag } from './form.rules.ts';
import type { LateResponse } from './draft-store/late-responses.ts';
import type { StepError } from './step-error.ts';
import type { RejectedSelection, Selection } from './selection.ts';
import type { DueTimeFields } from './when/due-time-fields.ts';

/** A page of its own, or a modal over /schedule. */
export type Frame = 'page' | 'modal';

/** `demo`: until an Instagram account is connected. */
export type SubmitMode = 'schedule' | 'demo' | 'draft';

/** A retry of the same content uses the same key. */
export interface SubmitAttempt extends SentRequest {
  content: string;
}

export interface SentRequest {
  key: string;
  /** Time of the first request in ms since 1970; the server stores its key for a day. */
  at: number;
}

/** Whether a failed request may have created the post; `asBefore` if this failure adds no information. */
export type CreationOutcome = 'no' | 'perhaps' | 'asBefore';

export interface SendFailure {
  submitMode: SubmitMode;
  code: string;
  message: string;
}

export type Sending =
  | { state: 'idle' }
  | { state: 'sending'; submitMode: SubmitMode; fraction: number; bytes: number }
  | { state: 'failed'; failure: SendFailure };

interface Editing {
  frame: Frame;
  form: PostForm;
  stepError: StepError | null;
  rejectedSelection: RejectedSelection;
  /** Null while the files do not determine a type. */
  mediaType: MediaType | null;
  /** The type whose details were shown last; another choice counts as a change. */
  confirmedType: MediaType | null;
  isTypeDetected: boolean;
  /** Earlier submits, successful or not; a failed one may have created the post nevertheless. */
  attempts: readonly SubmitAttempt[];
  /** Fully sent requests without a response. */
  unansweredRequests: readonly SentRequest[];
  /** A late response has confirmed that an earlier request created a post. */
  hasCreatedPost: boolean;
  sending: Sending;
}

export interface UploadState extends Editing {
  step: 'upload';
}

/** More than one type fits the files. */
export interface TypeState extends Editing {
  step: 'type';
  mediaType: MediaType;
}

export interface DetailsState extends Editing {
  step: 'details';
  mediaType: MediaType;
  errors: FormErrors;
}

export type EditingState = UploadState | TypeState | DetailsState;

export interface DoneState {
  step: 'done';
  frame: Frame;
  submitMode: SubmitMode;
  form: PostForm;
  mediaType: MediaType | null;
  post: Post;
  warning: string | null;
}

export type Wizard = EditingState | DoneState;

type OptionFields = Pick<
  PostForm,
  | 'shareToFeed'
  | 'thumbOffset'
  | 'audioName'
  | 'collaborators'
  | 'location'
  | 'firstComment'
  | 'instagramAccountId'
>;

export interface Actions {
  filesChosen: Selection;
  /** The user adds the valid files of a rejected selection. */
  restTaken: unknown;
  leftOutDismissed: unknown;
  fileRemoved: { url: string };
  filesCleared: unknown;
  /** `to` is the new index, from 0. */
  fileMoved: { url: string; to: number };
  stepErrorDismissed: unknown;
  hintExpired: unknown;
  fitChosen: { url: string; fit: FitMode };
  continued: unknown;
  blocked: { message: string };
  wentBack: unknown;
  wentToFiles: unknown;
  typeChosen: { mediaType: MediaType };
  captionTyped: { caption: string };
  whenChosen: { when: DueTimeFields };
  optionsChosen: { options: Partial<OptionFields> };
  altTextTyped: { url: string; text: string };
  tagsPlaced: { url: string; tags: readonly PositionedTag[] };
  refused: { errors: FormErrors };
  sendStarted: { attempt: SubmitAttempt; submitMode: SubmitMode };
  progressed: { fraction: number; bytes: number };
  sendFailed: { failure: SendFailure; outcome: CreationOutcome };
  /** The outcome of an earlier request whose composer was closed. */
  answeredLate: LateResponse;
  sendCancelled: unknown;
  failureDismissed: unknown;
  landed: { post: Post; warning: string | null };
  restarted: unknown;
}
export type ActionName = keyof Actions;
export type WizardAction<T extends ActionName = ActionName> = {
  [K in T]: { type: K } & Actions[K];
}[T];
