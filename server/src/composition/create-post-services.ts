import { createApprovalServices } from '../planning/approvals/create-approvals.ts';
import { createBulk } from '../planning/bulk/bulk.service.ts';
import { createIssues } from '../posts/issues/issues.service.ts';
import { createMissedPosts } from '../planning/pause/missed-posts.service.ts';
import { createPauses } from '../planning/pause/pause.service.ts';
import { createManualPublishingServices } from '../planning/manual-publishing/create-manual-publishing.ts';
import { createQueue } from '../planning/queue/queue.service.ts';
import { createSeriesService } from '../planning/series/series.service.ts';
import { createSeriesPostCreator } from '../planning/series/series.jobs.ts';
import type { ChangeDependencies } from '../posts/editing/change.ts';
import { createEditingService } from '../posts/editing/editing.service.ts';
import { createSchedulingService } from '../posts/scheduling/scheduling.service.ts';

export const createPostServices = (
  deps: ChangeDependencies &
    Parameters<typeof createPauses>[0] &
    Parameters<typeof createIssues>[0] &
    Parameters<typeof createApprovalServices>[0] &
    Parameters<typeof createManualPublishingServices>[0],
) => ({
  posts: {
    scheduling: createSchedulingService(deps),
    editing: createEditingService(deps),
    issues: createIssues(deps),
  },
  planning: {
    bulk: createBulk(deps),
    pauses: createPauses(deps),
    missedPosts: createMissedPosts(deps),
    queue: createQueue(deps),
    series: createSeriesService(deps),
    createSeriesPosts: createSeriesPostCreator(deps),
    ...createApprovalServices(deps),
    ...createManualPublishingServices(deps),
  },
});
