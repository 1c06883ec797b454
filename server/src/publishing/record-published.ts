import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { permalinkJobs } from './afterwards.ts';
import { writeEvents } from './events.ts';
import { problemColumns } from './move-columns.ts';
import type { Held } from './record.ts';

/** When the permalink is read: not while others of the same hour wait for their call. */
const AFTERWARDS_MS = { few: 3000, many: 15_000 } as const;
/** After so many at once, what follows is spread over a minute. */
const MANY = 10;
const SPREAD_MS = 60_000;

export interface PublishedOutcome {
  id: string;
  fence: number;
  media_id: string | null;
  ig_user_id: string | null;
  is_verified: boolean;
}

/** The outcome of nearly every post at the hour, for all of them in a few statements. */
export async function writePublished(
  tx: Tx,
  jobs: Jobs,
  published: readonly PublishedOutcome[],
): Promise<Held[]> {
  if (published.length === 0) return [];
  const isMany = published.length >= MANY;
  const [wait, spread] = isMany ? [AFTERWARDS_MS.many, SPREAD_MS] : [AFTERWARDS_MS.few, 0];
  const written = await sql<
    Held & { container_id: string | null; late_ms: number; is_verified: boolean; next: Date }
  >`
    update posts p
    set stage = 'idle', status = 'published', media_id = o.media_id, published_at = app_now(),
        ig_user_id = coalesce(p.ig_user_id, o.ig_user_id), next_look_at = null,
        lease_until = null, updated_at = app_now(), ${problemColumns(undefined)}
    from jsonb_to_recordset(${JSON.stringify(published)}::jsonb)
      as o(id uuid, fence integer, media_id text, ig_user_id text, is_verified boolean)
    where p.id = o.id and p.fence = o.fence and p.stage <> 'idle'
    returning p.id, p.fence, p.workspace_id, p.container_id, o.is_verified,
      (extract(epoch from app_now() - p.scheduled_time) * 1000)::float8 as late_ms,
      app_now() + make_interval(secs => ${wait / 1000} + ${spread / 1000} * random()) as next`.execute(
    tx,
  );
  const { rows } = written;
  const containers = rows.flatMap((row) => row.container_id ?? []);
  await sql`update containers set state = 'published' where id = any(${containers})`.execute(tx);
  await jobs.send(tx, 'post-afterwards', permalinkJobs(rows));
  await writeEvents(
    tx,
    rows.map((row) => ({
      postId: row.id,
      kind: row.is_verified ? 'verified' : 'published',
      detail: { lateMs: Math.round(row.late_ms) },
    })),
  );
  return rows;
}
