import type { User } from '@pontual/contract/auth.ts';

/** Whether a workspace has several accounts; what the browser kept of a user of before does not tell. */
export const hasSeveral = (user: User | null): boolean => (user?.accounts ?? 0) > 1;
