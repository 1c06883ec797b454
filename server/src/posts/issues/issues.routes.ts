import {
  dismissFailures,
  listIssues,
  retryInstagramAccount,
} from '@pontual/contract/posts/issues.ts';
import type { Throttle } from '../../platform/http/throttle.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { Issues } from './issues.service.ts';

export function registerIssuesRoutes(
  router: ApiRouter,
  deps: { issues: Issues; throttle: Throttle },
): void {
  const { issues, throttle } = deps;
  serve(router, listIssues, (_request, member) => issues.list(member));

  serve(router, dismissFailures, ({ body }, member) => issues.dismiss(member, body.postIds));

  serve(router, retryInstagramAccount, ({ params }, member, { request }) => {
    // Each call to Instagram counts against the limit of the account.
    const account = `${member.workspaceId}/${params.id}`;
    const by = { what: 'retry-account', account, address: request.ip } as const;
    return throttle.attempt(by, () => issues.retryAccount(member, params.id));
  });
}
