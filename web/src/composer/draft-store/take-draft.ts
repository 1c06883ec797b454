import { storedKeys } from '../../api/storage.ts';
import type { StoredDraft } from './stored-draft.ts';
import {
  parkedDraftKeyOf,
  hasParkedDraft,
  draftKeyOf,
  DRAFT_KEY_PREFIX,
  readDraftAt,
  readDraft,
  writeDraftAt,
  writeDraft,
} from './draft-records.ts';

// A visitor's draft that awaits login comes first, and the user's own is parked. Files from navigation start
// a new post, unless the stored draft has no files or contains these already.
export function takeDraft(owner: string | null, incomingFilePrefix?: string): StoredDraft | null {
  const ownDraft = readDraft(owner);
  if (owner === null) return ownDraft;
  if (incomingFilePrefix !== undefined)
    return hasIncomingFiles(ownDraft, incomingFilePrefix) || !parkDraft(owner, ownDraft)
      ? ownDraft
      : null;
  const visitorDraft = readDraft(null);
  const takesVisitorDraft = visitorDraft?.isAwaitingLogin === true && !hasParkedDraft(owner);
  if (ownDraft !== null) {
    if (!takesVisitorDraft) return ownDraft;
    writeDraftAt(parkedDraftKeyOf(owner), ownDraft);
  }
  const sourceKey =
    takesVisitorDraft || !hasParkedDraft(owner) ? draftKeyOf(null) : parkedDraftKeyOf(owner);
  const nextDraft = readDraftAt(sourceKey);
  if (nextDraft === null) return null;
  writeDraft(owner, nextDraft);
  writeDraftAt(sourceKey, null);
  return nextDraft;
}

/** True if the page ended before all files of this navigation were stored. */
export const hasIncomingFiles = (draft: StoredDraft | null, incomingFilePrefix: string): boolean =>
  draft?.form.files.some(({ id }) => id.startsWith(incomingFilePrefix)) === true;

/** Only one draft can be parked. */
function parkDraft(owner: string, ownDraft: StoredDraft | null): boolean {
  const canPark = ownDraft !== null && ownDraft.form.files.length > 0 && !hasParkedDraft(owner);
  return canPark && writeDraftAt(parkedDraftKeyOf(owner), ownDraft) && writeDraft(owner, null);
}

export function referencedFileIds(): Set<string> {
  const all = storedKeys(DRAFT_KEY_PREFIX).map(readDraftAt);
  return new Set(all.flatMap((draft) => draft?.form.files.map(({ id }) => id) ?? []));
}
