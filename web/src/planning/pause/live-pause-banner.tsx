import { lazy, Suspense } from 'react';
import { useLastValue } from '../../ui/use-last-value.ts';
import { usePause } from '../../posts/pause-queries.ts';

/** Most days nobody sees it. */
const PauseBanner = lazy(async () => ({
  default: (await import('./pause-banner.tsx')).PauseBanner,
}));

/** Over every page of the application: whether everything is paused. */
export function LivePauseBanner() {
  const { data } = usePause();
  const isRelevant = data !== undefined && (data.pause !== null || data.held > 0);
  // Its dialog closes after there is nothing to tell any more.
  const wasRelevant = useLastValue(isRelevant ? true : null);
  if (data === undefined || wasRelevant === null) return null;
  return (
    <Suspense fallback={null}>
      <PauseBanner state={data} />
    </Suspense>
  );
}
