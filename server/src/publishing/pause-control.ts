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

/** Stops all that a workspace publishes, and has it go on. The caller holds the workspace. */
export function createPauseControl(jobs: Jobs) {
  async function scheduleChecks(
    tx: Tx,
    workspaceId: string,
    posts: readonly { id: string; next_look_at: Date }[],
  ): Promise<void> {
    const checks = posts.map(({ id: postId, next_look_at: startAfter }) => ({
      data: { postId },
      startAfter,
      group: workspaceId,
    }));
    await jobs.send(tx, 'post-advance', checks);
  }

  return {
    /**
     * From the commit on no intent of the workspace's posts is written; what has one goes out. A pause
     * that is there already goes on, and ends when this one says.
     */
    async pause(tx: Tx, workspaceId: string, until: Date | null): Promise<void> {
      await sql`
        insert into publishing_pauses (workspace_id, id, until)
        values (${workspaceId}, ${newId()}, ${until})
        on conflict (workspace_id) do update set until = excluded.until`.execute(tx);
      // A claim that is being written has not seen the pause; the next one does. Last of all, so that
      // nobody else's claims wait for what is done here.
      await lockClaims(tx);
    },

    /**
     * Posts whose hour is near say that all is paused, and are looked at when it comes. After the pause, in a
     * transaction of its own: whoever holds the claim turn may want these posts, too (heartbeat.ts).
     */
    async checkDueSoon(tx: Tx, workspaceId: string): Promise<void> {
      const dueSoon = await sql<{ id: string; next_look_at: Date }>`
        update posts set next_look_at = app_now()
        where workspace_id = ${workspaceId} and stage in ('preparing', 'prepared')
          and scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)}
        returning id, next_look_at`.execute(tx);
      await scheduleChecks(tx, workspaceId, dueSoon.rows);
    },

    /**
     * What is still to come goes on as planned; what is past its hour goes back to the drafts, or does
     * so as soon as it is known that it did not go out.
     * @returns the pause, and the posts that went back to the drafts; undefined when there was none.
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
        update posts set held_at = app_now()
        where workspace_id = ${workspaceId} and stage <> 'idle' and held_at is null
          and scheduled_time <= app_now()
          and scheduled_time < coalesce(${pause.until}::timestamptz, 'infinity')`.execute(tx);
      const heldPosts = await sql<FencedPost>`
        update posts
        set ${pauseHoldColumns}, fence = fence + 1, lease_until = null, updated_at = app_now()
        where workspace_id = ${workspaceId} and stage in ('preparing', 'prepared')
          and held_at is not null and unseen_since is null
        returning id, fence, workspace_id`.execute(tx);
      await writeEvents(
        tx,
        heldPosts.rows.map(({ id: postId }) => ({ postId, kind: 'held' })),
      );
      const resumedPosts = await sql<{ id: string; next_look_at: Date }>`
        update posts
        set next_look_at = case when stage = 'prepared' then ${nextCheckWhenPrepared}
              else greatest(app_now(), scheduled_time - ${interval(PREPARE_AHEAD_MS)}) end,
            ${clearPausedIssue},
            fence = fence + 1, lease_until = null
        where workspace_id = ${workspaceId} and stage in ('preparing', 'prepared')
          and (error_code = ${PAUSED}
            or scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)})
        returning id, next_look_at`.execute(tx);
      await scheduleChecks(tx, workspaceId, resumedPosts.rows);
      return { id: pause.id, heldPosts: heldPosts.rows };
    },
  };
}
