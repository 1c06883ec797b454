import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Observe } from '../../publishing/observe.ts';
import { createDeletionRepository, type Deletion } from './deletion.repository.ts';

/**
 * A part of a deletion. Whoever is killed in it does it again from its beginning, so that it must
 * bear to be done twice. It answers in how many ms it must be tried again; undefined when it is done.
 */
export interface DeletionStep {
  name: string;
  run(deletion: Deletion): Promise<number | undefined>;
}

/** Takes an account's deletion through its steps, in their order; the row says which is next. */
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
    /** Takes the steps that are left, until the end or until one must be tried again later. */
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

    /** Sends the jobs of deletions of which nothing has been heard for a while. */
    async resumeStale(): Promise<void> {
      for (const id of await repository.findStale()) await enqueue(id, clock.now());
    },

    forgetOld: () => repository.forgetOld(),
  };
}
