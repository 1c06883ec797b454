import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { mediaTypeOptions } from '@pontual/contract/posts/post-rules.ts';
import * as changes from '@pontual/contract/posts/post-changes.ts';
import * as reading from '@pontual/contract/posts/posts.ts';
import { schedulerStatus as schedulerStatusOf } from '@pontual/contract/operations/scheduler-status.ts';
import type { AuthService } from '../../identity/sign-in/auth.service.ts';
import type { CommentOffer } from '../../instagram/connection/comment-offer.ts';
import type { Database } from '../../platform/database/database.ts';
import { serve, serveRevalidated, serveUpload, type ApiRouter } from '../../platform/http/serve.ts';
import type { EditingService } from '../editing/editing.service.ts';
import type { SchedulingService } from '../scheduling/scheduling.service.ts';
import type { PostsService } from './posts.service.ts';
import type { SchedulerStatus } from '../scheduling/scheduler-status.ts';

export interface PostsRoutes {
  posts: PostsService;
  scheduling: SchedulingService;
  editing: EditingService;
  schedulerStatus: SchedulerStatus;
  auth: AuthService;
  commentOffer: CommentOffer;
  database: Database;
}

export function registerPostsRoutes(
  router: ApiRouter,
  { posts, scheduling, editing, schedulerStatus, auth, commentOffer, database }: PostsRoutes,
): void {
  serve(router, reading.listMediaTypes, async (_request, session) => ({
    mediaTypes: [...mediaTypeOptions],
    firstComments: await commentOffer.forWorkspace(database.db, session?.workspaceId),
  }));

  serveUpload(router, changes.schedulePost, ({ body, ...upload }, session) =>
    scheduling.schedule(session, body, upload),
  );

  serveUpload(router, changes.saveDraft, ({ body, ...upload }, session) =>
    scheduling.saveDraft(session, body, upload),
  );

  serve(router, changes.scheduleDraft, ({ params, body }, session) =>
    scheduling.scheduleDraft(session, params.id, body),
  );

  serveUpload(router, changes.updatePost, ({ params, body, ...upload }, session) =>
    editing.update(session, params.id, body, upload),
  );

  serveRevalidated(router, reading.listPosts, ({ query, knownEtag }, session) =>
    posts.list(session, query, knownEtag),
  );

  serve(router, reading.getPost, ({ params }, session) =>
    posts.findWithHistory(session, params.id),
  );

  serve(router, changes.deletePost, async ({ params, query }, session) => {
    await editing.delete(session, params.id, query.following === 'true');
    return null;
  });

  serve(router, changes.forcePublish, async ({ body }, session) => ({
    post: await editing.publishNow(session, body.postId),
  }));

  serve(router, changes.confirmInstagramAccount, async ({ body }, session) => ({
    confirmed: await editing.confirmAccount(session, body.postIds),
  }));

  serve(router, reading.postStats, ({ query }, session) => posts.stats(session, query));

  serve(router, schedulerStatusOf, (_request, session) => schedulerStatus(session));

  serve(router, planLimits, async (_request, session) => {
    if (session === undefined) return { limits: limitsByPlan.free };
    const { plan } = await auth.userById(session.userId, session.workspaceId);
    return { limits: limitsByPlan[plan] };
  });
}
