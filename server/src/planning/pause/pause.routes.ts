import {
  getPause,
  listHeldPosts,
  pausePublishing,
  resumePublishing,
  rescheduleHeldPosts,
} from '@pontual/contract/planning/pause.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { MissedPosts } from './missed-posts.service.ts';
import type { Pauses } from './pause.service.ts';

export function registerPauseRoutes(
  router: ApiRouter,
  { pauses, missedPosts }: { pauses: Pauses; missedPosts: MissedPosts },
): void {
  serve(router, getPause, (_request, member) => pauses.state(member));

  serve(router, pausePublishing, ({ body }, member) =>
    pauses.pause(member, body.until === null ? null : new Date(body.until)),
  );

  serve(router, resumePublishing, (_request, member) => pauses.resume(member));

  serve(router, listHeldPosts, (_request, member) => missedPosts.list(member));

  serve(router, rescheduleHeldPosts, ({ body }, member) =>
    missedPosts.reschedule(member, body.posts),
  );
}
