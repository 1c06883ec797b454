import { lazy, Suspense, useSyncExternalStore } from 'react';
import { leftWorkspace, onLeftWorkspace } from '../api/left-workspace.ts';

/** Hardly anybody ever sees it. */
const LeftDialog = lazy(async () => ({ default: (await import('./left-dialog.tsx')).LeftDialog }));

/** Tells whoever is no longer of the team whose page they look at. */
export function LeftWatch() {
  const left = useSyncExternalStore(onLeftWorkspace, leftWorkspace);
  if (left === null) return null;
  return (
    <Suspense fallback={null}>
      <LeftDialog left={left} />
    </Suspense>
  );
}
