import { limitsByPlan, type PlanLimits } from '@pontual/contract/billing/plans.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';

type PlanFeature = {
  [K in keyof PlanLimits]: PlanLimits[K] extends boolean ? K : never;
}[keyof PlanLimits];

/** @throws AppError PLAN_REQUIRED */
export async function requirePlan(
  db: Db | Tx,
  workspaceId: string,
  feature: PlanFeature,
): Promise<void> {
  const workspace = await db
    .selectFrom('workspaces')
    .select('plan')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  if (workspace === undefined || !limitsByPlan[workspace.plan][feature]) {
    throw new AppError('PLAN_REQUIRED');
  }
}
