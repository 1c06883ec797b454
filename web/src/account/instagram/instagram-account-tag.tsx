import { lazy, Suspense } from 'react';
import { useSession } from '../../api/session.tsx';
import { hasSeveralAccounts } from './has-several-accounts.ts';

export interface InstagramAccountTagProps {
  /** Of a post; null is the first one. */
  account: string | null;
  /** The face alone: what it stands in tells the name. */
  pictureOnly?: boolean;
  className?: string;
}

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
