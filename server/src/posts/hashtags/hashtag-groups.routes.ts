import * as contract from '@pontual/contract/posts/hashtag-groups.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { HashtagGroups } from './hashtag-groups.service.ts';

export function registerHashtagGroupsRoutes(
  router: ApiRouter,
  { hashtagGroups }: { hashtagGroups: HashtagGroups },
): void {
  serve(router, contract.listHashtagGroups, async (_request, session) => ({
    groups: await hashtagGroups.list(session),
  }));

  serve(router, contract.createHashtagGroup, async ({ body }, session) => ({
    group: await hashtagGroups.create(session, body),
  }));

  serve(router, contract.updateHashtagGroup, async ({ params, body }, session) => ({
    group: await hashtagGroups.update(session, params.id, body),
  }));

  serve(router, contract.deleteHashtagGroup, async ({ params }, session) => {
    await hashtagGroups.delete(session, params.id);
    return null;
  });
}
