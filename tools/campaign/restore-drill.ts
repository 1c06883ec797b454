import type { Cluster } from './cluster.ts';
import type { CampaignTime } from './time.ts';

const MINUTE = 60_000;
const AGE_MS = 30 * MINUTE;
/** A restore takes longer than any call: no earlier call takes effect after the account was checked. */
const OUTAGE_MS = 100_000;

interface RestoreDrillDependencies {
  cluster: Cluster;
  times: number;
  time: CampaignTime;
  fromMs: number;
  untilMs: number;
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  /** Pauses submissions between the backup and its restore, which would lose them. */
  setPaused(isPaused: boolean): Promise<void>;
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  printLine(text: string): void;
}

/** F17: replaces the database by its state of half an hour ago, several times over the campaign. */
export async function drillRestores(deps: RestoreDrillDependencies): Promise<void> {
  const { fromMs, untilMs, times } = deps;
  for (let number = 1; number <= times; number += 1) {
    const atMs = fromMs + ((untilMs - fromMs) * number) / (times + 1);
    await deps.sleep(Math.max(0, atMs - AGE_MS - deps.nowMs()));
    await runDrill(deps, `backup-${number}.dump`);
  }
}

async function runDrill(deps: RestoreDrillDependencies, file: string): Promise<void> {
  const { cluster, sleep, exclusively, time, nowMs, printLine } = deps;
  const formatClock = () => new Date(nowMs()).toISOString().slice(11, 19);
  await deps.setPaused(true);
  await exclusively(() => cluster.dump(file));
  printLine(`  ${formatClock()}: a backup was made`);
  await sleep(AGE_MS);
  await exclusively(() => cluster.restore(file, OUTAGE_MS / time.factor));
  printLine(`  ${formatClock()}: it was put in place of the database`);
  await deps.setPaused(false);
}
