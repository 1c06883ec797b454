import type { Dispatch } from 'react';
import { useMediaTypes } from '../posts.queries.ts';
import { acceptsOf } from './file-rules.ts';
import { noFiles } from './uploads/use-outbox.ts';
import { useFiles } from './use-files.ts';
import type { Wizard, WizardAction } from './wizard-state.ts';
import { heldFiles } from './wizard.ts';

/** Takes the files of a post that is being made. */
export function usePicking(open: boolean, wizard: Wizard, dispatch: Dispatch<WizardAction>) {
  const accepts = acceptsOf(useMediaTypes());
  return useFiles({ accepts, several: true, kept: open ? heldFiles(wizard) : noFiles, dispatch });
}
