import { registerFirstCommentsRoutes } from '../comments/first-comments.routes.ts';
import { registerHashtagGroupsRoutes } from '../hashtags/hashtag-groups.routes.ts';
import { registerPlacesRoutes } from '../places/places.routes.ts';
import { registerSimilarRoutes } from '../similar/similar.routes.ts';
import type { Serving } from '../http/serve.ts';
import type { createComposing } from './create-composing.ts';

type Composing = ReturnType<typeof createComposing>;

/** What helps people to write their posts, and to finish them. */
export function registerComposingRoutes(serving: Serving, composing: Composing): void {
  registerFirstCommentsRoutes(serving, composing);
  registerHashtagGroupsRoutes(serving, composing);
  registerPlacesRoutes(serving, composing);
  registerSimilarRoutes(serving, composing);
}
