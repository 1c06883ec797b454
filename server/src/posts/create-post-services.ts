import { createApprovalServices } from '../approvals/create-approvals.ts';
import { createBulk } from '../bulk/bulk.service.ts';
import { createNeeds } from '../needs/needs.service.ts';
import { createMissedPosts } from '../pause/missed-posts.service.ts';
import { createPauses } from '../pause/pause.service.ts';
import { createManualPublishingServices } from '../plan-b/create-manual-publishing.ts';
import { createQueue } from '../queue/queue.service.ts';
import { createSeriesService } from '../series/series.service.ts';
import { createSeriesPostCreator } from '../series/series.jobs.ts';
import type { ChangeDependencies } from './posts.change.ts';
import { createEditingService } from './editing.service.ts';
import { createSchedulingService } from './scheduling.service.ts';

/** Everything by which owners make and change posts, and say when they go out. */
export const createPostServices = (
  deps: ChangeDependencies &
    Parameters<typeof createPauses>[0] &
    Parameters<typeof createNeeds>[0] &
    Parameters<typeof createApprovalServices>[0] &
    Parameters<typeof createManualPublishingServices>[0],
) => ({
  scheduling: createSchedulingService(deps),
  editing: createEditingService(deps),
  bulk: createBulk(deps),
  needs: createNeeds(deps),
  pauses: createPauses(deps),
  missedPosts: createMissedPosts(deps),
  queue: createQueue(deps),
  series: createSeriesService(deps),
  createSeriesPosts: createSeriesPostCreator(deps),
  ...createApprovalServices(deps),
  ...createManualPublishingServices(deps),
});
