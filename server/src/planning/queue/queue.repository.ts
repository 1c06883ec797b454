import type { WeeklyTime } from '@pontual/contract/planning/queue.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { countedStatuses } from '../../posts/listing/posts.rules.ts';

export interface SlotRow extends WeeklyTime {
  id: string;
}

export function createQueueRepository(db: Db | Tx) {
  return {
    async slots(workspaceId: string): Promise<SlotRow[]> {
      return db
        .selectFrom('queue_slots')
        .select(['id', 'weekday', 'minute'])
        .where('workspace_id', '=', workspaceId)
        .orderBy('weekday')
        .orderBy('minute')
        .execute();
    },

    /** Existing slots stay unchanged. */
    async add(workspaceId: string, slots: readonly WeeklyTime[]): Promise<void> {
      const rows = slots.map(({ weekday, minute }) => ({
        id: newId(),
        workspace_id: workspaceId,
        weekday,
        minute,
      }));
      await db
        .insertInto('queue_slots')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'weekday', 'minute']).doNothing(),
        )
        .execute();
    },

    /** Returns false when the slot does not exist. */
    async remove(workspaceId: string, id: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('queue_slots')
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .returning('id')
        .execute();
      return removed.length > 0;
    },

    /** Both instants are included. */
    async postsBetween(
      workspaceId: string,
      from: Date,
      to: Date,
    ): Promise<{ id: string; at: Date }[]> {
      const found = await sql<{ id: string; at: Date }>`
        select id, scheduled_time as at from posts_with_publication
        where workspace_id = ${workspaceId} and scheduled_time >= ${from}
          and scheduled_time <= ${to} and status = any(${[...countedStatuses]})
        order by scheduled_time, id`.execute(db);
      return found.rows;
    },

    /** The end of the pause, when it has one. */
    async earliest(workspaceId: string, now: Date): Promise<Date> {
      const found = await sql<{ until: Date }>`
        select until from publishing_pauses
        where workspace_id = ${workspaceId} and until > ${now}`.execute(db);
      return found.rows[0]?.until ?? now;
    },
  };
}
