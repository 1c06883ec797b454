import type { Fit } from '@pontual/contract/media-fit.ts';
import type { MediaType, Post } from '@pontual/contract/posts.ts';
import type { Faults, Form, PlacedTag } from './form-rules.ts';
import type { LateAnswer } from './keep/late-answers.ts';
import type { Problem } from './problem.ts';
import type { LeftOut, Selection } from './selection.ts';
import type { WallFields } from './when/wall-fields.ts';

/** The wizard is a page of its own, or a modal over /schedule. */
export type Frame = 'page' | 'modal';

/** What becomes of what goes out: a scheduled post, one for show until an account is connected, or a draft. */
export type Aim = 'schedule' | 'demo' | 'draft';

/** One content on its way. The same content goes out again under the same key. */
export interface Attempt extends Sent {
  content: string;
}

export interface Sent {
  key: string;
  /** When it first went out, in ms since 1970: the server knows its key for a day. */
  at: number;
}

/** Whether what failed is there all the same: `asBefore` where this failure says nothing of it. */
export type Arrival = 'no' | 'perhaps' | 'asBefore';

export interface Failure {
  aim: Aim;
  code: string;
  message: string;
}

export type Sending =
  | { state: 'idle' }
  | { state: 'sending'; aim: Aim; fraction: number; bytes: number }
  | { state: 'failed'; failure: Failure };

interface Editing {
  frame: Frame;
  form: Form;
  problem: Problem | null;
  leftOut: LeftOut;
  /** What becomes of the files; null while nothing tells. */
  mediaType: MediaType | null;
  /** The type whose details were seen last: another choice is a change of it. */
  settled: MediaType | null;
  /** Whether the type was just detected, while its hint is shown. */
  detected: boolean;
  /** What was sent before, with or without success: it may have arrived all the same. */
  attempts: readonly Attempt[];
  /** What went out whole, and the server did not say what came of it. */
  unanswered: readonly Sent[];
  /** The server has said so of something that was sent from here, after it was left. */
  exists: boolean;
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
  faults: Faults;
}

export type EditingStep = UploadStep | TypeStep | DetailsStep;

/** The post exists. */
export interface Done {
  step: 'done';
  frame: Frame;
  aim: Aim;
  /** What it was made of. */
  form: Form;
  mediaType: MediaType | null;
  post: Post;
  /** What the user should know although the post was accepted. */
  warning: string | null;
}

export type Wizard = EditingStep | Done;

/** Fields that say nothing about the rest of the form. */
type Options = Pick<
  Form,
  | 'shareToFeed'
  | 'thumbOffset'
  | 'audioName'
  | 'collaborators'
  | 'place'
  | 'firstComment'
  | 'account'
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
  fitChosen: { url: string; fit: Fit };
  continued: unknown;
  /** The server does not take one of the files. */
  blocked: { problem: string };
  wentBack: unknown;
  wentToFiles: unknown;
  typeChosen: { mediaType: MediaType };
  captionTyped: { caption: string };
  whenChosen: { when: WallFields };
  optionsChosen: { options: Partial<Options> };
  altTextTyped: { url: string; text: string };
  tagsPlaced: { url: string; tags: readonly PlacedTag[] };
  refused: { faults: Faults };
  sendStarted: { attempt: Attempt; aim: Aim };
  progressed: { fraction: number; bytes: number };
  sendFailed: { failure: Failure; arrived: Arrival };
  /** What came of something that was sent before, when nobody waited for it any more. */
  answeredLate: LateAnswer;
  sendCancelled: unknown;
  failureDismissed: unknown;
  landed: { post: Post; warning: string | null };
  restarted: unknown;
}
export type ActionName = keyof Actions;
export type WizardAction<T extends ActionName = ActionName> = {
  [K in T]: { type: K } & Actions[K];
}[T];
