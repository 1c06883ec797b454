import * as contract from '@pontual/contract/planning/manual-publishing.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { ManualPublishing } from './manual-publishing.service.ts';

export function registerManualPublishingRoutes(
  router: ApiRouter,
  { manualPublishing }: { manualPublishing: ManualPublishing },
): void {
  serve(router, contract.startManualPublishing, async ({ params }, member) => ({
    post: await manualPublishing.start(member, params.id),
  }));

  serve(router, contract.checkManualPublication, ({ params }, member) =>
    manualPublishing.checkPublished(member, params.id),
  );

  serve(router, contract.markPublished, async ({ params }, member) => ({
    post: await manualPublishing.markPublished(member, params.id),
  }));
}
