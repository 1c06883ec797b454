import { sql } from 'kysely';
import type { Clock } from '@pontual/server/platform/clock.ts';
import type { Db } from '@pontual/server/platform/database/database.ts';
import type { Sandbox } from './sandbox.ts';

/** A time that has run `factor` times as fast as real time since `originMs`, equal in all processes. */
export interface CampaignTime {
  originMs: number;
  factor: number;
}

export const toCampaignTime = ({ originMs, factor }: CampaignTime, realMs = Date.now()): number =>
  originMs + (realMs - originMs) * factor;

/** The clock of a campaign process; `jumpMs` returns the error of its wall clock. */
export function createScaledClock(time: CampaignTime, jumpMs: () => number): Clock {
  return {
    now: () => new Date(toCampaignTime(time) + jumpMs()),
    monotonicMs: () => performance.now() * time.factor,
    after(ms, callback) {
      const timer = setTimeout(callback, Math.min(Math.max(0, ms / time.factor), 2 ** 31 - 1));
      return () => clearTimeout(timer);
    },
  };
}

export const sleepScaled = (time: CampaignTime, ms: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, ms / time.factor));

/** The sandbox reads whole milliseconds, so several readings leave one possible origin. */
export async function startTime(sandbox: Sandbox, factor: number): Promise<CampaignTime> {
  if (factor === 1) return { originMs: Date.now(), factor };
  const before = Date.now();
  await sandbox.clock({ rate: factor });
  const after = Date.now();
  const votes = new Map<number, number>();
  for (let reading = 0; reading < 40; reading += 1) {
    const from = Date.now();
    const sandboxMs = await sandbox.clock({});
    for (let real = from; real <= Date.now(); real += 1) {
      const origin = (real * factor - sandboxMs) / (factor - 1);
      const rounded = Math.round(origin);
      const isPossible =
        Math.abs(origin - rounded) * (factor - 1) < 1 && rounded >= before && rounded <= after;
      if (isPossible) votes.set(rounded, (votes.get(rounded) ?? 0) + 1);
    }
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1]);
  if (best === undefined) throw new Error("the sandbox's clock does not run at the requested rate");
  return { originMs: best[0], factor };
}

/** Scales `app_now()`, which all SQL of the product and of pg-boss reads. */
export async function scaleDatabase(db: Db, time: CampaignTime): Promise<void> {
  if (time.factor === 1) return;
  const origin = `timestamptz '${new Date(time.originMs).toISOString()}'`;
  const now = `${origin} + (statement_timestamp() - ${origin}) * ${time.factor}`;
  for (const name of ['app_now', 'pgboss.job_now']) {
    await sql
      .raw(
        `create or replace function ${name}() returns timestamptz language sql stable as $$ select ${now} $$`,
      )
      .execute(db);
  }
  const elapsed = `(clock_timestamp() - statement_timestamp()) * ${time.factor}`;
  await sql
    .raw(
      `create or replace function app_elapsed() returns interval language sql volatile as $$ select ${elapsed} $$`,
    )
    .execute(db);
}

/** Returns the maximum difference between the clocks of sandbox and database, in ms of campaign time. */
export async function measureSkew(db: Db, sandbox: Sandbox): Promise<number> {
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const read = async () => {
    const found = await sql<{ ms: number }>`
      select (extract(epoch from app_now()) * 1000)::float8 as ms`.execute(db);
    return found.rows[0]?.ms ?? 0;
  };
  for (let reading = 0; reading < 20; reading += 1) {
    const from = await read();
    const sandboxMs = await sandbox.clock({});
    const until = await read();
    low = Math.max(low, sandboxMs - until);
    high = Math.min(high, sandboxMs - from);
  }
  return Math.max(Math.abs(low), Math.abs(high));
}
