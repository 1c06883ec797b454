import { lazy, Suspense } from 'react';
import { useAccountNames } from './account-names.ts';

export interface AccountOfProps {
  /** Of a post; null is the first one. */
  account: string | null;
  /** The face alone: what it stands in tells the name. */
  face?: boolean;
  className?: string;
}

/** Few have several. */
const AccountTag = lazy(async () => ({ default: (await import('./account-tag.tsx')).AccountTag }));

/** On which of several accounts a post is published; nothing where there is one. */
export function AccountOf(props: AccountOfProps) {
  const name = useAccountNames()({ instagramAccountId: props.account });
  return name === undefined ? null : (
    <Suspense fallback={null}>
      <AccountTag name={name} {...props} />
    </Suspense>
  );
}
