import { limitsByPlan } from '@pontual/contract/plans.ts';
import { planLimits } from '@pontual/contract/plan-limits.ts';
import { mediaTypeOptions } from '@pontual/contract/post-rules.ts';
import * as changes from '@pontual/contract/post-changes.ts';
import * as reading from '@pontual/contract/posts.ts';
import { schedulerStatus as schedulerStatusOf } from '@pontual/contract/scheduler-status.ts';
import type { AuthService } from '../auth/auth.service.ts';
import { serve, serveUpload, serveWritten, type Serving } from '../http/serve.ts';
import type { Editing } from './posts.editing.ts';
import type { Scheduling } from './posts.scheduling.ts';
import type { PostsService } from './posts.service.ts';
import type { SchedulerStatus } from './scheduler.status.ts';

export interface PostsRoutes {
  posts: PostsService;
  scheduling: Scheduling;
  editing: Editing;
  schedulerStatus: SchedulerStatus;
  auth: AuthService;
}

export function registerPostsRoutes(
  serving: Serving,
  { posts, scheduling, editing, schedulerStatus, auth }: PostsRoutes,
): void {
  serve(serving, reading.listMediaTypes, async () => ({ mediaTypes: [...mediaTypeOptions] }));

  serveUpload(serving, changes.schedulePost, ({ body, ...upload }, session) =>
    scheduling.schedule(session, body, upload),
  );

  serveUpload(serving, changes.saveDraft, ({ body, ...upload }, session) =>
    scheduling.saveDraft(session, body, upload),
  );

  serve(serving, changes.scheduleDraft, ({ params, body }, session) =>
    scheduling.scheduleDraft(session, params.id, body),
  );

  serveUpload(serving, changes.updatePost, ({ params, body, ...upload }, session) =>
    editing.update(session, params.id, body, upload),
  );

  serveWritten(serving, reading.listPosts, ({ query }, session) => posts.list(session, query));

  serve(serving, reading.getPost, ({ params }, session) => posts.withHistory(session, params.id));

  serve(serving, changes.deletePost, async ({ params, query }, session) => {
    await editing.delete(session, params.id, query.following === 'true');
    return null;
  });

  serve(serving, changes.forcePublish, async ({ body }, session) => ({
    post: await editing.publishNow(session, body.postId),
  }));

  serve(serving, changes.confirmAccount, async ({ body }, session) => ({
    confirmed: await editing.confirmAccount(session, body.postIds),
  }));

  serve(serving, reading.postStats, ({ query }, session) => posts.stats(session, query));

  serve(serving, schedulerStatusOf, (_request, session) => schedulerStatus(session));

  serve(serving, planLimits, async (_request, session) => {
    if (session === undefined) return { limits: limitsByPlan.free };
    const { plan } = await auth.userById(session.userId, session.workspaceId);
    return { limits: limitsByPlan[plan] };
  });
}
