import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MediaLinks } from '../../media/links.ts';
import { createAdvancedAnalytics } from './advanced.ts';
import { createBasicAnalytics } from './basic.ts';
import { createAnalyticsExport } from './export.ts';

export type Analytics = ReturnType<typeof createAnalytics>;

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
