import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import { useReducer } from 'react';
import { listFits, withFit } from '../../composer/fit.rules.ts';
import type { PickedFile } from '../../composer/form.rules.ts';
import { createStepError, type StepError } from '../../composer/step-error.ts';
import {
  mergeSelection,
  noRejectedSelection,
  toAcceptedSelection,
  type RejectedSelection,
  type Selection,
} from '../../composer/selection.ts';
import { useUploadQueue, type EarlyUploads } from '../../composer/uploads/use-upload-queue.ts';
import { useFiles, type FileAction, type FilePicking } from '../../composer/use-files.ts';
import type { WizardAction } from '../../composer/wizard-state.ts';
import { useMediaTypes } from '../posts-queries.ts';
import {
  acceptForReplacement,
  replacementError,
  withMediumDetails,
  type MediumDetails,
} from './replacement.ts';

interface FileSelection {
  files: readonly PickedFile[];
  stepError: StepError | null;
  rejectedSelection: RejectedSelection;
}
type FileSelectionAction =
  | FileAction
  | WizardAction<'fitChosen'>
  | { type: 'said'; url: string; details: MediumDetails }
  | { type: 'sentWithout' }
  | { type: 'givenUp' }
  | { type: 'noticesDismissed' };

const emptySelection: FileSelection = {
  files: [],
  stepError: null,
  rejectedSelection: noRejectedSelection,
};

function getSelectionError(
  files: readonly PickedFile[],
  { stepError }: FileSelection,
  type: MediaType,
): StepError | null {
  const text = replacementError(files, type);
  return text === null ? null : createStepError(text, stepError);
}

function withSelection(
  current: FileSelection,
  selection: Selection,
  type: MediaType,
): FileSelection {
  const { files, rejectedSelection } = mergeSelection(current.files, selection);
  if (files === current.files) return { ...current, rejectedSelection, stepError: null };
  const stepError = getSelectionError(files, current, type);
  return stepError === null
    ? { files, rejectedSelection, stepError }
    : { ...current, rejectedSelection, stepError };
}

const createReducer =
  ({ mediaType }: Post) =>
  (state: FileSelection, action: FileSelectionAction): FileSelection => {
    switch (action.type) {
      case 'filesChosen':
        return withSelection(state, action, mediaType);
      case 'restTaken':
        return withSelection(state, toAcceptedSelection(state.rejectedSelection), mediaType);
      case 'fitChosen':
        return { ...state, files: withFit(state.files, action) };
      case 'said':
        return { ...state, files: withMediumDetails(state.files, action.url, action.details) };
      case 'givenUp':
        return emptySelection;
      case 'sentWithout':
        return { ...state, stepError: getSelectionError([], state, mediaType) };
      case 'noticesDismissed':
        return { ...state, stepError: null, rejectedSelection: noRejectedSelection };
      case 'hintExpired':
        return state;
    }
  };

export interface Replacement extends FileSelection {
  fits: ReturnType<typeof listFits>;
  picking: FilePicking;
  earlyUploads: EarlyUploads;
  dispatch: (action: FileSelectionAction) => void;
}

/** An inactive replacement drops its files. */
export function useReplacement(post: Post, isActive: boolean): Replacement {
  const [selected, dispatch] = useReducer(createReducer(post), emptySelection);
  const { files, rejectedSelection } = selected;
  const accepts = acceptForReplacement(useMediaTypes(), post.mediaType);
  const usedFiles = isActive
    ? [...files, ...rejectedSelection.acceptedFiles]
    : emptySelection.files;
  const picking = useFiles({
    accepts,
    isMultiple: post.mediaType === 'CAROUSEL',
    retainedFiles: usedFiles,
    dispatch,
  });
  const earlyUploads = useUploadQueue(isActive ? files : emptySelection.files);
  return { ...selected, fits: listFits(files, post.mediaType), picking, earlyUploads, dispatch };
}
