import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** A post of a series, as far as those after it are concerned. */
export interface OccurrencePost {
  id: string;
  on: string;
}

/** SQL of the days of a series, and of the posts that it has for them; the series is held. */
export function createOccurrencesRepository(db: Tx) {
  return {
    /** The days, from one on, that have their post, or whose post was deleted. */
    async findHandledDays(id: string, from: string): Promise<Set<string>> {
      const found = await sql<{ on: string }>`
        select occurrence_on::text as "on" from posts
        where series_id = ${id} and occurrence_on >= ${from}::date
        union select skipped_on::text from post_series_skips
        where series_id = ${id} and skipped_on >= ${from}::date`.execute(db);
      return new Set(found.rows.map(({ on }) => on));
    },

    /** The post of this day is not made again. */
    async skip(id: string, on: string): Promise<void> {
      await sql`
        insert into post_series_skips (series_id, skipped_on) values (${id}, ${on}::date)
        on conflict do nothing`.execute(db);
    },

    /** The scheduled posts of its later days, in one order everywhere; nobody else writes them. */
    async lockAfter(id: string, on: string): Promise<OccurrencePost[]> {
      const locked = await sql<OccurrencePost>`
        select id, occurrence_on::text as "on" from posts
        where series_id = ${id} and occurrence_on > ${on}::date and status = 'scheduled'
        order by id for update`.execute(db);
      return locked.rows;
    },
  };
}
