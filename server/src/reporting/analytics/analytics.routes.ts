import {
  advancedAnalytics,
  basicAnalytics,
  exportAnalytics,
} from '@pontual/contract/insights/analytics.ts';
import { serve, serveFile, type ApiRouter } from '../../platform/http/serve.ts';
import type { Analytics } from './create-analytics.ts';

export function registerAnalyticsRoutes(
  router: ApiRouter,
  { analytics }: { analytics: Analytics },
): void {
  serve(router, basicAnalytics, ({ query }, caller) => analytics.basic(caller, query.account));
  serve(router, advancedAnalytics, ({ query }, caller) =>
    analytics.advanced(caller, query.account),
  );
  serveFile(router, exportAnalytics, ({ query }, caller) => analytics.export.file(caller, query));
  router.app.addHook('preClose', async () => analytics.export.abortAll());
}
