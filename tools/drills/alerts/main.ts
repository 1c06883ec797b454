// `npm run drill:alerts`: starts the product, the sandbox and a real Prometheus with a faster copy of the rules,
// raises what each alert is about, and waits until Prometheus reports that it fires and that it has ended.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startInstallation, type DrillInstallation } from './installation.ts';
import { NoPrometheusError, startPrometheus, testRules, type Prometheus } from './prometheus.ts';
import { FACTOR } from './scaled-rules.ts';
import { scenarioGroups, type Scenario } from './scenarios.ts';

/** BackupNever fires after 130 s; on a busy machine everything takes longer. */
const FIRE_MS = 240_000;
const RESOLVE_MS = 240_000;
const POLL_MS = 500;
const SECOND_MS = 1000;

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const printLine = (text: string) => void process.stdout.write(`${text}\n`);
const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;

interface Outcome {
  alert: string;
  firedAfterMs?: number;
  resolvedAfterMs?: number;
}

/** Another scenario may have raised them, too. */
async function waitUntilSilent(alerts: readonly string[], prometheus: Prometheus): Promise<void> {
  const deadline = Date.now() + RESOLVE_MS;
  for (;;) {
    const firing = await prometheus.firing();
    if (!alerts.some((alert) => firing.has(alert))) return;
    if (Date.now() > deadline) throw new Error(`${alerts.join(', ')}: firing before the cause`);
    await wait(POLL_MS);
  }
}

/** Raises and heals once; an alert that does not fire or does not end has no time. */
async function runScenario(
  { alerts, isFromStart = false, raise, repeat, heal }: Scenario,
  installation: DrillInstallation,
  prometheus: Prometheus,
): Promise<Outcome[]> {
  const outcomes = new Map(alerts.map((alert): [string, Outcome] => [alert, { alert }]));
  if (!isFromStart) await waitUntilSilent(alerts, prometheus);
  const raisedMs = Date.now();
  await raise(installation);
  let repeatedMs = Date.now();
  const isWaiting = () => [...outcomes.values()].some((one) => one.firedAfterMs === undefined);
  while (isWaiting() && Date.now() - raisedMs < FIRE_MS) {
    for (const alert of await prometheus.firing()) {
      const outcome = outcomes.get(alert);
      if (outcome !== undefined) outcome.firedAfterMs ??= Date.now() - raisedMs;
    }
    if (repeat !== undefined && Date.now() - repeatedMs >= SECOND_MS) {
      repeatedMs = Date.now();
      await repeat(installation);
    }
    await wait(POLL_MS);
  }
  const healedMs = Date.now();
  await heal(installation);
  const isFiring = () => [...outcomes.values()].some((one) => one.resolvedAfterMs === undefined);
  while (isFiring() && Date.now() - healedMs < RESOLVE_MS) {
    const firing = await prometheus.firing();
    for (const outcome of outcomes.values()) {
      if (firing.has(outcome.alert)) delete outcome.resolvedAfterMs;
      else outcome.resolvedAfterMs ??= Date.now() - healedMs;
    }
    await wait(POLL_MS);
  }
  for (const { alert, firedAfterMs, resolvedAfterMs } of outcomes.values()) {
    const fired = firedAfterMs === undefined ? 'NEVER' : formatSeconds(firedAfterMs);
    const resolved = resolvedAfterMs === undefined ? 'NEVER' : formatSeconds(resolvedAfterMs);
    printLine(
      `${alert.padEnd(22)} fired after ${fired.padStart(5)}, ended after ${resolved.padStart(5)}`,
    );
  }
  return [...outcomes.values()];
}

async function runDrill(cleanups: (() => Promise<unknown>)[]): Promise<boolean> {
  testRules();
  printLine('promtool test rules: passed');
  const installation = await startInstallation(cleanups);
  const { targets, metricsToken: token } = installation;
  const prometheus = await startPrometheus(installation.folder, { targets, token });
  cleanups.push(() => prometheus.close());
  printLine(`the rules run ${FACTOR} times faster`);
  const outcomes: Outcome[] = [];
  for (const group of scenarioGroups) {
    const chosen = group.filter(({ alerts }) => only === undefined || alerts.includes(only));
    const ran = chosen.map((scenario) => runScenario(scenario, installation, prometheus));
    outcomes.push(...(await Promise.all(ran)).flat());
  }
  const failed = outcomes.filter(
    (one) => one.firedAfterMs === undefined || one.resolvedAfterMs === undefined,
  );
  printLine(`\n${outcomes.length - failed.length} of ${outcomes.length} alerts fired and ended`);
  return outcomes.length > 0 && failed.length === 0;
}

async function main(): Promise<void> {
  const startedMs = Date.now();
  const cleanups: (() => Promise<unknown>)[] = [];
  const cleanUp = async () => {
    for (const end of cleanups.splice(0).toReversed()) await end();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().then(() => process.exit(1)));
  }
  try {
    printLine(`npm run drill:alerts, ${new Date().toISOString()}`);
    process.exitCode = (await runDrill(cleanups)) ? 0 : 1;
    printLine(`in ${formatSeconds(Date.now() - startedMs)}`);
  } catch (error) {
    if (!(error instanceof NoPrometheusError)) throw error;
    printLine(error.message);
    process.exitCode = 1;
  } finally {
    await cleanUp();
  }
}

await main();
