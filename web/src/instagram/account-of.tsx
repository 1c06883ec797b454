import { lazy, Suspense } from 'react';
import { useSession } from '../api/session.tsx';
import { hasSeveral } from './has-several.ts';

export interface AccountOfProps {
  /** Of a post; null is the first one. */
  account: string | null;
  /** The face alone: what it stands in tells the name. */
  face?: boolean;
  className?: string;
}

/** Loaded on demand: few workspaces have several accounts. */
const AccountTag = lazy(async () => ({ default: (await import('./account-tag.tsx')).AccountTag }));

/** On which of several accounts a post is published; nothing where there is one. */
export function AccountOf(props: AccountOfProps) {
  return hasSeveral(useSession().user) ? (
    <Suspense fallback={null}>
      <AccountTag {...props} />
    </Suspense>
  ) : null;
}
