import { limitsByPlan, planLimits } from '@pontual/contract/plans.ts';
import { mediaTypeOptions } from '@pontual/contract/post-rules.ts';
import {
  deletePost,
  listMediaTypes,
  listPosts,
  postStats,
  schedulePost,
} from '@pontual/contract/posts.ts';
import type { AuthService } from '../auth/auth.service.ts';
import { serve, serveUpload, type Serving } from '../http/serve.ts';
import type { SchedulePost } from './posts.scheduling.ts';
import type { PostsService } from './posts.service.ts';

export function registerPostsRoutes(
  serving: Serving,
  { posts, schedule, auth }: { posts: PostsService; schedule: SchedulePost; auth: AuthService },
): void {
  serve(serving, listMediaTypes, async () => ({ mediaTypes: [...mediaTypeOptions] }));

  serveUpload(serving, schedulePost, async ({ body, ...upload }, session) => ({
    post: await schedule(session, body, upload),
  }));

  serve(serving, listPosts, ({ query }, session) => posts.list(session, query));

  serve(serving, deletePost, async ({ params }, session) => {
    await posts.delete(session, params.id);
    return null;
  });

  serve(serving, postStats, (_request, session) => posts.stats(session));

  serve(serving, planLimits, async (_request, session) => {
    const plan = session === undefined ? 'free' : (await auth.userById(session.userId)).plan;
    return { limits: limitsByPlan[plan] };
  });
}
