import type { User } from '@pontual/contract/identity/auth.ts';
import {
  parkedDraftKeyOf,
  hasParkedDraft,
  ownerOf,
  readDraft,
  writeDraftAt,
  writeDraft,
} from './draft-records.ts';

/** For a user who has lost access to the workspace. */
export function moveDraft(from: User, to: User): void {
  const [previousOwner, nextOwner] = [ownerOf(from), ownerOf(to)];
  if (previousOwner === null || nextOwner === null || previousOwner === nextOwner) return;
  const draft = readDraft(previousOwner);
  if (draft === null) return;
  if (readDraft(nextOwner) === null) writeDraft(nextOwner, draft);
  else if (!hasParkedDraft(nextOwner)) writeDraftAt(parkedDraftKeyOf(nextOwner), draft);
  else return;
  writeDraft(previousOwner, null);
}
