import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import { newId } from '../../platform/ids.ts';
import { recheckPostsDueSoon } from './account-changes.ts';
import { PAUSED } from '../post-issues.ts';
import type { PublicationWriter } from '../store/publication-writer.ts';
import { PREPARE_AHEAD_MS } from '../publishing.rules.ts';
import type { PublicationPost } from '../state.ts';
import { invalidateClaims } from './stop-publishing.ts';

export type PauseControl = ReturnType<typeof createPauseControl>;

/** The caller locks the workspace. */
export function createPauseControl(writer: PublicationWriter) {
  return {
    /** From the commit on no intent of the workspace is written; posts with an intent are published. */
    async pause(tx: Tx, workspaceId: string, until: Date | null): Promise<void> {
      await sql`
        insert into publishing_pauses (workspace_id, id, until)
        values (${workspaceId}, ${newId()}, ${until})
        on conflict (workspace_id) do update set until = excluded.until`.execute(tx);
      await invalidateClaims(tx, workspaceId);
    },

    /**
     * In a transaction of its own: claims of the accounts need not wait for these posts.
     */
    checkDueSoon: (tx: Tx, workspaceId: string): Promise<void> =>
      recheckPostsDueSoon(writer, tx, workspaceId),

    /**
     * Posts past their due time become drafts once it is certain that they are not published.
     * @returns undefined when there was no pause
     */
    async resume(
      tx: Tx,
      workspaceId: string,
    ): Promise<{ id: string; heldPosts: readonly PublicationPost[] } | undefined> {
      const ended = await sql<{ id: string; until: Date | null }>`
        delete from publishing_pauses where workspace_id = ${workspaceId}
        returning id, until`.execute(tx);
      const [pause] = ended.rows;
      if (pause === undefined) return undefined;
      const affected = sql`p.workspace_id = ${workspaceId} and p.next_step_at is not null
        and (p.scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)}
          or p.missed_at is not null or p.error_code = ${PAUSED})`;
      const changed = await writer.applyToAll(tx, affected, {
        kind: 'pause_ended',
        until: pause.until,
      });
      const held = changed.filter(({ state }) => state.kind === 'draft');
      return { id: pause.id, heldPosts: held.map(({ post }) => post) };
    },
  };
}
