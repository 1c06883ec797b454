import { registerFirstCommentsRoutes } from '../planning/first-comments/first-comments.routes.ts';
import { registerHashtagGroupsRoutes } from '../posts/hashtags/hashtag-groups.routes.ts';
import { registerLocationsRoutes } from '../posts/locations/locations.routes.ts';
import { registerDuplicatesRoutes } from '../planning/duplicates/duplicates.routes.ts';
import type { ApiRouter } from '../platform/http/serve.ts';
import type { createComposerHelpers } from './create-composer-helpers.ts';

type ComposerHelpers = ReturnType<typeof createComposerHelpers>;

/** What helps people to write their posts, and to finish them. */
export function registerComposerRoutes(router: ApiRouter, helpers: ComposerHelpers): void {
  registerFirstCommentsRoutes(router, helpers);
  registerHashtagGroupsRoutes(router, helpers);
  registerLocationsRoutes(router, helpers);
  registerDuplicatesRoutes(router, helpers);
}
