import type { Post } from '@pontual/contract/posts.ts';
import { useState } from 'react';
import type { Work } from '../change/leave-words.ts';
import { withSaid, type Said } from '../change/replacement.ts';
import { useChange, type Change } from '../change/use-change.ts';
import { useReplacement, type Replacement } from '../change/use-replacement.ts';
import type { Faults } from '../create/form-rules.ts';
import { fitField } from '../create/fit-rules.ts';
import { standingOf } from '../create/uploads/upload-state.ts';
import { useHorizon } from '../create/when/use-horizon.ts';
import { readNow } from '../now.ts';
import { changedFields, editFaults, editFormOf, type EditForm } from './edit-form.ts';

export interface Edit {
  form: EditForm;
  faults: Faults;
  replacement: Replacement;
  change: Change;
  /** What would be lost by leaving; null while nothing was changed. */
  work: Work | null;
  set: (said: Partial<EditForm>) => void;
  /** Says something anew of one of the files. */
  say: (url: string, said: Said) => void;
  /**
   * Sends what was changed, for those that follow in its series too if it is said. False where the
   * form does not hold, and now shows why.
   */
  send: (following: boolean) => boolean;
}

/** One form over all that can be changed of a post, and its sending. */
export function useEdit(post: Post): Edit {
  // Of the post as it was: what others change meanwhile is not undone.
  const [begun] = useState(() => editFormOf(post));
  const [written, setWritten] = useState(begun);
  const [faults, setFaults] = useState<Faults>({});
  const horizon = useHorizon();
  const replacement = useReplacement(post, true);
  const change = useChange(post, () => undefined);
  const { files, fits, ahead, dispatch } = replacement;
  const isReplaced = files.length > 0;
  // Each video has a cover of its own.
  const [covers, setCovers] = useState<Readonly<Record<string, number>>>({});
  const shown = isReplaced ? files : written.files;
  const first = shown[0]?.url ?? '';
  const form: EditForm = {
    ...written,
    files: shown,
    thumbOffset: covers[first] ?? (isReplaced ? 0 : begun.thumbOffset),
  };
  const fields = changedFields(begun, form, post.mediaType);
  const isChanged = isReplaced || Object.keys(fields).length > 0;
  return {
    form,
    faults,
    replacement,
    change,
    work: isChanged
      ? { what: 'post', isGoing: standingOf(files, ahead.uploads).fraction !== null }
      : null,
    set(said) {
      setWritten((last) => ({ ...last, ...said }));
      const { thumbOffset } = said;
      if (thumbOffset !== undefined) setCovers((last) => ({ ...last, [first]: thumbOffset }));
      // What is written anew is judged anew.
      setFaults(({ caption, when }) => ({
        ...(caption === undefined || 'caption' in said ? {} : { caption }),
        ...(when === undefined || 'when' in said ? {} : { when }),
      }));
    },
    say(url, said) {
      if (isReplaced) dispatch({ type: 'said', url, said });
      else setWritten((last) => ({ ...last, files: withSaid(last.files, url, said) }));
    },
    send(following) {
      const found = editFaults(form, { begun, status: post.status, now: readNow(), horizon });
      setFaults(found);
      if (Object.keys(found).length > 0) return false;
      const sent = { ...fields, ...(following && { following: 'true' }) };
      if (isReplaced) {
        change.send({ fields: { ...sent, ...fitField(fits) } }, { outbox: ahead.outbox, files });
      } else change.send({ fields: sent });
      return true;
    },
  };
}
