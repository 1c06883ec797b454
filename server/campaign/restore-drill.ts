import type { Cluster } from './cluster.ts';

/** How old the backup is when it is needed. */
const AGE_MS = 30 * 60_000;
/**
 * Putting a backup in place takes longer than any call of a worker may last: none that was begun
 * before can take effect after the account was looked at.
 */
const OUTAGE_MS = 100_000;

/** F17: the database is lost, and what it was half an hour ago takes its place. */
export async function drillRestore(deps: {
  cluster: Cluster;
  number: number;
  factor: number;
  pass(ms: number): Promise<void>;
  /** Nothing is submitted between the backup and its return: it would be lost with reason. */
  holdOwners(isHeld: boolean): Promise<void>;
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}): Promise<void> {
  const { cluster, pass } = deps;
  const file = `backup-${deps.number}.dump`;
  await deps.holdOwners(true);
  await deps.exclusively(() => cluster.dump(file));
  await pass(AGE_MS);
  await deps.exclusively(() => cluster.restore(file, OUTAGE_MS / deps.factor));
  await deps.holdOwners(false);
}
