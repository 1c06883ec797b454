import { sql } from 'kysely';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import { appRemoved, loginRemoved } from '../../instagram/graph/errors.ts';
import { isExcused, isWaitingForOwnAccount } from '../../publishing/store/claim-and-record.ts';
import type { SeenCode, Service } from './call-tally.ts';
import {
  computeChanges,
  LATE_MS,
  type AccountCalls,
  type Calls,
  type CallsByCount,
  type Change,
  type Connections,
  type GroupCount,
  type Measurement,
  type Punctuality,
  type StateDuration,
} from './status.rules.ts';

/** That a person removes the app, or the operator a login, is no sign of a fault. */
const removalCodes = [...Object.values(appRemoved), loginRemoved].map(({ code }) => code);

/** The page shows 90 days. */
const RETENTION = sql`interval '400 days'`;
/** A post with a later step has a known reason to wait. */
const DUE_CHECK_HORIZON = sql`interval '5 minutes'`;

/** A part of the window: a publication counts as shown at once, and as absent only a minute later. */
const SHOWN_WINDOW = 0.5;

export type StatusRepository = ReturnType<typeof createStatusRepository>;

export function createStatusRepository(database: Database) {
  const { db } = database;
  return {
    async insertCalls(calls: readonly (Calls & { service: string })[]): Promise<void> {
      if (calls.length > 0) await db.insertInto('status_calls').values(calls).execute();
    },

    async insertCodes(codes: readonly SeenCode[]): Promise<void> {
      for (const { code, seen } of codes) {
        await sql`
          insert into instagram_error_codes as known (code, seen) values (${code}, ${seen})
          on conflict (code) do update
          set seen = known.seen + excluded.seen, last_seen_at = app_now()`.execute(db);
      }
    },

    async claimTurn(everyMs: number): Promise<boolean> {
      // The factor 0.9 allows for inexact timers, the upper bound for a clock that was set back.
      const claimed = await sql`
        update status_progress set claimed_at = app_now()
        where claimed_at is null
           or claimed_at not between app_now() - ${interval(everyMs * 0.9)} and app_now()
        returning 1`.execute(db);
      return claimed.rows.length > 0;
    },

    async calls(windowMs: number): Promise<Record<Service, Calls>> {
      const found = await sql<Calls & { service: string }>`
        select service, sum(answered)::int as answered, sum(failed)::int as failed
        from status_calls where at > app_now() - ${interval(windowMs)} group by service`.execute(
        db,
      );
      const of = (service: Service) =>
        found.rows.find((row) => row.service === service) ?? { answered: 0, failed: 0 };
      return { instagram: of('instagram'), email: of('email'), payments: of('payments') };
    },

    callsByCount: (windowMs: number): Promise<CallsByCount> => readCallsByCount(db, windowMs),

    connections: (): Promise<Connections> => readConnections(db),

    /** Excludes delays by Instagram and those whose reason the owner knows, because neither is our fault. */
    async punctuality(windowMs: number): Promise<Punctuality> {
      const late = interval(LATE_MS);
      const found = await sql<Punctuality>`
        select o.out, o."outLate", f.failed, w.waiting, w."waitingMs"
        from (
          select count(*)::int as out,
                 (count(*) filter (where published_at > scheduled_time + ${late}))::int as "outLate"
          from posts_with_publication
          where status = 'published' and published_at > app_now() - ${interval(windowMs)}
            and not ${isExcused}) o,
         (select count(*)::int as failed from status_failures
          where at > app_now() - ${interval(windowMs)}) f,
         (select count(*)::int as waiting,
                 coalesce(max(extract(epoch from app_now() - scheduled_time)) * 1000, 0)::float8
                   as "waitingMs"
          from posts_with_publication p
          where next_step_at < app_now() + ${DUE_CHECK_HORIZON} and status in ('scheduled', 'pending')
            and scheduled_time < app_now() - ${late}
            and error_code is null and missed_at is null and awaiting_since is null
            and not ${isExcused} and not ${isWaitingForOwnAccount(sql`p`)}
            and not exists (
              select from publishing_pauses z where z.workspace_id = p.workspace_id)) w`.execute(
        db,
      );
      return found.rows[0] ?? { out: 0, outLate: 0, failed: 0, waiting: 0, waitingMs: 0 };
    },

    record: (measured: Measurement, everyMs: number): Promise<void> =>
      database.inTransaction(async (tx) => {
        const turn = await sql<{ measured_at: Date | null; now: Date }>`
          select measured_at, app_now() as now from status_progress for update`.execute(tx);
        const { measured_at: last, now } = turn.rows[0] ?? { measured_at: null, now: null };
        if (now === null) throw new Error('status_progress has no row');
        const states = await tx
          .selectFrom('status_components')
          .select(['component', 'state'])
          .execute();
        const before = new Map(states.map((row) => [row.component, row.state]));
        const { changes, spent } = computeChanges(measured, before, { last, now, everyMs });
        for (const change of changes) await writeChange(tx, change);
        if (spent.length > 0) await addDurations(tx, spent);
        await tx.updateTable('status_progress').set({ measured_at: now }).execute();
      }),

    async deleteOld(): Promise<void> {
      await sql`delete from status_calls where at < app_now() - interval '1 hour'`.execute(db);
      await sql`delete from status_days where day < app_now() - ${RETENTION}`.execute(db);
      await sql`delete from status_posts where day < app_now() - ${RETENTION}`.execute(db);
      await sql`delete from status_incidents where ended_at < app_now() - ${RETENTION}`.execute(db);
    },
  };
}

