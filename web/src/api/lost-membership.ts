import type { User } from '@pontual/contract/identity/auth.ts';

/** Somebody is no longer of the workspace that this tab shows. */
export interface LostMembership {
  /** As they were there. */
  from: User;
  /** Where they are instead. */
  to: User;
}

let lost: LostMembership | null = null;
const listeners = new Set<() => void>();

export const lostMembership = (): LostMembership | null => lost;

export function reportLostMembership(next: LostMembership): void {
  // Once is enough; the page stays as it is until its user goes on.
  if (lost !== null) return;
  lost = next;
  for (const listener of listeners) listener();
}

export function onLostMembership(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
