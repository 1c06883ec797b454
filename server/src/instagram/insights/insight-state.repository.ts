import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export interface AccountInsightState {
  /** `not_connected` includes an account that needs a reconnection. */
  issue: 'not_connected' | 'permission' | null;
  /** Null before the first reading. */
  updatedAt: Date | null;
}

/**
 * For all accounts a refused permission of any of them counts, and `not_connected` means that none is
 * connected.
 */
export async function accountInsightState(
  db: Db,
  workspaceId: string,
  account: string | null = null,
): Promise<AccountInsightState> {
  const ofAccount = sql`(${account}::text is null or ig_user_id = ${account})`;
  const found = await sql<{
    is_connected: boolean;
    is_refused: boolean;
    updated_at: Date | null;
  }>`
    select
      coalesce(bool_or(c.id is not null), false) as is_connected,
      coalesce(bool_or(t.refused_at is not null), false) as is_refused,
      greatest(
        (select max(read_at) from post_insights
         where workspace_id = ${workspaceId} and ${ofAccount}),
        (select max(read_at) from account_insights
         where workspace_id = ${workspaceId} and ${ofAccount})
      ) as updated_at
    from (values (1)) one
      left join instagram_connections c
        on c.workspace_id = ${workspaceId} and c.ended_at is null and not c.needs_reconnect
          and ${ofAccount}
      left join insight_schedules t on t.connection_id = c.id`.execute(db);
  const state = found.rows[0];
  const issue =
    state?.is_connected !== true ? 'not_connected' : state.is_refused ? 'permission' : null;
  return { issue, updatedAt: state?.updated_at ?? null };
}
