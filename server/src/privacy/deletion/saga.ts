import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Observe } from '../../publishing/observe.ts';
import { createDeletionRepository, type Deletion } from './deletion.repository.ts';

/**
 * Runs again after a kill, so it must be idempotent; `run` returns ms until the next attempt, or undefined.
 */
export interface DeletionStep {
  name: string;
  run(deletion: Deletion): Promise<number | undefined>;
}

/** The row stores the next step. */
export function createDeletionSaga(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  clock: Pick<Clock, 'now'>;
  observe: Observe;
  steps: readonly DeletionStep[];
}) {
  const { database, jobs, clock, observe, steps } = deps;
  const repository = createDeletionRepository(database.db);

  const enqueue = (deletionId: string, startAfter: Date) =>
    jobs.send(database.db, 'account-deletion', [
      { data: { deletionId }, key: deletionId, startAfter },
    ]);

  return {
    async run(id: string): Promise<void> {
      for (;;) {
        const deletion = await repository.claim(id);
        if (deletion === undefined) return;
        const index = steps.findIndex(({ name }) => name === deletion.step);
        const step = steps[index];
        if (step === undefined) throw new Error(`a deletion has no step ${deletion.step}`);
        await observe('deleting', step.name);
        const retryInMs = await step.run(deletion);
        if (retryInMs !== undefined) {
          return enqueue(id, new Date(clock.now().getTime() + retryInMs));
        }
        await observe('deleted', step.name);
        const next = steps[index + 1];
        if (next === undefined) await repository.finish(id);
        else await repository.advanceStep(id, step.name, next.name);
      }
    },

    async resumeStale(): Promise<void> {
      for (const id of await repository.findStale()) await enqueue(id, clock.now());
    },

    forgetOld: () => repository.forgetOld(),
  };
}
