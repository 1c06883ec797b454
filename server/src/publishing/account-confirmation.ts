import { sql } from 'kysely';
import { recordPostActions } from '../platform/audit/audit.service.ts';
import type { Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import { firstConnection } from '../platform/database/fragments/connection-order.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { PREPARE_AHEAD_MS } from './publishing.rules.ts';

const prepareAhead = interval(PREPARE_AHEAD_MS);

/** Returns the ids of the changed posts. */
export async function confirmAccount(
  tx: Tx,
  jobs: Jobs,
  workspaceId: string,
  postIds: readonly string[] | undefined,
): Promise<string[]> {
  const filter = postIds === undefined ? sql`` : sql`and p.id = any(${[...postIds]}::uuid[])`;
  const confirmed = await sql<{ id: string; next_step_at: Date }>`
    update posts p
    set target_ig_user_id = k.ig_user_id, ig_user_id = null, container_id = null,
        fence = p.fence + 1, lease_until = null, updated_at = app_now(), error_code = null,
        error_message = null, error_action = null, forecast_at = null,
        next_step_at = greatest(app_now(), p.scheduled_time - ${prepareAhead})
    from instagram_connections k
    where k.id = ${firstConnection(sql`${workspaceId}::uuid`)}
      and p.workspace_id = k.workspace_id and p.publication_state = 'preparing'
      and p.target_ig_user_id <> k.ig_user_id and not exists (
        select from instagram_connections o
        where o.workspace_id = p.workspace_id and o.ig_user_id = p.target_ig_user_id
          and o.ended_at is null) ${filter}
    returning p.id, p.next_step_at`.execute(tx);
  await jobs.send(
    tx,
    'post-advance',
    confirmed.rows.map((row) => ({
      data: { postId: row.id },
      startAfter: row.next_step_at,
      group: workspaceId,
    })),
  );
  await recordPostActions(
    tx,
    confirmed.rows.map(({ id }) => ({ postId: id, kind: 'account_confirmed' })),
  );
  return confirmed.rows.map(({ id }) => id);
}
