import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { interval } from '../database/interval.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { writeEvents } from './events.ts';
import { lookWhenPrepared } from './move-columns.ts';
import { heldColumns, PAUSED, pausedNoMore } from './holding.ts';
import { PREPARE_AHEAD_MS } from './publishing.rules.ts';
import type { Held } from './record.ts';
import { takeClaimTurn } from './stopping.ts';

export type Pausing = ReturnType<typeof createPausing>;

/** Stops all that a workspace publishes, and has it go on. The caller holds the workspace. */
export function createPausing(jobs: Jobs) {
  async function lookAgain(
    tx: Tx,
    workspaceId: string,
    posts: readonly { id: string; next_look_at: Date }[],
  ): Promise<void> {
    const looks = posts.map(({ id: postId, next_look_at: startAfter }) => ({
      data: { postId },
      startAfter,
      group: workspaceId,
    }));
    await jobs.send(tx, 'post-advance', looks);
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
      await takeClaimTurn(tx);
    },

    /**
     * Posts whose hour is near say that all is paused, and are looked at when it comes. After the pause, in a
     * transaction of its own: whoever holds the claim turn may want these posts, too (heartbeat.ts).
     */
    async tellNear(tx: Tx, workspaceId: string): Promise<void> {
      const near = await sql<{ id: string; next_look_at: Date }>`
        update posts set next_look_at = app_now()
        where workspace_id = ${workspaceId} and stage in ('preparing', 'prepared')
          and scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)}
        returning id, next_look_at`.execute(tx);
      await lookAgain(tx, workspaceId, near.rows);
    },

    /**
     * What is still to come goes on as planned; what is past its hour goes back to the drafts, or does
     * so as soon as it is known that it did not go out.
     * @returns the pause, and the posts that went back to the drafts; undefined when there was none.
     */
    async resume(
      tx: Tx,
      workspaceId: string,
    ): Promise<{ id: string; held: readonly Held[] } | undefined> {
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
      const held = await sql<Held>`
        update posts
        set ${heldColumns}, fence = fence + 1, lease_until = null, updated_at = app_now()
        where workspace_id = ${workspaceId} and stage in ('preparing', 'prepared')
          and held_at is not null and unseen_since is null
        returning id, fence, workspace_id`.execute(tx);
      await writeEvents(
        tx,
        held.rows.map(({ id: postId }) => ({ postId, kind: 'held' })),
      );
      const going = await sql<{ id: string; next_look_at: Date }>`
        update posts
        set next_look_at = case when stage = 'prepared' then ${lookWhenPrepared}
              else greatest(app_now(), scheduled_time - ${interval(PREPARE_AHEAD_MS)}) end,
            ${pausedNoMore},
            fence = fence + 1, lease_until = null
        where workspace_id = ${workspaceId} and stage in ('preparing', 'prepared')
          and (error_code = ${PAUSED}
            or scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)})
        returning id, next_look_at`.execute(tx);
      await lookAgain(tx, workspaceId, going.rows);
      return { id: pause.id, held: held.rows };
    },
  };
}
