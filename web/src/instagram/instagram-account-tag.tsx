import { lazy, Suspense } from 'react';
import { useSession } from '../api/session.tsx';
import { hasSeveralAccounts } from './has-several-accounts.ts';
import type { InstagramAccountTagProps } from './instagram-account-badge.tsx';

/** Loaded on demand: few workspaces have several accounts. */
const InstagramAccountBadge = lazy(async () => ({
  default: (await import('./instagram-account-badge.tsx')).InstagramAccountBadge,
}));

/** On which of several accounts a post is published; nothing where there is one. */
export function InstagramAccountTag(props: InstagramAccountTagProps) {
  return hasSeveralAccounts(useSession().user) ? (
    <Suspense fallback={null}>
      <InstagramAccountBadge {...props} />
    </Suspense>
  ) : null;
}
