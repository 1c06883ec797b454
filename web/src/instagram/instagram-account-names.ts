import type { Post } from '@pontual/contract/posts/posts.ts';
import { useSyncExternalStore } from 'react';

/** `@cafe.serra`; undefined as in `findAccountName`. */
export type AccountNameLookup = (post: Pick<Post, 'instagramAccountId'>) => string | undefined;

export const noAccountNames: AccountNameLookup = () => undefined;

let current = noAccountNames;
const listeners = new Set<() => void>();

/** For code outside of components, such as toasts. */
export const readAccountName: AccountNameLookup = (post) => current(post);

export function setAccountNameLookup(lookup: AccountNameLookup): void {
  current = lookup;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useInstagramAccountNames = (): AccountNameLookup =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => noAccountNames,
  );

export const formatInAccount = (name: string | undefined): string => (name ? ` em ${name}` : '');
