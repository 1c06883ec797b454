import { deleteUser, getDeletionImpact } from '@pontual/contract/identity/user.ts';
import type { Throttle } from '../../platform/http/throttle.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { Deletions } from './create-deletion.ts';

export function registerDeletionRoutes(
  serving: ApiRouter,
  { deletions, throttle }: { deletions: Pick<Deletions, 'request' | 'impact'>; throttle: Throttle },
): void {
  serve(serving, getDeletionImpact, (_request, { userId }) => deletions.impact(userId));

  serve(serving, deleteUser, ({ body }, caller, { request }) =>
    throttle.attempt({ what: 'prove-password', account: caller.userId, address: request.ip }, () =>
      deletions.request(caller, body),
    ),
  );
}
