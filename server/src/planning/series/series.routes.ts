import { listSeries, stopSeries } from '@pontual/contract/planning/series.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { SeriesService } from './series.service.ts';

export function registerSeriesRoutes(
  router: ApiRouter,
  { series }: { series: SeriesService },
): void {
  serve(router, listSeries, async (_request, member) => ({ series: await series.list(member) }));

  serve(router, stopSeries, async ({ params }, member) => {
    await series.stop(member, params.id);
    return null;
  });
}
