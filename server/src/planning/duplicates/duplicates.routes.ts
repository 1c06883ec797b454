import { findDuplicates, findBatchDuplicates } from '@pontual/contract/planning/duplicates.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { Duplicates } from './duplicates.service.ts';

export function registerDuplicatesRoutes(
  router: ApiRouter,
  { duplicates }: { duplicates: Duplicates },
): void {
  serve(router, findDuplicates, async ({ body }, session) => ({
    similar: await duplicates.find(session, body),
  }));

  serve(router, findBatchDuplicates, async ({ body }, session) => ({
    posts: await duplicates.findForBatch(session, body),
  }));
}
