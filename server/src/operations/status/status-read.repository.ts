import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export interface DayRow {
  day: string;
  component: string;
  ok: number;
  degraded: number;
  down: number;
}

export const createStatusReadRepository = (db: Db) => ({
  async now(): Promise<{ now: Date; measuredAt: Date | null }> {
    const found = await sql<{ now: Date; measuredAt: Date | null }>`
      select app_now() as now, measured_at as "measuredAt" from status_progress`.execute(db);
    const [row] = found.rows;
    if (row === undefined) throw new Error('status_progress has no row');
    return row;
  },

  components: () =>
    db.selectFrom('status_components').select(['component', 'state', 'since']).execute(),

  /** Seconds per state and day. `from` is a day such as `2026-08-26`. */
  async days(from: string): Promise<DayRow[]> {
    const found = await sql<DayRow>`
      select day, component, ok_seconds as ok,
             degraded_seconds as degraded, down_seconds as down
      from status_days where day >= ${from}::date`.execute(db);
    return found.rows;
  },

  incidents: (since: Date, limit: number) =>
    db
      .selectFrom('status_incidents')
      .select(['component', 'state', 'began_at', 'ended_at'])
      .where((where) => where.or([where('ended_at', '>', since), where('ended_at', 'is', null)]))
      .orderBy('began_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  /** `counted` excludes posts that others delayed. */
  async posts(from: string): Promise<{ counted: number; punctual: number; waited: number }> {
    const found = await sql<{ counted: number; punctual: number; waited: number }>`
      select coalesce(sum(punctual + late + failed), 0)::float8 as counted,
             coalesce(sum(punctual), 0)::float8 as punctual,
             coalesce(sum(waited), 0)::float8 as waited
      from status_posts where day >= ${from}::date`.execute(db);
    return found.rows[0] ?? { counted: 0, punctual: 0, waited: 0 };
  },
});
