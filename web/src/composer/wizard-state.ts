import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import type { FormErrors, Form, PositionedTag } from './form.rules.ts';
import type { LateResponse } from './draft-store/late-responses.ts';
import type { StepError } from './step-error.ts';
import type { RejectedSelection, Selection } from './selection.ts';
import type { DueTimeFields } from './when/due-time-fields.ts';

/** The wizard is a page of its own, or a modal over /schedule. */
export type Frame = 'page' | 'modal';

/** What becomes of what goes out: a scheduled post, one for show until an account is connected, or a draft. */
export type SubmitMode = 'schedule' | 'demo' | 'draft';

/** One content on its way. The same content goes out again under the same key. */
export interface Attempt extends SentRequest {
  content: string;
}

export interface SentRequest {
  key: string;
  /** When it first went out, in ms since 1970: the server knows its key for a day. */
  at: number;
}

/** Whether what failed is there all the same: `asBefore` where this failure says nothing of it. */
export type CreationOutcome = 'no' | 'perhaps' | 'asBefore';

export interface Failure {
  submitMode: SubmitMode;
  code: string;
  message: string;
}

export type Sending =
  | { state: 'idle' }
  | { state: 'sending'; submitMode: SubmitMode; fraction: number; bytes: number }
  | { state: 'failed'; failure: Failure };

interface Editing {
  frame: Frame;
  form: Form;
  stepError: StepError | null;
  rejectedSelection: RejectedSelection;
  /** What becomes of the files; null while nothing tells. */
  mediaType: MediaType | null;
  /** The type whose details were seen last: another choice is a change of it. */
  confirmedType: MediaType | null;
  /** Whether the type was just detected, while its hint is shown. */
  isTypeDetected: boolean;
  /** What was sent before, with or without success: it may have arrived all the same. */
  attempts: readonly Attempt[];
  /** What went out whole, and the server did not say what came of it. */
  unansweredRequests: readonly SentRequest[];
  /** The server has said so of something that was sent from here, after it was left. */
  hasCreatedPost: boolean;
  sending: Sending;
}

export interface UploadStep extends Editing {
  step: 'upload';
}

/** More than one type fits the files. */
export interface TypeStep extends Editing {
  step: 'type';
  mediaType: MediaType;
}

export interface DetailsStep extends Editing {
  step: 'details';
  mediaType: MediaType;
  errors: FormErrors;
}

export type EditingStep = UploadStep | TypeStep | DetailsStep;

/** The post exists. */
export interface DoneStep {
  step: 'done';
  frame: Frame;
  submitMode: SubmitMode;
  /** What it was made of. */
  form: Form;
  mediaType: MediaType | null;
  post: Post;
  /** What the user should know although the post was accepted. */
  warning: string | null;
}

export type Wizard = EditingStep | DoneStep;

/** Fields that say nothing about the rest of the form. */
type OptionFields = Pick<
  Form,
  | 'shareToFeed'
  | 'thumbOffset'
  | 'audioName'
  | 'collaborators'
  | 'location'
  | 'firstComment'
  | 'instagramAccountId'
>;

/** Every action by name, with what it carries. */
export interface Actions {
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
  fitChosen: { url: string; fit: FitMode };
  continued: unknown;
  /** The server does not take one of the files. */
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
  sendStarted: { attempt: Attempt; submitMode: SubmitMode };
  progressed: { fraction: number; bytes: number };
  sendFailed: { failure: Failure; outcome: CreationOutcome };
  /** What came of something that was sent before, when nobody waited for it any more. */
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
