import { advancedAnalytics, basicAnalytics, exportAnalytics } from '@pontual/contract/analytics.ts';
import { serve, serveFile, type Serving } from '../http/serve.ts';
import type { Analytics } from './create-analytics.ts';

export function registerAnalyticsRoutes(
  serving: Serving,
  { analytics }: { analytics: Analytics },
): void {
  serve(serving, basicAnalytics, ({ query }, caller) => analytics.basic(caller, query.account));
  serve(serving, advancedAnalytics, ({ query }, caller) =>
    analytics.advanced(caller, query.account),
  );
  serveFile(serving, exportAnalytics, ({ query }, caller) => analytics.export.file(caller, query));
  serving.app.addHook('preClose', async () => analytics.export.breakOff());
}
