import type { Post } from '@pontual/contract/posts/posts.ts';
import { useState } from 'react';
import type { UnsavedWork } from '../change/leave-guard-text.ts';
import { withMediumDetails, type MediumDetails } from '../change/replacement.ts';
import { usePostChange, type PostChangeRequest } from '../change/use-post-change.ts';
import { useReplacement, type Replacement } from '../change/use-replacement.ts';
import type { FormErrors } from '../../composer/form.rules.ts';
import { toFitField } from '../../composer/fit.rules.ts';
import { summarizeUploads } from '../../composer/uploads/upload-state.ts';
import { useHorizon } from '../../composer/when/use-horizon.ts';
import { readNow } from '../now.ts';
import {
  changedFields,
  validateEdit,
  toEditForm,
  type EditForm,
} from '../../composer/edit-form.ts';

export interface EditState {
  form: EditForm;
  errors: FormErrors;
  replacement: Replacement;
  change: PostChangeRequest;
  /** Null while nothing was changed. */
  unsavedWork: UnsavedWork | null;
  setFields: (changes: Partial<EditForm>) => void;
  setMediumDetails: (url: string, details: MediumDetails) => void;
  /** `following` adds the later posts of the series. Returns false when the form has errors. */
  send: (following: boolean) => boolean;
}

export function useEdit(post: Post): EditState {
  // Compares with the initial post, so that changes by others are not reverted.
  const [initialForm] = useState(() => toEditForm(post));
  const [enteredForm, setEnteredForm] = useState(initialForm);
  const [errors, setErrors] = useState<FormErrors>({});
  const horizon = useHorizon();
  const replacement = useReplacement(post, true);
  const change = usePostChange(post, () => undefined);
  const { files, fits, earlyUploads, dispatch } = replacement;
  const isReplaced = files.length > 0;
  const [covers, setCovers] = useState<Readonly<Record<string, number>>>({});
  const visibleFiles = isReplaced ? files : enteredForm.files;
  const first = visibleFiles[0]?.url ?? '';
  const form: EditForm = {
    ...enteredForm,
    files: visibleFiles,
    thumbOffset: covers[first] ?? (isReplaced ? 0 : initialForm.thumbOffset),
  };
  const fields = changedFields(initialForm, form, post.mediaType);
  const isChanged = isReplaced || Object.keys(fields).length > 0;
  return {
    form,
    errors,
    replacement,
    change,
    unsavedWork: isChanged
      ? {
          kind: 'post',
          isUploading: summarizeUploads(files, earlyUploads.uploads).fraction !== null,
        }
      : null,
    setFields(changes) {
      setEnteredForm((last) => ({ ...last, ...changes }));
      const { thumbOffset } = changes;
      if (thumbOffset !== undefined) setCovers((last) => ({ ...last, [first]: thumbOffset }));
      setErrors(({ caption, when }) => ({
        ...(caption === undefined || 'caption' in changes ? {} : { caption }),
        ...(when === undefined || 'when' in changes ? {} : { when }),
      }));
    },
    setMediumDetails(url, details) {
      if (isReplaced) dispatch({ type: 'said', url, details });
      else
        setEnteredForm((last) => ({ ...last, files: withMediumDetails(last.files, url, details) }));
    },
    send(following) {
      const errors = validateEdit(form, {
        initialForm,
        status: post.status,
        now: readNow(),
        horizon,
      });
      setErrors(errors);
      if (Object.keys(errors).length > 0) return false;
      const sentFields = { ...fields, ...(following && { following: 'true' }) };
      if (isReplaced) {
        change.send(
          { fields: { ...sentFields, ...toFitField(fits) } },
          { uploadQueue: earlyUploads.uploadQueue, files },
        );
      } else change.send({ fields: sentFields });
      return true;
    },
  };
}
