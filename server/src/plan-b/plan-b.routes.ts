import * as contract from '@pontual/contract/plan-b.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { PlanB } from './plan-b.service.ts';

export function registerPlanBRoutes(serving: Serving, { planB }: { planB: PlanB }): void {
  serve(serving, contract.takeOverPost, async ({ params }, member) => ({
    post: await planB.takeOver(member, params.id),
  }));

  serve(serving, contract.lookForPost, ({ params }, member) => planB.look(member, params.id));

  serve(serving, contract.markPublished, async ({ params }, member) => ({
    post: await planB.mark(member, params.id),
  }));
}
