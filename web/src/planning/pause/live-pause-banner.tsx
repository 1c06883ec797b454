import { lazy, Suspense } from 'react';
import { useLastValue } from '../../ui/use-last-value.ts';
import { usePause } from '../../posts/pause-queries.ts';

const PauseBanner = lazy(async () => ({
  default: (await import('./pause-banner.tsx')).PauseBanner,
}));

export function LivePauseBanner() {
  const { data } = usePause();
  const isRelevant = data !== undefined && (data.pause !== null || data.held > 0);
  // The banner stays mounted after the pause, because its dialog closes later.
  const wasRelevant = useLastValue(isRelevant ? true : null);
  if (data === undefined || wasRelevant === null) return null;
  return (
    <Suspense fallback={null}>
      <PauseBanner state={data} />
    </Suspense>
  );
}
