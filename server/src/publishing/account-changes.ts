import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import type { ConnectionObserver } from '../instagram/connection/connection-observer.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { PREPARE_AHEAD_MS } from './publishing.rules.ts';

/** A post that may be published already stays with the account that it was prepared for. */
export function createAccountChanges(jobs: Jobs): ConnectionObserver {
  const scheduleChecks = (
    tx: Tx,
    workspaceId: string,
    posts: readonly { id: string; next_step_at: Date }[],
  ) =>
    jobs.send(
      tx,
      'post-advance',
      posts.map((post) => ({
        data: { postId: post.id },
        startAfter: post.next_step_at,
        group: workspaceId,
      })),
    );

  return {
    /**
     * Demonstrations become real posts. A post that was prepared for a disconnected account needs a
     * confirmation by its owner (prepare.ts).
     */
    async accountConnected(tx: Tx, workspaceId: string, igUserId: string): Promise<void> {
      await sql`
        update posts p
        set publication_state = 'preparing', container_id = null, good_until = null, fence = fence + 1,
            lease_until = null
        where workspace_id = ${workspaceId} and publication_state = 'prepared' and not exists (
          select from instagram_connections k
          where k.workspace_id = p.workspace_id and k.ig_user_id = p.ig_user_id
            and k.ended_at is null)`.execute(tx);
      // A running step with the old account would overwrite the next check; the new fence refuses its write.
      const waiting = await sql<{ id: string; next_step_at: Date }>`
        update posts
        set demo = false, target_ig_user_id = coalesce(target_ig_user_id, ${igUserId}),
            fence = fence + 1, lease_until = null, next_step_at = greatest(app_now(),
              scheduled_time - ${interval(PREPARE_AHEAD_MS)})
        where workspace_id = ${workspaceId} and publication_state in ('preparing', 'reconciling')
        returning id, next_step_at`.execute(tx);
      await scheduleChecks(tx, workspaceId, waiting.rows);
    },

    /** With another account the check is early enough to ask the owner whether it may publish the post. */
    async accountDisconnected(tx: Tx, workspaceId: string, igUserId?: string): Promise<void> {
      const disconnectedId = igUserId ?? null;
      const unprepared = await sql<{ id: string; next_step_at: Date }>`
        update posts p
        set publication_state = 'preparing', container_id = null, good_until = null, fence = fence + 1,
            lease_until = null, next_step_at = greatest(app_now(), case when exists (
              select from instagram_connections k
              where k.workspace_id = p.workspace_id and k.ended_at is null
                and ${disconnectedId}::text is not null and k.ig_user_id <> ${disconnectedId})
              then scheduled_time - ${interval(PREPARE_AHEAD_MS)} else scheduled_time end)
        where workspace_id = ${workspaceId} and publication_state = 'prepared'
          and (${disconnectedId}::text is null or ig_user_id = ${disconnectedId})
        returning id, next_step_at`.execute(tx);
      await scheduleChecks(tx, workspaceId, unprepared.rows);
    },

    /** Posts that are due soon show the issue now; the others show it when their due time is near. */
    async recheckPostsDueSoon(tx: Tx, workspaceId: string): Promise<void> {
      const dueSoon = await sql<{ id: string; next_step_at: Date }>`
        update posts set next_step_at = app_now()
        where workspace_id = ${workspaceId} and publication_state in ('preparing', 'prepared')
          and scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)}
        returning id, next_step_at`.execute(tx);
      await scheduleChecks(tx, workspaceId, dueSoon.rows);
    },
  };
}
