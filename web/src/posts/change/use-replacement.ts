import type { MediaType, Post } from '@pontual/contract/posts.ts';
import { useReducer } from 'react';
import { fitsOf, withFit } from '../create/fit-rules.ts';
import type { PickedFile } from '../create/form-rules.ts';
import { problemOf, type Problem } from '../create/problem.ts';
import {
  admit,
  nothingLeftOut,
  selectionOfRest,
  type LeftOut,
  type Selection,
} from '../create/selection.ts';
import { useOutbox, type Ahead } from '../create/uploads/use-outbox.ts';
import { useFiles, type FileAction, type FilePicking } from '../create/use-files.ts';
import type { WizardAction } from '../create/wizard-state.ts';
import { useMediaTypes } from '../posts.queries.ts';
import { acceptedInPlace, replacementProblem, withSaid, type Said } from './replacement.ts';

interface Chosen {
  files: readonly PickedFile[];
  /** Why the last selection cannot take the place of what the post has. */
  problem: Problem | null;
  leftOut: LeftOut;
}
type ChosenAction =
  | FileAction
  | WizardAction<'fitChosen'>
  | { type: 'said'; url: string; said: Said }
  | { type: 'sentWithout' }
  | { type: 'givenUp' }
  | { type: 'noticesDismissed' };

const nothing: Chosen = { files: [], problem: null, leftOut: nothingLeftOut };

function problemWith(
  files: readonly PickedFile[],
  { problem }: Chosen,
  type: MediaType,
): Problem | null {
  const text = replacementProblem(files, type);
  return text === null ? null : problemOf(text, problem);
}

function withSelection(chosen: Chosen, selection: Selection, type: MediaType): Chosen {
  const { files, leftOut } = admit(chosen.files, selection);
  if (files === chosen.files) return { ...chosen, leftOut, problem: null };
  const problem = problemWith(files, chosen, type);
  return problem === null ? { files, leftOut, problem } : { ...chosen, leftOut, problem };
}

const reducerFor =
  ({ mediaType }: Post) =>
  (chosen: Chosen, action: ChosenAction): Chosen => {
    switch (action.type) {
      case 'filesChosen':
        return withSelection(chosen, action, mediaType);
      case 'restTaken':
        return withSelection(chosen, selectionOfRest(chosen.leftOut), mediaType);
      case 'fitChosen':
        return { ...chosen, files: withFit(chosen.files, action) };
      case 'said':
        return { ...chosen, files: withSaid(chosen.files, action.url, action.said) };
      case 'givenUp':
        return nothing;
      case 'sentWithout':
        return { ...chosen, problem: problemWith([], chosen, mediaType) };
      case 'noticesDismissed':
        return { ...chosen, problem: null, leftOut: nothingLeftOut };
      case 'hintExpired':
        return chosen;
    }
  };

/** Files in place of all that a post has, while they are chosen. */
export interface Replacement extends Chosen {
  /** How each picture is brought into the shape of the post. */
  fits: ReturnType<typeof fitsOf>;
  picking: FilePicking;
  ahead: Ahead;
  dispatch: (action: ChosenAction) => void;
}

/** Chooses files in place of those of a post; what is no longer `wanted` is given up. */
export function useReplacement(post: Post, wanted: boolean): Replacement {
  const [chosen, dispatch] = useReducer(reducerFor(post), nothing);
  const { files, leftOut } = chosen;
  const accepts = acceptedInPlace(useMediaTypes(), post.mediaType);
  const kept = wanted ? [...files, ...leftOut.rest] : nothing.files;
  const picking = useFiles({ accepts, several: post.mediaType === 'CAROUSEL', kept, dispatch });
  // What is given up is not sent any further.
  const ahead = useOutbox(wanted ? files : nothing.files);
  return { ...chosen, fits: fitsOf(files, post.mediaType), picking, ahead, dispatch };
}
