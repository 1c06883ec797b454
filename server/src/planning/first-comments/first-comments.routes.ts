import { retryFirstComment } from '@pontual/contract/posts/posts.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { FirstComments } from './first-comments.service.ts';

export function registerFirstCommentsRoutes(
  router: ApiRouter,
  { firstComments }: { firstComments: FirstComments },
): void {
  serve(router, retryFirstComment, async ({ params }, session) => ({
    firstComment: await firstComments.retry(session, params.id),
  }));
}
