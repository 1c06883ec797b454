import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PostEventKind } from '../transitions/transition-outcome.ts';

export interface PostEvent {
  postId: string;
  kind: PostEventKind;
  detail?: Record<string, unknown> | undefined;
}

export async function writeEvents(db: Db | Tx, events: readonly PostEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ postId, kind, detail = {} }) => ({ post_id: postId, kind, detail }));
  await sql`
    insert into post_events (post_id, kind, detail)
    select post_id, kind, detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(post_id uuid, kind text, detail jsonb)`.execute(db);
}
