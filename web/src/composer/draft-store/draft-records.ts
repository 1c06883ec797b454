import type { User } from '@pontual/contract/identity/auth.ts';
import { currentSession } from '../../api/session-store.ts';
import { readStored, store } from '../../api/storage.ts';
import type { StoredDraft } from './stored-draft.ts';

/** A draft is written at every change, so it survives a crash. Users have one per workspace. */
export const DRAFT_KEY_PREFIX = 'pontual.composer.';
export const draftKeyOf = (owner: string | null) => `${DRAFT_KEY_PREFIX}${owner ?? 'visitor'}`;

export const currentOwner = (): string | null => ownerOf(currentSession()?.user ?? null);

/** Null for a visitor. A draft of one workspace is not offered in another. */
export function ownerOf(
  user: Pick<User, '_id' | 'workspace' | 'workspaces'> | null,
): string | null {
  if (user === null) return null;
  const { _id: id, workspace } = user;
  const [ownWorkspace] = user.workspaces;
  return ownWorkspace?._id === workspace ? id : `${id}.${workspace}`;
}

/** Null if there is no draft or its version is unknown. */
export const readDraft = (owner: string | null): StoredDraft | null =>
  readDraftAt(draftKeyOf(owner));

export function readDraftAt(key: string): StoredDraft | null {
  try {
    const found: unknown = JSON.parse(readStored(key) ?? 'null');
    return isStoredDraft(found) ? found : null;
  } catch {
    return null;
  }
}

function isStoredDraft(value: unknown): value is StoredDraft {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 2;
}

/** Null deletes the draft. Returns false if the browser refuses the write. */
export const writeDraft = (owner: string | null, draft: StoredDraft | null): boolean =>
  writeDraftAt(draftKeyOf(owner), draft);

export function writeDraftAt(key: string, draft: StoredDraft | null): boolean {
  if (draft !== null) return store(key, JSON.stringify(draft));
  return readStored(key) === null || store(key, null);
}

/** Key under which a user's draft is parked while a draft that they began as a visitor comes first. */
export const parkedDraftKeyOf = (owner: string) => `${draftKeyOf(owner)}.aside`;

export const hasParkedDraft = (owner: string | null): boolean =>
  owner !== null && readDraftAt(parkedDraftKeyOf(owner)) !== null;

export const wasDraftInModal = (): boolean => readDraft(currentOwner())?.frame === 'modal';
