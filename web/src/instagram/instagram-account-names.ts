import type { Post } from '@pontual/contract/posts/posts.ts';
import { useSyncExternalStore } from 'react';

/**
 * Returns the name of the account of a post, `@cafe.serra`. Returns undefined in a workspace with one
 * account, for a removed account, and until the accounts are loaded.
 */
export type AccountNameLookup = (post: Pick<Post, 'instagramAccountId'>) => string | undefined;

export const noAccountNames: AccountNameLookup = () => undefined;

let current = noAccountNames;
const listeners = new Set<() => void>();

/** Returns the account name in the open workspace, for code outside of components, such as toasts. */
export const readAccountName: AccountNameLookup = (post) => current(post);

export function setAccountNameLookup(lookup: AccountNameLookup): void {
  current = lookup;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the lookup of the account name of a post, where there are several accounts. */
export const useInstagramAccountNames = (): AccountNameLookup =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => noAccountNames,
  );

/** Returns ` em @cafe.serra`, a suffix for the label of a post, or an empty string. */
export const formatInAccount = (name: string | undefined): string => (name ? ` em ${name}` : '');
