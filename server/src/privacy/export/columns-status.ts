import type { StatusTables } from '../../platform/database/tables-status.ts';
import { samePolicy, notPersonal, type ColumnPolicy } from './column-policy.ts';

/** What the service tells of itself: of nobody. */
export const statusColumns = {
  status_turn: samePolicy(notPersonal, ['only', 'claimed_at', 'measured_at', 'counted_until']),
  status_components: samePolicy(notPersonal, ['component', 'state', 'since']),
  status_days: samePolicy(notPersonal, [
    ...(['day', 'component', 'ok_seconds', 'degraded_seconds', 'down_seconds'] as const),
  ]),
  status_incidents: samePolicy(notPersonal, ['id', 'component', 'state', 'began_at', 'ended_at']),
  status_posts: samePolicy(notPersonal, ['day', 'punctual', 'late', 'failed', 'waited']),
  status_failures: samePolicy(notPersonal, ['at']),
  status_calls: samePolicy(notPersonal, ['at', 'service', 'answered', 'failed']),
} as const satisfies { [T in keyof StatusTables]: Record<keyof StatusTables[T], ColumnPolicy> };
