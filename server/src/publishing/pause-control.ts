import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import { newId } from '../platform/ids.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { writeEvents } from './events.ts';
import { nextCheckWhenPrepared } from './transition-columns.ts';
import { pauseHoldColumns, PAUSED, clearPausedIssue } from './pause-hold.ts';
import { PREPARE_AHEAD_MS } from './publishing.rules.ts';
import type { FencedPost } from './fenced-post.ts';
import { lockClaims } from './stop-publishing.ts';

export type PauseControl = ReturnType<typeof createPauseControl>;

/** The caller locks the workspace. */
export function createPauseControl(jobs: Jobs) {
  async function scheduleChecks(
    tx: Tx,
    workspaceId: string,
    posts: readonly { id: string; next_step_at: Date }[],
  ): Promise<void> {
    const checks = posts.map(({ id: postId, next_step_at: startAfter }) => ({
      data: { postId },
      startAfter,
      group: workspaceId,
    }));
    await jobs.send(tx, 'post-advance', checks);
  }

  return {
    /** From the commit on no intent of the workspace is written; posts with an intent are published. */
    async pause(tx: Tx, workspaceId: string, until: Date | null): Promise<void> {
      await sql`
        insert into publishing_pauses (workspace_id, id, until)
        values (${workspaceId}, ${newId()}, ${until})
        on conflict (workspace_id) do update set until = excluded.until`.execute(tx);
      // A running claim may not see the pause; the next one does. The lock comes last, so that the claims of
      // other workspaces do not wait for the statements above.
      await lockClaims(tx);
    },

    /**
     * In a transaction of its own, because the holder of the claim lock may need these posts, too
     * (heartbeat.ts).
     */
    async checkDueSoon(tx: Tx, workspaceId: string): Promise<void> {
      const dueSoon = await sql<{ id: string; next_step_at: Date }>`
        update posts set next_step_at = app_now()
        where workspace_id = ${workspaceId} and publication_state in ('preparing', 'prepared')
          and scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)}
        returning id, next_step_at`.execute(tx);
      await scheduleChecks(tx, workspaceId, dueSoon.rows);
    },

    /**
     * Posts past their due time become drafts once it is certain that they are not published.
     * @returns undefined when there was no pause
     */
    async resume(
      tx: Tx,
      workspaceId: string,
    ): Promise<{ id: string; heldPosts: readonly FencedPost[] } | undefined> {
      const ended = await sql<{ id: string; until: Date | null }>`
        delete from publishing_pauses where workspace_id = ${workspaceId}
        returning id, until`.execute(tx);
      const [pause] = ended.rows;
      if (pause === undefined) return undefined;
      await sql`
        update posts set missed_at = app_now()
        where workspace_id = ${workspaceId} and publication_state <> 'idle' and missed_at is null
          and scheduled_time <= app_now()
          and scheduled_time < coalesce(${pause.until}::timestamptz, 'infinity')`.execute(tx);
      const heldPosts = await sql<FencedPost>`
        update posts
        set ${pauseHoldColumns}, fence = fence + 1, lease_until = null, updated_at = app_now()
        where workspace_id = ${workspaceId} and publication_state in ('preparing', 'prepared')
          and missed_at is not null and outage_since is null
        returning id, fence, workspace_id`.execute(tx);
      await writeEvents(
        tx,
        heldPosts.rows.map(({ id: postId }) => ({ postId, kind: 'held' })),
      );
      const resumedPosts = await sql<{ id: string; next_step_at: Date }>`
        update posts
        set next_step_at = case when publication_state = 'prepared' then ${nextCheckWhenPrepared}
              else greatest(app_now(), scheduled_time - ${interval(PREPARE_AHEAD_MS)}) end,
            ${clearPausedIssue},
            fence = fence + 1, lease_until = null
        where workspace_id = ${workspaceId} and publication_state in ('preparing', 'prepared')
          and (error_code = ${PAUSED}
            or scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)})
        returning id, next_step_at`.execute(tx);
      await scheduleChecks(tx, workspaceId, resumedPosts.rows);
      return { id: pause.id, heldPosts: heldPosts.rows };
    },
  };
}
