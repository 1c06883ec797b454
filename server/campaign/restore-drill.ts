import type { Cluster } from './cluster.ts';
import type { CampaignTime } from './time.ts';

const MINUTE = 60_000;
/** How old the backup is when it is needed. */
const AGE_MS = 30 * MINUTE;
/**
 * Putting a backup in place takes longer than any call of a worker may last: none that was begun
 * before can take effect after the account was looked at.
 */
const OUTAGE_MS = 100_000;

interface Drills {
  cluster: Cluster;
  times: number;
  time: CampaignTime;
  fromMs: number;
  untilMs: number;
  nowMs(): number;
  pass(ms: number): Promise<void>;
  /** Nothing is submitted between the backup and its return: it would be lost with reason. */
  hold(isHeld: boolean): Promise<void>;
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  say(text: string): void;
}

/** F17: the database is lost, and what it was half an hour ago takes its place; spread over the time. */
export async function drillRestores(deps: Drills): Promise<void> {
  const { fromMs, untilMs, times } = deps;
  for (let number = 1; number <= times; number += 1) {
    const atMs = fromMs + ((untilMs - fromMs) * number) / (times + 1);
    await deps.pass(Math.max(0, atMs - AGE_MS - deps.nowMs()));
    await drill(deps, `backup-${number}.dump`);
  }
}

async function drill(deps: Drills, file: string): Promise<void> {
  const { cluster, pass, exclusively, time, nowMs, say } = deps;
  const clock = () => new Date(nowMs()).toISOString().slice(11, 19);
  await deps.hold(true);
  await exclusively(() => cluster.dump(file));
  say(`  ${clock()}: a backup was made`);
  await pass(AGE_MS);
  await exclusively(() => cluster.restore(file, OUTAGE_MS / time.factor));
  say(`  ${clock()}: it was put in place of the database`);
  await deps.hold(false);
}
