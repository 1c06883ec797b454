import { useState } from 'react';
import type { PickedFile } from '../form-rules.ts';
import { newsOf } from './upload-words.ts';
import type { Ahead } from './use-outbox.ts';

/** What screen readers are told last of the uploads; nothing of what was so before. */
export function useUploadNews(files: readonly PickedFile[], uploads: Ahead['uploads']): string {
  const [told, setTold] = useState({ uploads, words: '' });
  if (told.uploads !== uploads) {
    setTold({ uploads, words: newsOf(files, told.uploads, uploads) ?? told.words });
  }
  return told.words;
}
