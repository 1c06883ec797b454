import { lazy, Suspense, useSyncExternalStore } from 'react';
import { lostMembership, onLostMembership } from '../../api/lost-membership.ts';

const LostMembershipDialog = lazy(async () => ({
  default: (await import('./lost-membership-dialog.tsx')).LostMembershipDialog,
}));

export function LostMembershipWatcher() {
  const membership = useSyncExternalStore(onLostMembership, lostMembership);
  if (membership === null) return null;
  return (
    <Suspense fallback={null}>
      <LostMembershipDialog membership={membership} />
    </Suspense>
  );
}
