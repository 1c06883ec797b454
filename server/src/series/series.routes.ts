import { listSeries, stopSeries } from '@pontual/contract/series.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { SeriesService } from './series.service.ts';

export function registerSeriesRoutes(
  serving: Serving,
  { series }: { series: SeriesService },
): void {
  serve(serving, listSeries, async (_request, member) => ({ series: await series.list(member) }));

  serve(serving, stopSeries, async ({ params }, member) => {
    await series.stop(member, params.id);
    return null;
  });
}
