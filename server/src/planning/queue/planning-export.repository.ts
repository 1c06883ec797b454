import type { Db } from '../../platform/database/database.ts';
import { exportSeries } from '../series/series-export.repository.ts';

export async function exportPlanning(db: Db, workspaceId: string) {
  const pause = await db
    .selectFrom('publishing_pauses')
    .select(['since', 'until'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  const slots = await db
    .selectFrom('queue_slots')
    .select(['id as _id', 'weekday', 'minute', 'created_at as createdAt'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('weekday')
    .orderBy('minute')
    .execute();
  const series = await exportSeries(db, workspaceId);
  return { publishingPause: pause ?? null, queueSlots: slots, series };
}
