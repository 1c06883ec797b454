import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { interval } from '../../platform/database/interval.ts';
import { isAppThrottled } from '../graph/app-throttle.repository.ts';
import { hasInsights } from './enrolment.repository.ts';

export interface InsightSource extends Row<'instagram_connections', 'workspace_id' | 'ig_user_id'> {
  connection_id: string;
}

/** Renewed before each reading; an expired lease means that its process has died. */
const leaseDuration = sql`interval '2 minutes'`;
/** No readings of an account run in this window around the due time of each of its posts. */
const quietBefore = sql`interval '140 seconds'`;
const quietAfter = sql`interval '60 seconds'`;
/** A post that is later than this no longer blocks the readings. */
const maxLateness = sql`interval '1 day'`;

const hasWork = sql`
  (t.days_at <= app_now() or exists (
    select from post_insights i
    where i.ig_user_id = c.ig_user_id and i.workspace_id = c.workspace_id
      and i.next_read_at <= app_now()))`;

const scheduleTables = sql`instagram_connections c, instagram_accounts a, workspaces w`;

export type InsightSchedulesRepository = ReturnType<typeof createInsightSchedulesRepository>;

/** `logins`: those whose app may read insights. */
export function createInsightSchedulesRepository(db: Db, logins: readonly InstagramLogin[]) {
  const isReadable = sql`c.ended_at is null and c.login = any(${[...logins]}) and ${hasInsights}`;
  /** `t` is the schedule of connection `c`. Publishing has priority. */
  const canRead = sql`
    t.connection_id = c.id and ${isReadable} and not c.needs_reconnect
    and w.id = c.workspace_id and a.ig_user_id = c.ig_user_id and t.not_before <= app_now()
    and (a.throttled_until is null or a.throttled_until <= app_now() or a.throttle_reason = 'quota')
    and not ${isAppThrottled(sql`c.ig_user_id`, sql`c.login`)}
    and not exists (
      select from insight_holds r
      where r.subject in (c.ig_user_id, c.login) and r.until > app_now())
    and not exists (
      select from instagram_connections n join posts_with_publication p on p.workspace_id = n.workspace_id
        and coalesce(p.ig_user_id, p.target_ig_user_id, n.ig_user_id) = n.ig_user_id
      where n.ig_user_id = c.ig_user_id and n.ended_at is null
        and p.scheduled_time > app_now() - ${maxLateness}
        and p.scheduled_time < app_now() + ${quietBefore}
        and (p.state = 'publishing' or (p.status in ('scheduled', 'pending', 'published')
          and p.scheduled_time > app_now() - ${quietAfter})))`;

  return {
    async syncSchedules(): Promise<void> {
      await sql`
        insert into insight_schedules (connection_id)
        select c.id from instagram_connections c join workspaces w on w.id = c.workspace_id
        where ${isReadable}
          and not exists (select from insight_schedules t where t.connection_id = c.id)
        on conflict do nothing`.execute(db);
      await sql`delete from insight_holds where until < app_now()`.execute(db);
    },

    async due(max: number): Promise<InsightSource[]> {
      const found = await sql<InsightSource>`
        select t.connection_id, c.workspace_id, c.ig_user_id
        from insight_schedules t, ${scheduleTables}
        where ${canRead} and ${hasWork} and (t.turn_until is null or t.turn_until < app_now())
        order by t.turn_until nulls first limit ${max}`.execute(db);
      return found.rows;
    },

    /** Undefined when another worker has the lease, or when no reading is allowed now. */
    async lease(connectionId: string): Promise<InsightSource | undefined> {
      const taken = await sql<InsightSource>`
        update insight_schedules t set turn_until = app_now() + ${leaseDuration}
        from ${scheduleTables}
        where t.connection_id = ${connectionId} and ${canRead} and ${hasWork}
          and (t.turn_until is null or t.turn_until < app_now())
        returning t.connection_id, c.workspace_id, c.ig_user_id`.execute(db);
      return taken.rows[0];
    },

    async renew(connectionId: string): Promise<{ now: Date; are_days_due: boolean } | undefined> {
      const going = await sql<{ now: Date; are_days_due: boolean }>`
        update insight_schedules t set turn_until = app_now() + ${leaseDuration}
        from ${scheduleTables}
        where t.connection_id = ${connectionId} and ${canRead}
        returning app_now() as now, t.days_at <= app_now() as are_days_due`.execute(db);
      return going.rows[0];
    },

    async release(connectionId: string): Promise<void> {
      await sql`update insight_schedules set turn_until = null
        where connection_id = ${connectionId}`.execute(db);
    },

    async setDaysAt(connectionId: string, at: Date): Promise<void> {
      await sql`update insight_schedules set days_at = ${at}
        where connection_id = ${connectionId}`.execute(db);
    },

    async delayConnection(connectionId: string, ms: number): Promise<void> {
      await sql`update insight_schedules set not_before = app_now() + ${interval(ms)}
        where connection_id = ${connectionId}`.execute(db);
    },

    /** `subject`: an account, or a login for all of its accounts. */
    async backOff(subject: string, ms: number): Promise<void> {
      await sql`
        insert into insight_holds as known (subject, until)
        values (${subject}, app_now() + ${interval(ms)})
        on conflict (subject) do update set until = greatest(known.until, excluded.until)`.execute(
        db,
      );
    },

    async markPermissionRefused(connectionId: string, ms: number): Promise<void> {
      await sql`
        update insight_schedules
        set refused_at = coalesce(refused_at, app_now()), not_before = app_now() + ${interval(ms)}
        where connection_id = ${connectionId}`.execute(db);
    },

    async clearPermissionRefused(connectionId: string): Promise<void> {
      await sql`update insight_schedules set refused_at = null
        where connection_id = ${connectionId} and refused_at is not null`.execute(db);
    },
  };
}
