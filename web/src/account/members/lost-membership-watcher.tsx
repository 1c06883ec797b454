import { lazy, Suspense, useSyncExternalStore } from 'react';
import { lostMembership, onLostMembership } from '../../api/lost-membership.ts';

/** Hardly anybody ever sees it. */
const LostMembershipDialog = lazy(async () => ({
  default: (await import('./lost-membership-dialog.tsx')).LostMembershipDialog,
}));

/** Tells whoever is no longer of the team whose page they look at. */
export function LostMembershipWatcher() {
  const membership = useSyncExternalStore(onLostMembership, lostMembership);
  if (membership === null) return null;
  return (
    <Suspense fallback={null}>
      <LostMembershipDialog membership={membership} />
    </Suspense>
  );
}
