import type { StatusTables } from '../database/tables.status.ts';
import { allOf, nobodys, type Fate } from './export.fates.ts';

/** What the service tells of itself: of nobody. */
export const statusColumns = {
  status_turn: allOf(nobodys, ['only', 'claimed_at', 'measured_at', 'counted_until']),
  status_components: allOf(nobodys, ['component', 'state', 'since']),
  status_days: allOf(nobodys, [
    ...(['day', 'component', 'ok_seconds', 'degraded_seconds', 'down_seconds'] as const),
  ]),
  status_incidents: allOf(nobodys, ['id', 'component', 'state', 'began_at', 'ended_at']),
  status_posts: allOf(nobodys, ['day', 'punctual', 'late', 'failed', 'waited']),
  status_failures: allOf(nobodys, ['at']),
  status_calls: allOf(nobodys, ['at', 'service', 'answered', 'failed']),
} as const satisfies { [T in keyof StatusTables]: Record<keyof StatusTables[T], Fate> };
