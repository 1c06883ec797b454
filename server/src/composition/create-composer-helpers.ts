import type { Clock } from '../platform/clock.ts';
import { createFirstComments } from '../planning/first-comments/first-comments.service.ts';
import type { Database } from '../platform/database/database.ts';
import { createHashtagGroups } from '../posts/hashtags/hashtag-groups.service.ts';
import type { InstagramAccounts } from '../instagram/connection/accounts.ts';
import type { InstagramComments } from '../instagram/graph/comments.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { MediaLinks } from '../media/links.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createSavedLocations } from '../posts/locations/locations.service.ts';
import { createDuplicates } from '../planning/duplicates/duplicates.service.ts';
import { createMediaLibrary } from '../posts/media-library/media-library.service.ts';
import { createTemplates } from '../posts/templates/templates.service.ts';

export function createComposerHelpers(deps: {
  database: Database;
  jobs: Jobs;
  wakeUps: WakeUps;
  links: MediaLinks;
  accounts: InstagramAccounts;
  comments: InstagramComments;
  clock: Clock;
  log: Log;
}) {
  return {
    posts: {
      templates: createTemplates(deps),
      mediaLibrary: createMediaLibrary(deps),
      hashtagGroups: createHashtagGroups(deps),
      savedLocations: createSavedLocations(deps),
    },
    planning: { firstComments: createFirstComments(deps), duplicates: createDuplicates(deps) },
  };
}
