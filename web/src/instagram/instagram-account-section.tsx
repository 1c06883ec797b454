import { lazy, Suspense } from 'react';
import { useSession } from '../api/session.tsx';
import type { InstagramAccountChoiceProps } from './instagram-account-choice.tsx';
import { hasSeveralAccounts } from './has-several-accounts.ts';

const InstagramAccountChoice = lazy(async () => ({
  default: (await import('./instagram-account-choice.tsx')).InstagramAccountChoice,
}));

export function InstagramAccountSection(props: Omit<InstagramAccountChoiceProps, 'user'>) {
  const { user } = useSession();
  if (user === null || !hasSeveralAccounts(user)) return null;
  return (
    <Suspense fallback={null}>
      <InstagramAccountChoice user={user} {...props} />
    </Suspense>
  );
}
