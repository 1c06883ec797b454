import type { User } from '@pontual/contract/identity/auth.ts';

export interface LostMembership {
  from: User;
  to: User;
}

let lost: LostMembership | null = null;
const listeners = new Set<() => void>();

export const lostMembership = (): LostMembership | null => lost;

export function reportLostMembership(next: LostMembership): void {
  if (lost !== null) return;
  lost = next;
  for (const listener of listeners) listener();
}

export function onLostMembership(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
