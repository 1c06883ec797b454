import * as contract from '@pontual/contract/hashtag-groups.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { HashtagGroups } from './hashtag-groups.service.ts';

export function registerHashtagGroupsRoutes(
  serving: Serving,
  { hashtagGroups }: { hashtagGroups: HashtagGroups },
): void {
  serve(serving, contract.listHashtagGroups, async (_request, session) => ({
    groups: await hashtagGroups.list(session),
  }));

  serve(serving, contract.createHashtagGroup, async ({ body }, session) => ({
    group: await hashtagGroups.create(session, body),
  }));

  serve(serving, contract.updateHashtagGroup, async ({ params, body }, session) => ({
    group: await hashtagGroups.update(session, params.id, body),
  }));

  serve(serving, contract.deleteHashtagGroup, async ({ params }, session) => {
    await hashtagGroups.delete(session, params.id);
    return null;
  });
}
