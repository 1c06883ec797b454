import type { Clock } from '../clock.ts';
import { createFirstComments } from '../comments/first-comments.service.ts';
import type { Database } from '../database/database.ts';
import { createHashtagGroups } from '../hashtags/hashtag-groups.service.ts';
import type { InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramComments } from '../instagram/instagram.comments.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { WakeUps } from '../wake-ups.ts';
import type { Notifications } from '../notices/notifications.service.ts';
import { createSavedLocations } from '../places/locations.service.ts';
import { createDuplicates } from '../similar/duplicates.service.ts';
import { createMediaLibrary } from '../library/media-library.service.ts';
import { createTemplates } from '../templates/templates.service.ts';

/** What helps people to write their posts, and to finish them. */
export function createComposerHelpers(deps: {
  database: Database;
  jobs: Jobs;
  wakeUps: WakeUps;
  links: MediaLinks;
  accounts: InstagramAccounts;
  comments: InstagramComments;
  notifications: Notifications;
  clock: Clock;
  log: Log;
}) {
  return {
    templates: createTemplates(deps),
    mediaLibrary: createMediaLibrary(deps),
    firstComments: createFirstComments(deps),
    hashtagGroups: createHashtagGroups(deps),
    savedLocations: createSavedLocations(deps),
    duplicates: createDuplicates(deps),
  };
}
