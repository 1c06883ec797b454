import { registerFirstCommentsRoutes } from '../comments/first-comments.routes.ts';
import { registerHashtagGroupsRoutes } from '../hashtags/hashtag-groups.routes.ts';
import { registerLocationsRoutes } from '../places/locations.routes.ts';
import { registerDuplicatesRoutes } from '../similar/duplicates.routes.ts';
import type { ApiRouter } from '../http/serve.ts';
import type { createComposerHelpers } from './create-composer-helpers.ts';

type ComposerHelpers = ReturnType<typeof createComposerHelpers>;

/** What helps people to write their posts, and to finish them. */
export function registerComposerRoutes(router: ApiRouter, helpers: ComposerHelpers): void {
  registerFirstCommentsRoutes(router, helpers);
  registerHashtagGroupsRoutes(router, helpers);
  registerLocationsRoutes(router, helpers);
  registerDuplicatesRoutes(router, helpers);
}
