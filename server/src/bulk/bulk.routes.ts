import { checkBatch, createBatch, listBatches, undoBatch } from '@pontual/contract/bulk.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { Bulk } from './bulk.service.ts';

export function registerBulkRoutes(serving: Serving, { bulk }: { bulk: Bulk }): void {
  serve(serving, checkBatch, ({ body }, member) => bulk.check(member, body));

  serve(serving, createBatch, async ({ body }, member, { request }) => {
    // All has come: however long the pictures take, whoever sent them is not silent.
    request.raw.socket.setTimeout(0);
    return { batch: await bulk.create(member, body) };
  });

  serve(serving, listBatches, async (_request, member) => ({ batches: await bulk.list(member) }));

  serve(serving, undoBatch, ({ params }, member) => bulk.undo(member, params.id));
}
