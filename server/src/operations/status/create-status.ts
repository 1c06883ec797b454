import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Env } from '../../platform/env.ts';
import { createCallTally } from './call-tally.ts';
import { createProbes } from './probes.ts';
import { createStatusCounts } from './status-counts.repository.ts';
import { createStatusRepository } from './status.repository.ts';
import { createStatusService } from './status.service.ts';

/** Where visitors find us, and how often it is measured whether they do. */
export type StatusEnv = Pick<Env, 'PUBLIC_URL'> & Partial<Pick<Env, 'STATUS_PROBE_SECONDS'>>;

/** Unless it is set. */
const DEFAULT_INTERVAL_S = 60;
/** The web answers soon after the worker has begun, and at first slowly; in ms. */
const FIRST_PROBE_MS = 5000;

export type Status = ReturnType<typeof createStatus>['status'];

/** What the public status page is fed by, and what it tells. */
export function createStatus(deps: { env: StatusEnv; database: Database; clock: Clock }) {
  const { env, database, clock } = deps;
  const everyMs = (env.STATUS_PROBE_SECONDS ?? DEFAULT_INTERVAL_S) * 1000;
  const tally = createCallTally();
  const repository = createStatusRepository(database);
  const counts = createStatusCounts(database);
  const probes = createProbes({ repository, publicUrl: env.PUBLIC_URL, clock });
  let hasBegun = false;

  const status = {
    read: createStatusService({ database, clock, everyMs }),

    /** Measures and writes down, if no other worker does. */
    async probe(): Promise<void> {
      await repository.insertCalls(tally.drain());
      if (!(await repository.claimTurn(everyMs))) return;
      const measured = await probes.measure(everyMs);
      // What was asked while we end is no measure.
      if (probes.isStopped()) return;
      await repository.record(measured, everyMs);
      await counts.countAll();
      await counts.deleteCounted();
      await repository.deleteOld();
    },

    /** One pass of the worker's loop; answers in how many ms the next one is due. */
    async pass(): Promise<number> {
      if (hasBegun) {
        await status.probe();
        return everyMs;
      }
      hasBegun = true;
      return Math.min(FIRST_PROBE_MS, everyMs);
    },

    /** Waits for no answer any more. */
    stop: () => probes.stop(),
  };
  return { status, recordCall: tally.recordCall };
}
