import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { interval } from '../../platform/database/interval.ts';
import { newId } from '../../platform/ids.ts';
import { PAUSED } from '../post-issues.ts';
import { PREPARE_AHEAD_MS } from '../publishing.rules.ts';

export async function savePause(tx: Tx, workspaceId: string, until: Date | null): Promise<void> {
  await sql`
    insert into publishing_pauses (workspace_id, id, until)
    values (${workspaceId}, ${newId()}, ${until})
    on conflict (workspace_id) do update set until = excluded.until`.execute(tx);
}

/** Undefined when there was none. */
export async function deletePause(tx: Tx, workspaceId: string) {
  const ended = await sql<Row<'publishing_pauses', 'id' | 'until'>>`
    delete from publishing_pauses where workspace_id = ${workspaceId}
    returning id, until`.execute(tx);
  return ended.rows[0];
}

/** Of `posts_with_publication p`: the pause has held it, or may have. */
export const isAffectedByPause = (workspaceId: string) => sql`p.workspace_id = ${workspaceId}
  and p.next_step_at is not null
  and (p.scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)}
    or p.missed_at is not null or p.error_code = ${PAUSED})`;
