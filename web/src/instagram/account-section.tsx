import { lazy, Suspense } from 'react';
import { useSession } from '../api/session.tsx';
import type { AccountChoiceProps } from './account-choice.tsx';
import { hasSeveral } from './has-several.ts';

const AccountChoice = lazy(async () => ({
  default: (await import('./account-choice.tsx')).AccountChoice,
}));

/** On which account a post goes out; nothing where there is only one. */
export function AccountSection(props: Omit<AccountChoiceProps, 'user'>) {
  const { user } = useSession();
  if (user === null || !hasSeveral(user)) return null;
  return (
    <Suspense fallback={null}>
      <AccountChoice user={user} {...props} />
    </Suspense>
  );
}
