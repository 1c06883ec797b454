import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { ConversionKind } from '../../platform/database/rows.ts';
import type { MediaFileRow } from '../../platform/database/rows.ts';

/** A video that no process has touched for this long may have lost its job. */
const STALLED_AFTER = sql`interval '10 minutes'`;
/** Others can take an expired claim. Shorter than the time after which a dead process's job runs again. */
const CLAIM_DURATION = sql`interval '45 seconds'`;
/** A failed conversion lets others go first. */
const RETRY_DELAY = sql`interval '30 seconds'`;
const BATCH_SIZE = 500;

export interface ConversionResult {
  sha256: string;
  bytes: number;
  width: number;
  height: number;
  durationMs: number;
}

interface ReleasedConversion {
  /** Failures that the file itself caused. */
  attempts: number;
  restsUntil: Date;
}

/** A finished video is never updated. */
export function createConversionRepository(db: Db | Tx) {
  const isConverting = (fileId: string) => sql`id = ${fileId} and state = 'converting'`;

  return {
    /** The post with the earliest due time first; videos without a scheduled post come last, oldest first. */
    async claimNext(kind: ConversionKind): Promise<MediaFileRow | undefined> {
      const claimed = await sql<MediaFileRow>`
        with next as (
          select f.id from media_files f
          cross join lateral (
            select min(p.scheduled_time) as hour
            from post_media m join posts_with_publication p on p.id = m.post_id
            where m.file_id = f.id and p.status in ('scheduled', 'pending')) as shown
          where f.state = 'converting' and f.conversion = ${kind}
            and coalesce(f.claimed_until <= app_now(), true)
          order by shown.hour nulls last, f.created_at, f.id
          limit 1 for update of f skip locked)
        update media_files f
        set progress = 0, begun_at = app_now(), touched_at = app_now(),
            claimed_until = app_now() + ${CLAIM_DURATION}
        from next where f.id = next.id
        returning f.*`.execute(db);
      return claimed.rows[0];
    },

    async renew(fileId: string): Promise<void> {
      await sql`
        update media_files set touched_at = app_now(), claimed_until = app_now() + ${CLAIM_DURATION}
        where ${isConverting(fileId)}`.execute(db);
    },

    async release(
      fileId: string,
      countsAsAttempt: boolean,
    ): Promise<ReleasedConversion | undefined> {
      const released = await sql<ReleasedConversion>`
        update media_files
        set progress = 0, claimed_until = app_now() + ${RETRY_DELAY},
            attempts = attempts + ${countsAsAttempt ? 1 : 0}
        where ${isConverting(fileId)}
        returning attempts, claimed_until as "restsUntil"`.execute(db);
      return released.rows[0];
    },

    async writeProgress(fileId: string, percent: number): Promise<void> {
      await sql`update media_files set progress = ${percent}, touched_at = app_now()
        where ${isConverting(fileId)}`.execute(db);
    },

    async writeConverted(fileId: string, result: ConversionResult): Promise<void> {
      await sql`
        update media_files
        set state = 'ready', progress = 100, content_type = 'video/mp4', sha256 = ${result.sha256},
            bytes = ${result.bytes}, width = ${result.width}, height = ${result.height},
            duration_ms = ${result.durationMs}
        where ${isConverting(fileId)}`.execute(db);
    },

    async writeRefused(fileId: string, reason: string): Promise<void> {
      await sql`update media_files set state = 'refused', refusal = ${reason}
        where ${isConverting(fileId)}`.execute(db);
    },

    async wakePosts(fileId: string): Promise<{ id: string; workspace_id: string }[]> {
      const found = await sql<{ id: string; workspace_id: string }>`
        update publications set next_step_at = app_now()
        where state = 'preparing'
          and post_id in (select post_id from post_media where file_id = ${fileId})
        returning post_id as id, workspace_id`.execute(db);
      return found.rows;
    },

    async findStalled(): Promise<{ id: string; conversion: ConversionKind }[]> {
      const found = await sql<{ id: string; conversion: ConversionKind }>`
        select id, conversion from media_files
        where state = 'converting' and touched_at < app_now() - ${STALLED_AFTER}
        order by touched_at limit ${BATCH_SIZE}`.execute(db);
      return found.rows;
    },
  };
}
