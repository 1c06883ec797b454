import { createPendingGrants } from '../instagram/connection/pending-grants.ts';
import { createFactsReader } from '../instagram/readiness/facts.ts';
import { createReadiness } from '../instagram/readiness/readiness.ts';
import { createTrial } from '../instagram/readiness/trial.ts';

type Deps = Parameters<typeof createPendingGrants>[0] &
  Parameters<typeof createTrial>[0] &
  Omit<Parameters<typeof createFactsReader>[0], 'trial'>;

export const createConnectedReadiness = (deps: Deps) =>
  createReadiness({
    ...deps,
    pendingGrants: createPendingGrants(deps),
    startReading: createFactsReader({ ...deps, trial: createTrial(deps) }),
  });
