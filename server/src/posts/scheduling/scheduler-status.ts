import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { schedulerStatus } from '@pontual/contract/operations/scheduler-status.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Database } from '../../platform/database/database.ts';
import { createSchedulerRepository } from './scheduler.repository.ts';

type Status = DataOf<typeof schedulerStatus>;

export type SchedulerStatus = ReturnType<typeof createSchedulerStatus>;

export function createSchedulerStatus({ database }: { database: Database }) {
  const repository = createSchedulerRepository(database.db);

  return async function schedulerStatus({ workspaceId }: Member): Promise<Status> {
    const { workers, last_seen_at: seenAt } = await repository.workers();
    const { next_due: nextDue, overdue } = await repository.duePosts(workspaceId);
    const measured = await repository.lateness();
    const lateness = (excused: boolean) => {
      const found = measured.find((row) => row.is_excused === excused);
      const [p50 = null, p95 = null, p99 = null] = found?.percentiles ?? [];
      return { count: found?.count ?? 0, p50, p95, p99 };
    };
    return {
      alive: workers > 0,
      workers,
      lastSeenAt: seenAt?.toISOString() ?? null,
      nextDue: nextDue?.toISOString() ?? null,
      overdue,
      lateness: lateness(false),
      excused: lateness(true),
    };
  };
}
