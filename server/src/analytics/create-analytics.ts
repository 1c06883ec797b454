import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { createAdvancedAnalytics } from './analytics.advanced.ts';
import { createBasicAnalytics } from './analytics.basic.ts';
import { createAnalyticsExport } from './analytics.export.ts';

export type Analytics = ReturnType<typeof createAnalytics>;

/** What posts came to, for whoever's plan includes it. */
export function createAnalytics(deps: {
  database: Database;
  links: MediaLinks;
  clock: Clock;
  log: Log;
}) {
  return {
    basic: createBasicAnalytics(deps),
    advanced: createAdvancedAnalytics(deps),
    export: createAnalyticsExport(deps),
  };
}
