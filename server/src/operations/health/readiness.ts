import type { Database } from '../../platform/database/database.ts';
import { pendingMigrations } from '../../platform/database/migrate.ts';
import { hasLiveWorker } from '../../publishing/store/heartbeat.repository.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';

export interface Readiness {
  database: Database;
  storage: MediaStorage;
  isDraining(): boolean;
}

/** Without faults that the pages themselves report: a missing worker or bucket. */
export async function findWebFaults(deps: Readiness): Promise<string[]> {
  if (deps.isDraining()) return ['draining'];
  try {
    return (await pendingMigrations(deps.database.db)).length > 0 ? ['migrations'] : [];
  } catch {
    return ['database'];
  }
}

export async function findFaults(deps: Readiness): Promise<string[]> {
  if (deps.isDraining()) return ['draining'];
  const faults: string[] = [];
  try {
    if (!(await hasLiveWorker(deps.database.db))) faults.push('worker');
    if ((await pendingMigrations(deps.database.db)).length > 0) faults.push('migrations');
  } catch {
    faults.push('database');
  }
  await deps.storage.check().catch(() => faults.push('storage'));
  return faults;
}
