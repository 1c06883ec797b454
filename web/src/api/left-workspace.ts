import type { User } from '@pontual/contract/auth.ts';

/** Somebody is no longer of the workspace that this tab shows. */
export interface LeftWorkspace {
  /** As they were there. */
  from: User;
  /** Where they are instead. */
  to: User;
}

let left: LeftWorkspace | null = null;
const listeners = new Set<() => void>();

export const leftWorkspace = (): LeftWorkspace | null => left;

export function tellLeft(next: LeftWorkspace): void {
  // Once is enough; the page stays as it is until its user goes on.
  if (left !== null) return;
  left = next;
  for (const listener of listeners) listener();
}

export function onLeftWorkspace(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
