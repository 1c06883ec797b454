import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { listInstagramAccounts } from '@pontual/contract/instagram/instagram.ts';
import { limitsByPlan, type PlanId } from '@pontual/contract/billing/plans.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { MediaLinks } from '../../media/links.ts';
import {
  createInstagramRepository,
  type ActiveConnection,
} from '../connection/instagram.repository.ts';

export async function findConnectedAccounts(
  db: Db | Tx,
  workspaceId: string,
): Promise<{ connected: ActiveConnection[]; plan: PlanId; limit: number }> {
  const { plan } = await db
    .selectFrom('workspaces')
    .select('plan')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const connected = await createInstagramRepository(db).listActive(workspaceId);
  return { connected, plan, limit: limitsByPlan[plan].accounts };
}

/** After a downgrade, accounts beyond the limit stay connected, but only the first ones accept new posts. */
export async function listConnected(
  db: Db,
  workspaceId: string,
  links: MediaLinks,
): Promise<DataOf<typeof listInstagramAccounts>> {
  const { connected, limit } = await findConnectedAccounts(db, workspaceId);
  const accounts = connected.map((one, position) => ({
    instagramAccountId: one.ig_user_id,
    username: one.username,
    login: one.login,
    connectedAt: one.connected_at.toISOString(),
    profilePicture:
      one.picture_file_id === null ? null : links.forOwner(one.picture_file_id, 'thumbnail'),
    needsReconnect: one.needs_reconnect,
    included: position < limit,
  }));
  return { accounts, limit };
}
