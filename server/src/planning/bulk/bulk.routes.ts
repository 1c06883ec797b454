import {
  checkBatch,
  createBatch,
  listBatches,
  undoBatch,
} from '@pontual/contract/planning/bulk.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { Bulk } from './bulk.service.ts';

export function registerBulkRoutes(router: ApiRouter, { bulk }: { bulk: Bulk }): void {
  serve(router, checkBatch, ({ body }, member) => bulk.check(member, body));

  serve(router, createBatch, async ({ body }, member, { request }) => {
    // The adaptation of the pictures must not run into the socket timeout.
    request.raw.socket.setTimeout(0);
    return { batch: await bulk.create(member, body) };
  });

  serve(router, listBatches, async (_request, member) => ({ batches: await bulk.list(member) }));

  serve(router, undoBatch, ({ params }, member) => bulk.undo(member, params.id));
}
