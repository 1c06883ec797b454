import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface OccurrencePost {
  id: string;
  on: string;
}

export function createOccurrencesRepository(db: Tx) {
  return {
    /** Days that have a post or are skipped. */
    async findHandledDays(id: string, from: string): Promise<Set<string>> {
      const found = await sql<{ on: string }>`
        select occurrence_on as "on" from posts
        where series_id = ${id} and occurrence_on >= ${from}::date
        union select skipped_on from post_series_skips
        where series_id = ${id} and skipped_on >= ${from}::date`.execute(db);
      return new Set(found.rows.map(({ on }) => on));
    },

    async skip(id: string, on: string): Promise<void> {
      await sql`
        insert into post_series_skips (series_id, skipped_on) values (${id}, ${on}::date)
        on conflict do nothing`.execute(db);
    },

    /** Always in the same order. */
    async lockAfter(id: string, on: string): Promise<OccurrencePost[]> {
      const locked = await sql<OccurrencePost>`
        select q.post_id as id, p.occurrence_on as "on"
        from publications q join posts p on p.id = q.post_id
        where p.series_id = ${id} and p.occurrence_on > ${on}::date and q.status = 'scheduled'
        order by q.post_id for update of q`.execute(db);
      return locked.rows;
    },
  };
}
