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

/**
 * What this very user was making, or a visitor who has since logged in; null when nothing. Who logs in
 * for a post sees that one, and what was theirs before comes after it. `brings`: files come along, for
 * a post of their own, unless what was begun has none yet, or has these.
 */
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

/** Whether the files that came along under this name are in it: its page ended before all were kept. */
export const hasIncomingFiles = (draft: StoredDraft | null, incomingFilePrefix: string): boolean =>
  draft?.form.files.some(({ id }) => id.startsWith(incomingFilePrefix)) === true;

/** A post with files waits while one of other files comes first, where none waits already. */
function parkDraft(owner: string, ownDraft: StoredDraft | null): boolean {
  const canPark = ownDraft !== null && ownDraft.form.files.length > 0 && !hasParkedDraft(owner);
  return canPark && writeDraftAt(parkedDraftKeyOf(owner), ownDraft) && writeDraft(owner, null);
}

/** The ids of all files that somebody's words name. */
export function referencedFileIds(): Set<string> {
  const all = storedKeys(DRAFT_KEY_PREFIX).map(readDraftAt);
  return new Set(all.flatMap((kept) => kept?.form.files.map(({ id }) => id) ?? []));
}
