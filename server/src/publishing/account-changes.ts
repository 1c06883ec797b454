import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import type { ConnectionObserver } from '../instagram/connection/connection-observer.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { PREPARE_AHEAD_MS } from './publishing.rules.ts';

/**
 * What waiting posts do when their workspace's account comes or goes. What may have been sent is
 * left to its end: it belongs to the account it was prepared for.
 */
export function createAccountChanges(jobs: Jobs): ConnectionObserver {
  const scheduleChecks = (
    tx: Tx,
    workspaceId: string,
    posts: readonly { id: string; next_look_at: Date }[],
  ) =>
    jobs.send(
      tx,
      'post-advance',
      posts.map((post) => ({
        data: { postId: post.id },
        startAfter: post.next_look_at,
        group: workspaceId,
      })),
    );

  return {
    /**
     * Posts that waited for an account are looked at; a demonstration is one no longer. What was
     * made for an account that is gone waits for its owner's word (prepare.ts).
     */
    async accountConnected(tx: Tx, workspaceId: string, igUserId: string): Promise<void> {
      await sql`
        update posts p
        set stage = 'preparing', container_id = null, good_until = null, fence = fence + 1,
            lease_until = null
        where workspace_id = ${workspaceId} and stage = 'prepared' and not exists (
          select from instagram_connections k
          where k.workspace_id = p.workspace_id and k.ig_user_id = p.ig_user_id
            and k.ended_at is null)`.execute(tx);
      // A step under way with the old account would write when to look next: its fence is taken.
      const waiting = await sql<{ id: string; next_look_at: Date }>`
        update posts
        set demo = false, target_ig_user_id = coalesce(target_ig_user_id, ${igUserId}),
            fence = fence + 1, lease_until = null, next_look_at = greatest(app_now(),
              scheduled_time - ${interval(PREPARE_AHEAD_MS)})
        where workspace_id = ${workspaceId} and stage in ('preparing', 'doubt')
        returning id, next_look_at`.execute(tx);
      await scheduleChecks(tx, workspaceId, waiting.rows);
    },

    /** Where others stay connected, owners are asked in time whether it may go out on the first of them. */
    async accountDisconnected(tx: Tx, workspaceId: string, igUserId?: string): Promise<void> {
      const disconnectedId = igUserId ?? null;
      const unprepared = await sql<{ id: string; next_look_at: Date }>`
        update posts p
        set stage = 'preparing', container_id = null, good_until = null, fence = fence + 1,
            lease_until = null, next_look_at = greatest(app_now(), case when exists (
              select from instagram_connections k
              where k.workspace_id = p.workspace_id and k.ended_at is null
                and ${disconnectedId}::text is not null and k.ig_user_id <> ${disconnectedId})
              then scheduled_time - ${interval(PREPARE_AHEAD_MS)} else scheduled_time end)
        where workspace_id = ${workspaceId} and stage = 'prepared'
          and (${disconnectedId}::text is null or ig_user_id = ${disconnectedId})
        returning id, next_look_at`.execute(tx);
      await scheduleChecks(tx, workspaceId, unprepared.rows);
    },

    /** Posts whose hour is near say so now; the others when it is. */
    async accountNeedsReconnect(tx: Tx, workspaceId: string): Promise<void> {
      const dueSoon = await sql<{ id: string; next_look_at: Date }>`
        update posts set next_look_at = app_now()
        where workspace_id = ${workspaceId} and stage in ('preparing', 'prepared')
          and scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)}
        returning id, next_look_at`.execute(tx);
      await scheduleChecks(tx, workspaceId, dueSoon.rows);
    },
  };
}
