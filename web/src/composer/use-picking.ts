import type { Dispatch } from 'react';
import { useMediaTypes } from '../posts/posts-queries.ts';
import { mergeAccepts } from './file.rules.ts';
import { noFiles } from './uploads/use-upload-queue.ts';
import { useFiles } from './use-files.ts';
import type { Wizard, WizardAction } from './wizard-state.ts';
import { listRetainedFiles } from './wizard.ts';

export function usePicking(open: boolean, wizard: Wizard, dispatch: Dispatch<WizardAction>) {
  const accepts = mergeAccepts(useMediaTypes());
  return useFiles({
    accepts,
    isMultiple: true,
    retainedFiles: open ? listRetainedFiles(wizard) : noFiles,
    dispatch,
  });
}
