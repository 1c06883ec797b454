import type { PlanId } from '@pontual/contract/billing/plans.ts';
import type { Client } from './factories.ts';
import { workspaceOf } from './stripe-fake.ts';
import type { World } from './world.ts';

export async function givePlan(world: World, client: Client, plan: PlanId): Promise<void> {
  await world.database.db
    .updateTable('workspaces')
    .set({ plan, subscription_status: plan === 'free' ? 'none' : 'active' })
    .where('id', '=', await workspaceOf(world, client))
    .execute();
}
