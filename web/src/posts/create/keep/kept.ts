import type { MediaType } from '@pontual/contract/posts.ts';
import {
  detectedType,
  emptyForm,
  fittingTypes,
  type Form,
  type PickedFile,
} from '../form-rules.ts';
import { unansweredOf } from '../unanswered.ts';
import type { Attempt, Frame, Sent, Wizard } from '../wizard-state.ts';
import { reduce, startWizard, type Beginning } from '../wizard.ts';

/** Kept of a file beside its bytes; `id` names those. */
export type KeptFile = Omit<PickedFile, 'file' | 'url'> & { id: string };

/** A post that is being made, as it is kept in the browser. */
export interface Kept {
  version: 2;
  frame: Frame;
  step: 'upload' | 'type' | 'details';
  mediaType: MediaType | null;
  settled: MediaType | null;
  /** What was on its way when the page ended may have arrived. */
  attempts: readonly Attempt[];
  /** It was on its way at this very moment, or no answer has come. */
  unanswered: readonly Sent[];
  /** Something that was sent from here has arrived. */
  exists: boolean;
  /** A visitor goes to log in, for this very post. */
  awaitsLogin?: boolean;
  /** Its user goes to connect an account, for this very post. */
  awaitsAccount?: boolean;
  form: Omit<Form, 'files'> & { files: readonly KeptFile[] };
}

/** What is kept of a wizard; null of one that has ended. */
export function keptFrom(wizard: Wizard, idOf: (file: File) => string): Kept | null {
  if (wizard.step === 'done') return null;
  const { frame, step, mediaType, settled, attempts, form } = wizard;
  const files = form.files.map((picked): KeptFile => {
    const { file, kind, width, height, durationMs, fit, altText, tags } = picked;
    return { id: idOf(file), kind, width, height, durationMs, fit, altText, tags };
  });
  return {
    version: 2,
    frame,
    step,
    mediaType,
    settled,
    attempts,
    unanswered: unansweredOf(wizard),
    exists: wizard.exists,
    form: { ...form, files },
  };
}

/** Where the user was, with the files that are still there. */
export function restored(kept: Kept, files: readonly PickedFile[], begin: Beginning): Wizard {
  const { step, settled, attempts, unanswered, exists } = kept;
  const keepsCover = files.length === kept.form.files.length;
  const thumbOffset = keepsCover ? kept.form.thumbOffset : emptyForm.thumbOffset;
  const caption = joined(kept.form.caption, begin.form?.caption);
  const form = { ...emptyForm, ...kept.form, thumbOffset, files, ...begin.form, caption };
  const wanted = [begin.mediaType, kept.mediaType].find(
    (type) => type && (files.length === 0 || fittingTypes(form).includes(type)),
  );
  const mediaType = wanted ?? detectedType(files);
  const start = startWizard({ frame: begin.frame, form, mediaType });
  const begun: Wizard = { ...start, settled, attempts, unanswered, exists };
  if (files.length === 0 || step === 'upload') return begun;
  const continued = reduce(begun, { type: 'continued' });
  if (continued.step !== 'type' || step === 'type' || mediaType === null) return continued;
  return reduce({ ...continued, settled: mediaType }, { type: 'typeChosen', mediaType });
}

/** What was written stays above what comes along, as of a template. */
function joined(written: string, brought = ''): string {
  if (brought === '' || brought === written) return written;
  return written.trim() === '' ? brought : `${written}\n\n${brought}`;
}
