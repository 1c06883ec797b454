import type { MediaType } from '@pontual/contract/posts/posts.ts';
import {
  detectType,
  emptyForm,
  listAllowedTypes,
  type Form,
  type PickedFile,
} from '../form.rules.ts';
import { listUnansweredRequests } from '../unanswered-requests.ts';
import type { Attempt, Frame, SentRequest, Wizard } from '../wizard-state.ts';
import { reduce, startWizard, type WizardInit } from '../wizard.ts';

/** Kept of a file beside its bytes; `id` names those. */
export type StoredFile = Omit<PickedFile, 'file' | 'url'> & { id: string };

/** A post that is being made, as it is kept in the browser. */
export interface StoredDraft {
  version: 2;
  frame: Frame;
  step: 'upload' | 'type' | 'details';
  mediaType: MediaType | null;
  confirmedType: MediaType | null;
  /** What was on its way when the page ended may have arrived. */
  attempts: readonly Attempt[];
  /** It was on its way at this very moment, or no answer has come. */
  unansweredRequests: readonly SentRequest[];
  /** Something that was sent from here has arrived. */
  hasCreatedPost: boolean;
  /** A visitor goes to log in, for this very post. */
  isAwaitingLogin?: boolean;
  /** Its user goes to connect an account, for this very post. */
  isAwaitingAccount?: boolean;
  form: Omit<Form, 'files'> & { files: readonly StoredFile[] };
}

/** What is kept of a wizard; null of one that has ended. */
export function toStoredDraft(
  wizard: Wizard,
  fileIdOf: (file: File) => string,
): StoredDraft | null {
  if (wizard.step === 'done') return null;
  const { frame, step, mediaType, confirmedType, attempts, form } = wizard;
  const files = form.files.map((picked): StoredFile => {
    const { file, kind, width, height, durationMs, fit, altText, tags } = picked;
    return { id: fileIdOf(file), kind, width, height, durationMs, fit, altText, tags };
  });
  return {
    version: 2,
    frame,
    step,
    mediaType,
    confirmedType,
    attempts,
    unansweredRequests: listUnansweredRequests(wizard),
    hasCreatedPost: wizard.hasCreatedPost,
    form: { ...form, files },
  };
}

/** Where the user was, with the files that are still there. */
export function restoreWizard(
  draft: StoredDraft,
  files: readonly PickedFile[],
  init: WizardInit,
): Wizard {
  const { step, confirmedType, attempts, unansweredRequests, hasCreatedPost } = draft;
  const keepsCover = files.length === draft.form.files.length;
  const thumbOffset = keepsCover ? draft.form.thumbOffset : emptyForm.thumbOffset;
  const caption = joinCaptions(draft.form.caption, init.form?.caption);
  const form = { ...emptyForm, ...draft.form, thumbOffset, files, ...init.form, caption };
  const requestedType = [init.mediaType, draft.mediaType].find(
    (type) => type && (files.length === 0 || listAllowedTypes(form).includes(type)),
  );
  const mediaType = requestedType ?? detectType(files);
  const start = startWizard({ frame: init.frame, form, mediaType });
  const restoredStart: Wizard = {
    ...start,
    confirmedType,
    attempts,
    unansweredRequests,
    hasCreatedPost,
  };
  if (files.length === 0 || step === 'upload') return restoredStart;
  const continued = reduce(restoredStart, { type: 'continued' });
  if (continued.step !== 'type' || step === 'type' || mediaType === null) return continued;
  return reduce({ ...continued, confirmedType: mediaType }, { type: 'typeChosen', mediaType });
}

/** What was written stays above what comes along, as of a template. */
function joinCaptions(ownText: string, incomingText = ''): string {
  if (incomingText === '' || incomingText === ownText) return ownText;
  return ownText.trim() === '' ? incomingText : `${ownText}\n\n${incomingText}`;
}
