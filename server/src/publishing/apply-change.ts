import { sql, type RawBuilder } from 'kysely';
import { recordPostActions } from '../platform/audit/audit.service.ts';
import type { Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { PostEventKind } from './events.ts';
import { PREPARE_AHEAD_MS } from './publishing.rules.ts';

export const prepareAhead = interval(PREPARE_AHEAD_MS);
/** The first check of a post that is not prepared. */
export const firstCheckAt = sql`greatest(app_now(), scheduled_time - ${prepareAhead})`;
/** A new fence refuses the writes of a worker that still holds the post. */
export const takeFence = sql`fence = fence + 1, lease_until = null, updated_at = app_now()`;

export type ApplyChange = ReturnType<typeof createApplyChange>;

export function createApplyChange(jobs: Jobs) {
  return async function applyChange(
    tx: Tx,
    postId: string,
    columns: RawBuilder<unknown>,
    event: { kind: PostEventKind; detail?: Record<string, unknown> },
  ): Promise<void> {
    const changed = await sql<{ next_step_at: Date | null; workspace_id: string }>`
      update posts set ${columns} where id = ${postId} returning next_step_at, workspace_id`.execute(
      tx,
    );
    const [row] = changed.rows;
    if (row?.next_step_at != null) {
      const { next_step_at: startAfter, workspace_id: group } = row;
      await jobs.send(tx, 'post-advance', [{ data: { postId }, startAfter, group }]);
    }
    await recordPostActions(tx, [{ postId, ...event }]);
  };
}
