import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Env } from '../../platform/env.ts';
import { createCallTally } from './call-tally.ts';
import { createProbes } from './probes.ts';
import { createStatusCounts } from './status-counts.repository.ts';
import { createStatusRepository } from './status.repository.ts';
import { createStatusService } from './status.service.ts';

export type StatusEnv = Pick<Env, 'PUBLIC_URL'> & Partial<Pick<Env, 'STATUS_PROBE_SECONDS'>>;

const DEFAULT_INTERVAL_S = 60;
/** The web process starts soon after the worker and is slow at first. */
const FIRST_PROBE_MS = 5000;

export type StatusReader = ReturnType<typeof createStatus>['status'];

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

    /** Does nothing if another worker has measured in this interval. */
    async probe(): Promise<void> {
      const { calls, codes } = tally.drain();
      await repository.insertCalls(calls);
      await repository.insertCodes(codes);
      if (!(await repository.claimTurn(everyMs))) return;
      const measured = await probes.measure(everyMs);
      // A request that the shutdown has aborted is no measurement.
      if (probes.isStopped()) return;
      await repository.record(measured, everyMs);
      await counts.countAll();
      await counts.deleteCounted();
      await repository.deleteOld();
    },

    /** Returns the delay until the next pass in ms. */
    async pass(): Promise<number> {
      if (hasBegun) {
        await status.probe();
        return everyMs;
      }
      hasBegun = true;
      return Math.min(FIRST_PROBE_MS, everyMs);
    },

    stop: () => probes.stop(),
  };
  return { status, recordCall: tally.recordCall };
}
