import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { createSchedulerRepository } from '../../posts/scheduling/scheduler.repository.ts';
import { createStatusReadRepository, type DayRow } from './status-read.repository.ts';
import {
  componentIds,
  components,
  overallState,
  shareOf,
  outageAfterMs,
  stateDuringOutage,
  type ComponentId,
  type PublicStatus,
  type ComponentState,
} from './status.rules.ts';

const DAYS = 90;
/** Today included. */
const PUNCTUALITY_DAYS = 30;
const MAX_INCIDENTS = 20;
/** The punctuality query is more expensive. */
const CACHE_MS = 2000;
const PUNCTUALITY_CACHE_MS = 60_000;

export function createStatusService(deps: { database: Database; clock: Clock; everyMs: number }) {
  const { database, clock, everyMs } = deps;
  const repository = createStatusReadRepository(database.db);
  const scheduler = createSchedulerRepository(database.db);

  const readPunctuality = memoizeFor(PUNCTUALITY_CACHE_MS, clock, async () => {
    const onTimeRow = (await scheduler.lateness()).find((row) => !row.is_excused);
    const [p50 = null, p95 = null, p99 = null] = onTimeRow?.percentiles.map(Math.round) ?? [];
    const { now } = await repository.now();
    const from = dayKey(startOfDay(dayKey(now), 1 - PUNCTUALITY_DAYS));
    const { counted, punctual, waited } = await repository.posts(from);
    return {
      lateness: { p50, p95, p99 },
      within60s: shareOf(punctual, counted),
      delayedByInstagram: shareOf(waited, counted + waited),
    };
  });

  return memoizeFor(CACHE_MS, clock, async (): Promise<PublicStatus> => {
    const { now, measuredAt } = await repository.now();
    const today = dayKey(now);
    const days = Array.from({ length: DAYS }, (_, index) =>
      dayKey(startOfDay(today, index - DAYS + 1)),
    );
    const isOutage =
      measuredAt !== null && now.getTime() - measuredAt.getTime() > outageAfterMs(everyMs);
    const known = new Map((await repository.components()).map((row) => [row.component, row]));
    const rows = await repository.days(days[0] ?? today);
    const current = (id: ComponentId): { state: ComponentState; since: Date | null } => {
      const row = known.get(id);
      if (row === undefined) return { state: 'unknown', since: null };
      if (isOutage) return { state: stateDuringOutage(id), since: measuredAt };
      return { state: row.state, since: row.since };
    };
    const incidents = await repository.incidents(startOfDay(today, 1 - DAYS), MAX_INCIDENTS);
    return {
      state: overallState({
        publishing: current('publishing').state,
        site: current('site').state,
        instagram: current('instagram').state,
        email: current('email').state,
        payments: current('payments').state,
      }),
      measuredAt: measuredAt?.toISOString() ?? null,
      days,
      components: componentIds.map((id) => {
        const { state, since } = current(id);
        const own = rows.filter(({ component }) => component === id);
        const component = { id, name: components[id], state, since: since?.toISOString() ?? null };
        return Object.assign(component, byDay(own, days, now));
      }),
      ...(await readPunctuality()),
      incidents: incidents.map((row) => ({
        component: row.component as ComponentId, // no others are written
        state: row.state,
        from: row.began_at.toISOString(),
        to: row.ended_at?.toISOString() ?? null,
      })),
    };
  });
}

const measuredOf = ({ ok, degraded, down }: DayRow) => ok + degraded + down;

function byDay(rows: readonly DayRow[], days: readonly string[], now: Date) {
  const found = new Map(rows.map((row) => [row.day, row]));
  const of = (part: (row: DayRow) => number) =>
    days.map((day) => {
      const row = found.get(day);
      return row === undefined ? null : shareOf(part(row), measuredOf(row));
    });
  const sum = (part: (row: DayRow) => number) => rows.reduce((all, row) => all + part(row), 0);
  return {
    ok: shareOf(
      sum(({ ok }) => ok),
      sum(measuredOf),
    ),
    okByDay: of(({ ok }) => ok),
    downByDay: of(({ down }) => down),
    measuredByDay: days.map((day) => {
      const row = found.get(day);
      const end = Math.min(startOfDay(day, 1).getTime(), now.getTime());
      const seconds = (end - startOfDay(day).getTime()) / 1000;
      return row === undefined ? 0 : Math.min(1, shareOf(measuredOf(row), seconds) ?? 0);
    }),
  };
}

function memoizeFor<T>(ms: number, clock: Clock, find: () => Promise<T>): () => Promise<T> {
  let cached: { answer: Promise<T>; since: number } | undefined;
  return () => {
    const now = clock.monotonicMs();
    if (cached !== undefined && now - cached.since < ms) return cached.answer;
    const pending = { answer: find(), since: now };
    cached = pending;
    pending.answer.catch(() => {
      if (cached === pending) cached = undefined;
    });
    return pending.answer;
  };
}
