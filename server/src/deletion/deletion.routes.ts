import { deleteAccount, readLosses } from '@pontual/contract/account.ts';
import type { Throttle } from '../auth/throttle.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { Deletions } from './create-deletion.ts';

export function registerDeletionRoutes(
  serving: Serving,
  { deletions, throttle }: { deletions: Pick<Deletions, 'ask' | 'losses'>; throttle: Throttle },
): void {
  serve(serving, readLosses, (_request, { userId }) => deletions.losses(userId));

  serve(serving, deleteAccount, ({ body }, caller, { request }) =>
    throttle.attempt({ what: 'prove-password', account: caller.userId, address: request.ip }, () =>
      deletions.ask(caller, body),
    ),
  );
}
