import { lazy, Suspense } from 'react';
import { useSession } from '../api/session.tsx';
import { hasSeveralAccounts } from './has-several-accounts.ts';
import type { InstagramAccountTagProps } from './instagram-account-badge.tsx';

const InstagramAccountBadge = lazy(async () => ({
  default: (await import('./instagram-account-badge.tsx')).InstagramAccountBadge,
}));

export function InstagramAccountTag(props: InstagramAccountTagProps) {
  return hasSeveralAccounts(useSession().user) ? (
    <Suspense fallback={null}>
      <InstagramAccountBadge {...props} />
    </Suspense>
  ) : null;
}
