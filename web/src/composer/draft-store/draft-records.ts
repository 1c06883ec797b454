import type { User } from '@pontual/contract/identity/auth.ts';
import { currentSession } from '../../api/session-store.ts';
import { readStored, store } from '../../api/storage.ts';
import type { StoredDraft } from './stored-draft.ts';

/**
 * Words and choices of a post that is being made: written at each change, and so there after a crash.
 * Each user has a place of their own, one more in each team of theirs, and so have visitors.
 */
export const DRAFT_KEY_PREFIX = 'pontual.composer.';
export const draftKeyOf = (owner: string | null) => `${DRAFT_KEY_PREFIX}${owner ?? 'visitor'}`;

export const currentOwner = (): string | null => ownerOf(currentSession()?.user ?? null);

/** Whose place it is: what was begun in one workspace is not offered in another. */
export function ownerOf(
  user: Pick<User, '_id' | 'workspace' | 'workspaces'> | null,
): string | null {
  if (user === null) return null;
  const { _id: id, workspace } = user;
  // Of what an older release has stored nothing is known but whose it is.
  const own: string | undefined = (user.workspaces as User['workspaces'] | undefined)?.[0]?._id;
  return own === undefined || own === workspace ? id : `${id}.${workspace}`;
}

/** Null where there is nothing, or nothing of this release's making. */
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

/** Null forgets them. False where the browser does not take them. */
export const writeDraft = (owner: string | null, draft: StoredDraft | null): boolean =>
  writeDraftAt(draftKeyOf(owner), draft);

export function writeDraftAt(key: string, draft: StoredDraft | null): boolean {
  if (draft !== null) return store(key, JSON.stringify(draft));
  return readStored(key) === null || store(key, null);
}

/** Where a user's post waits while one that they made as a visitor comes first. */
export const parkedDraftKeyOf = (owner: string) => `${draftKeyOf(owner)}.aside`;

export const hasParkedDraft = (owner: string | null): boolean =>
  owner !== null && readDraftAt(parkedDraftKeyOf(owner)) !== null;

/** Whether a post was being made over the calendar when its page ended. */
export const wasDraftInModal = (): boolean => readDraft(currentOwner())?.frame === 'modal';
