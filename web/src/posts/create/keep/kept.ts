import type { MediaType } from '@pontual/contract/posts.ts';
import { emptyForm, type Form, type PickedFile } from '../form-rules.ts';
import type { Attempt, Frame, Wizard } from '../wizard-state.ts';
import { reduce, startWizard, type Beginning } from '../wizard.ts';

/** Kept of a file beside its bytes; `id` names those. */
type KeptFile = Omit<PickedFile, 'file' | 'url'> & { id: string };

/** A post that is being made, as it is kept in the browser. */
export interface Kept {
  version: 1;
  /** Null for a visitor. */
  owner: string | null;
  frame: Frame;
  step: 'upload' | 'type' | 'details';
  mediaType: MediaType | null;
  /** What was on its way when the page ended may have arrived. */
  attempts: readonly Attempt[];
  form: Omit<Form, 'files'> & { files: readonly KeptFile[] };
}

/** What is kept of a wizard; null of one in which nothing has been done, or that has ended. */
export function keptFrom(
  wizard: Wizard,
  owner: string | null,
  idOf: (file: File) => string,
): Kept | null {
  if (wizard.step === 'done') return null;
  const { frame, step, mediaType, attempts, form } = wizard;
  const files = form.files.map((picked): KeptFile => {
    const { file, kind, width, height, durationMs, fit, altText, tags } = picked;
    return { id: idOf(file), kind, width, height, durationMs, fit, altText, tags };
  });
  return { version: 1, owner, frame, step, mediaType, attempts, form: { ...form, files } };
}

/** Where the user was, with the files that are still there. */
export function restored(kept: Kept, files: readonly PickedFile[], begin: Beginning): Wizard {
  const { mediaType, step, attempts } = kept;
  const form = { ...emptyForm, ...kept.form, files, ...begin.form };
  const wanted = begin.mediaType ?? mediaType;
  const begun = { ...startWizard({ frame: begin.frame, form, mediaType: wanted }), attempts };
  if (files.length === 0 || step === 'upload') return begun;
  const continued = reduce(begun, { type: 'continued' });
  if (continued.step !== 'type' || step === 'type' || wanted === null) return continued;
  return reduce(continued, { type: 'typeChosen', mediaType: wanted });
}
