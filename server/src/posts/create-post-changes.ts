import { createApprovalServices } from '../approvals/create-approvals.ts';
import { createBulk } from '../bulk/bulk.service.ts';
import { createNeeds } from '../needs/needs.service.ts';
import { createHeldPosts } from '../pause/held.service.ts';
import { createPauses } from '../pause/pause.service.ts';
import { createPlanBServices } from '../plan-b/create-plan-b.ts';
import { createQueue } from '../queue/queue.service.ts';
import { createSeries } from '../series/series.service.ts';
import { createSeriesSweep } from '../series/series.sweep.ts';
import type { ChangeDependencies } from './posts.change.ts';
import { createEditing } from './posts.editing.ts';
import { createScheduling } from './posts.scheduling.ts';

/** Everything by which owners make and change posts, and say when they go out. */
export const createPostChanges = (
  deps: ChangeDependencies &
    Parameters<typeof createPauses>[0] &
    Parameters<typeof createNeeds>[0] &
    Parameters<typeof createApprovalServices>[0] &
    Parameters<typeof createPlanBServices>[0],
) => ({
  scheduling: createScheduling(deps),
  editing: createEditing(deps),
  bulk: createBulk(deps),
  needs: createNeeds(deps),
  pauses: createPauses(deps),
  heldPosts: createHeldPosts(deps),
  queue: createQueue(deps),
  series: createSeries(deps),
  makeSeriesAhead: createSeriesSweep(deps),
  ...createApprovalServices(deps),
  ...createPlanBServices(deps),
});
