import type { MediaType } from '@pontual/contract/posts/posts.ts';
import {
  detectType,
  emptyForm,
  listAllowedTypes,
  type PostForm,
  type PickedFile,
} from '../form.rules.ts';
import { listUnansweredRequests } from '../unanswered-requests.ts';
import type { SubmitAttempt, Frame, SentRequest, Wizard } from '../wizard-state.ts';
import { reduce, startWizard, type WizardInit } from '../wizard.ts';

/** `id` is the key of the file's bytes. */
export type StoredFile = Omit<PickedFile, 'file' | 'url'> & { id: string };

export interface StoredDraft {
  version: 2;
  frame: Frame;
  step: 'upload' | 'type' | 'details';
  mediaType: MediaType | null;
  confirmedType: MediaType | null;
  /** Requests of the earlier page that may have created a post. */
  attempts: readonly SubmitAttempt[];
  /** Requests that were running when the draft was stored, or got no response. */
  unansweredRequests: readonly SentRequest[];
  hasCreatedPost: boolean;
  isAwaitingLogin?: boolean;
  isAwaitingAccount?: boolean;
  form: Omit<PostForm, 'files'> & { files: readonly StoredFile[] };
}

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

/** A caption from a template goes below the stored text. */
function joinCaptions(ownText: string, incomingText = ''): string {
  if (incomingText === '' || incomingText === ownText) return ownText;
  return ownText.trim() === '' ? incomingText : `${ownText}\n\n${incomingText}`;
}
