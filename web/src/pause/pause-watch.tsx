import { lazy, Suspense } from 'react';
import { useLast } from '../ui/use-last.ts';
import { usePause } from './pause.queries.ts';

/** Most days nobody sees it. */
const PauseBanner = lazy(async () => ({
  default: (await import('./pause-banner.tsx')).PauseBanner,
}));

/** Over every page of the application: whether everything is paused. */
export function PauseWatch() {
  const { data } = usePause();
  const isTelling = data !== undefined && (data.pause !== null || data.held > 0);
  // Its dialog closes after there is nothing to tell any more.
  const once = useLast(isTelling ? true : null);
  if (data === undefined || once === null) return null;
  return (
    <Suspense fallback={null}>
      <PauseBanner state={data} />
    </Suspense>
  );
}
