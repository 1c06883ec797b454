import {
  getPause,
  listHeld,
  pausePublishing,
  resumePublishing,
  settleHeld,
} from '@pontual/contract/pause.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { HeldPosts } from './held.service.ts';
import type { Pauses } from './pause.service.ts';

export function registerPauseRoutes(
  serving: Serving,
  { pauses, heldPosts }: { pauses: Pauses; heldPosts: HeldPosts },
): void {
  serve(serving, getPause, (_request, member) => pauses.state(member));

  serve(serving, pausePublishing, ({ body }, member) =>
    pauses.pause(member, body.until === null ? null : new Date(body.until)),
  );

  serve(serving, resumePublishing, (_request, member) => pauses.resume(member));

  serve(serving, listHeld, (_request, member) => heldPosts.list(member));

  serve(serving, settleHeld, ({ body }, member) => heldPosts.settle(member, body.posts));
}
