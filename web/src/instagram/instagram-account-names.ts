import type { Post } from '@pontual/contract/posts/posts.ts';
import { useSyncExternalStore } from 'react';

/**
 * The name of the account of a post, `@cafe.serra`. Undefined in a workspace with one account, for an account
 * that was removed, and until the accounts are known.
 */
export type AccountNameLookup = (post: Pick<Post, 'instagramAccountId'>) => string | undefined;

export const noAccountNames: AccountNameLookup = () => undefined;

let current = noAccountNames;
const listeners = new Set<() => void>();

/** The name in the workspace that is open now, for code outside of components, such as toasts. */
export const readAccountName: AccountNameLookup = (post) => current(post);

export function setAccountNameLookup(lookup: AccountNameLookup): void {
  current = lookup;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names the account of each post, where there are several. */
export const useInstagramAccountNames = (): AccountNameLookup =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => noAccountNames,
  );

/** ` em @cafe.serra`, to be added to what names a post. */
export const formatInAccount = (name: string | undefined): string => (name ? ` em ${name}` : '');