export async function readCallsByCount(db: Db, windowMs: number): Promise<CallsByCount> {
  const found = await sql<AccountCalls & { kind: string }>`
    select split_part(service, '/', 1) as kind, count(*)::int as accounts,
           (count(*) filter (where failed > 0 and failed >= answered))::int as failing,
           sum(answered)::int as answered, sum(failed)::int as failed
    from (
      select service, sum(answered) as answered, sum(failed) as failed
      from status_calls
      where service like '%/%' and at > app_now() - ${interval(windowMs)}
        and (service not like 'shown/%' or at > app_now() - ${interval(windowMs * SHOWN_WINDOW)})
      group by service) groups
    group by 1`.execute(db);
  const of = (count: GroupCount): AccountCalls =>
    found.rows.find(({ kind }) => kind === count) ?? {
      accounts: 0,
      failing: 0,
      answered: 0,
      failed: 0,
    };
  return { write: of('write'), publish: of('publish'), shown: of('shown') };
}

export async function readConnections(db: Db): Promise<Connections> {
  const found = await sql<Connections>`
    select count(distinct ig_user_id)::int as connected,
           (count(distinct ig_user_id) filter (
             where needs_reconnect and reconnect_since > app_now() - interval '1 hour'
               and (reconnect_code = any (${removalCodes}::text[])) is not true))::int as lost
    from instagram_connections where ended_at is null`.execute(db);
  return found.rows[0] ?? { connected: 0, lost: 0 };
}

async function writeChange(tx: Tx, { component, state, at }: Change): Promise<void> {
  await sql`
    insert into status_components (component, state, since) values (${component}, ${state}, ${at})
    on conflict (component) do update set state = excluded.state, since = excluded.since`.execute(
    tx,
  );
  if (state === 'ok' || state === 'unknown') {
    await sql`update status_incidents set ended_at = ${at}
      where component = ${component} and ended_at is null`.execute(tx);
  } else {
    await sql`
      insert into status_incidents (component, state, began_at) values (${component}, ${state}, ${at})
      on conflict (component) where ended_at is null do update
      set state = case when excluded.state = 'down' then 'down' else status_incidents.state end`.execute(
      tx,
    );
  }
}

async function addDurations(tx: Tx, spent: readonly StateDuration[]): Promise<void> {
  await sql`
    insert into status_days (day, component, ok_seconds, degraded_seconds, down_seconds)
    select day, component, coalesce(sum(seconds) filter (where state = 'ok'), 0),
           coalesce(sum(seconds) filter (where state = 'degraded'), 0),
           coalesce(sum(seconds) filter (where state = 'down'), 0)
    from jsonb_to_recordset(${JSON.stringify(spent)}::jsonb)
      as s(day date, component text, state text, seconds float8)
    where state <> 'unknown' group by day, component
    on conflict (day, component) do update
    set ok_seconds = status_days.ok_seconds + excluded.ok_seconds,
        degraded_seconds = status_days.degraded_seconds + excluded.degraded_seconds,
        down_seconds = status_days.down_seconds + excluded.down_seconds`.execute(tx);
}
