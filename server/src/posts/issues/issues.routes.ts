import {
  dismissFailures,
  listIssues,
  retryInstagramAccount,
} from '@pontual/contract/posts/issues.ts';
import type { Throttle } from '../../platform/http/throttle.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { Needs } from './issues.service.ts';

export function registerNeedsRoutes(
  router: ApiRouter,
  deps: { needs: Needs; throttle: Throttle },
): void {
  const { needs, throttle } = deps;
  serve(router, listIssues, (_request, member) => needs.list(member));

  serve(router, dismissFailures, ({ body }, member) => needs.dismiss(member, body.postIds));

  serve(router, retryInstagramAccount, ({ params }, member, { request }) => {
    // A retry may call Instagram, and each call counts against the limit of the account.
    const account = `${member.workspaceId}/${params.id}`;
    const by = { what: 'retry-account', account, address: request.ip } as const;
    return throttle.attempt(by, () => needs.retryAccount(member, params.id));
  });
}
