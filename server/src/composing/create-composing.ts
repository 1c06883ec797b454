import type { Clock } from '../clock.ts';
import { createFirstComments } from '../comments/create-first-comments.ts';
import type { Database } from '../database/database.ts';
import { createHashtagGroups } from '../hashtags/hashtag-groups.service.ts';
import type { InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramComments } from '../instagram/instagram.comments.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { Nudges } from '../nudges.ts';
import type { Notices } from '../notices/notices.ts';
import { createSavedPlaces } from '../places/places.service.ts';
import { createSimilar } from '../similar/similar.service.ts';
import { createLibrary } from '../library/library.service.ts';
import { createTemplates } from '../templates/templates.service.ts';

/** What helps people to write their posts, and to finish them. */
export function createComposing(deps: {
  database: Database;
  jobs: Jobs;
  nudges: Nudges;
  links: MediaLinks;
  accounts: InstagramAccounts;
  comments: InstagramComments;
  notices: Notices;
  clock: Clock;
  log: Log;
}) {
  return {
    templates: createTemplates(deps),
    library: createLibrary(deps),
    firstComments: createFirstComments(deps),
    hashtagGroups: createHashtagGroups(deps),
    savedPlaces: createSavedPlaces(deps),
    similar: createSimilar(deps),
  };
}
