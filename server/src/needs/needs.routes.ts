import { dismissFailures, listNeeds, retryAccount } from '@pontual/contract/needs.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { Needs } from './needs.service.ts';

export function registerNeedsRoutes(serving: Serving, { needs }: { needs: Needs }): void {
  serve(serving, listNeeds, (_request, member) => needs.list(member));

  serve(serving, dismissFailures, ({ body }, member) => needs.dismiss(member, body.postIds));

  serve(serving, retryAccount, ({ params }, member) => needs.retryAccount(member, params.id));
}
