import { useState } from 'react';
import type { PickedFile } from '../form.rules.ts';
import { announceUploadChanges } from './upload-announcements.ts';
import type { EarlyUploads } from './use-upload-queue.ts';

/** The initial states are not announced. */
export function useUploadAnnouncement(
  files: readonly PickedFile[],
  uploads: EarlyUploads['uploads'],
): string {
  const [announced, setAnnounced] = useState({ uploads, words: '' });
  if (announced.uploads !== uploads) {
    setAnnounced({
      uploads,
      words: announceUploadChanges(files, announced.uploads, uploads) ?? announced.words,
    });
  }
  return announced.words;
}
