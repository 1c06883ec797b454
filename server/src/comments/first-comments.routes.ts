import { retryFirstComment } from '@pontual/contract/posts.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { FirstComments } from './create-first-comments.ts';

export function registerFirstCommentsRoutes(
  serving: Serving,
  { firstComments }: { firstComments: FirstComments },
): void {
  serve(serving, retryFirstComment, async ({ params }, session) => ({
    firstComment: await firstComments.retry(session, params.id),
  }));
}
