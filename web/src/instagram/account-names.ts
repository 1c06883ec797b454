import type { Post } from '@pontual/contract/posts.ts';
import { useSyncExternalStore } from 'react';

/**
 * The name of the account of a post, `@cafe.serra`. Undefined in a workspace with one account, for an account
 * that was removed, and until the accounts are known.
 */
export type NameOf = (post: Pick<Post, 'instagramAccountId'>) => string | undefined;

export const noNames: NameOf = () => undefined;

let current = noNames;
const listeners = new Set<() => void>();

/** The name in the workspace that is open now, for code outside of components, such as toasts. */
export const accountNameNow: NameOf = (post) => current(post);

export function setAccountNames(names: NameOf): void {
  current = names;
  for (const listener of listeners) listener();
}

function onNames(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names the account of each post, where there are several. */
export const useAccountNames = (): NameOf =>
  useSyncExternalStore(
    onNames,
    () => current,
    () => noNames,
  );

/** ` em @cafe.serra`, to be added to what names a post. */
export const inAccount = (name: string | undefined): string => (name ? ` em ${name}` : '');
