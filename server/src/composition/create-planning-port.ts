import type { InstagramLimits } from '@pontual/contract/shared/instagram-limits.ts';
import { presentApproval } from '../planning/approvals/approvals.presenter.ts';
import { reopenAfterAccountChange, reopenApproval } from '../planning/approvals/reopen-approval.ts';
import { createFirstCommentStatusRepository } from '../planning/first-comments/first-comment-status.repository.ts';
import { createPauseRepository } from '../planning/pause/pause.repository.ts';
import { assignQueueSlot } from '../planning/queue/free-slots.ts';
import {
  deleteFollowing,
  editFollowing,
  skipOccurrence,
} from '../planning/series/following-posts.ts';
import { moveSeriesToConnectedAccount } from '../planning/series/series.repository.ts';
import { checkRepeat, startSeries, startSeriesFromDraft } from '../planning/series/start-series.ts';
import type { PlanningPort } from '../posts/planning-port.ts';
import type { OwnerChanges } from '../publishing/changes/owner-changes.ts';

export const createPlanningPort = (
  ownerChanges: OwnerChanges,
  instagramLimits: InstagramLimits,
): PlanningPort => ({
  approvals: {
    present: presentApproval,
    demand: ownerChanges.demandApproval,
    reopen: (tx, post) => reopenApproval(tx, ownerChanges, post),
    reopenAfterAccountChange: (tx, workspaceId, postIds) =>
      reopenAfterAccountChange(tx, ownerChanges, workspaceId, postIds),
  },
  pause: {
    isPaused: (tx, workspaceId, at) => createPauseRepository(tx).isPaused(workspaceId, at),
  },
  findFirstComment: (db, workspaceId, postId) =>
    createFirstCommentStatusRepository(db).find(workspaceId, postId),
  assignQueueSlot,
  series: {
    checkRepeat,
    start: (tx, member, input) => startSeries(tx, ownerChanges, member, input),
    startFromDraft: (tx, member, draft) => startSeriesFromDraft(tx, ownerChanges, member, draft),
    editFollowing: (tx, post, edit) =>
      editFollowing(tx, { ownerChanges, instagramLimits }, post, edit),
    deleteFollowing,
    skipOccurrence,
    moveToConnectedAccount: moveSeriesToConnectedAccount,
  },
});
