import { createApi } from './api.ts';
import { retry } from './retry.ts';
import { insertPosts, planPosts, type PlannedPost } from './bulk.ts';
import { checkEvidence, type CheckResult } from './checker.ts';
import { createProcessGroup, type ProcessGroup } from './process-group.ts';
import { planConversionCrashes, sendUnsupportedVideos } from './conversions.ts';
import { drillFullDisks, FULL_DISK, type FullDisk } from './disk-drill.ts';
import { waitUntilDrained } from './drain.ts';
import { gatherEvidence, mediaByPost, type Evidence } from './evidence.ts';
import { planIndistinguishableFaults, planFaults, type PlannedFault } from './faults.ts';
import { startScenarioRunner, type ScenarioRunner } from './scenario-runner.ts';
import type { Death } from './messages.ts';
import { startNemesis, type Nemesis } from './nemesis.ts';
import type { Options } from './options.ts';
import { createOwnerActions, type OwnerActions } from './owner-actions.ts';
import type { Owner } from './users.ts';
import { createRandom, type Random } from './random.ts';
import { startReconnector, type Reconnector } from './reconnector.ts';
import { drillRestores } from './restore-drill.ts';
import { createEnvironment, type Environment } from './environment.ts';
import { findStorageErrors } from './storage-checker.ts';
import { toCampaignTime, sleepScaled } from './time.ts';
import type { TrackedPost } from './tracked-post.ts';

export interface Part {
  name: string;
  posts: number;
  factor: number;
  minutes: number;
  intensity: number;
  republish: string;
  restores: number;
  isShort: boolean;
}

export interface PartResult {
  part: Part;
  tracked: TrackedPost[];
  evidence: Evidence;
  checkResult: CheckResult;
  notes: string[];
  faults: Map<string, number>;
  ownerActs: Map<string, number>;
  deaths: Death[];
  /** Times in ms from a death, or from a later due time, to the medium of the post. */
  recoveryMs: number[];
  skewMs: number;
  slowestEndMs: number;
  seconds: number;
}

interface PartRun {
  part: Part;
  options: Options;
  environment: Environment;
  random: Random;
  notes: string[];
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  printLine(text: string): void;
  reportViolation(text: string): void;
}

const POSTS_PER_ACCOUNT = 55;
const MIN_ACCOUNTS = 12;
const CONCURRENT_SCENARIOS = 6;
const OWNERS_PER_SLOT = 3;
const MINUTE = 60_000;
/** Time before the first due time for preparing posts (campaign time). */
const LEAD_MS = { long: 4 * MINUTE, short: MINUTE };
const DRAIN_MS = { long: 75 * MINUTE, short: 3.5 * MINUTE };
const DRAIN_SHARE = 0.45;
const WRITING_MS = 6;
/** Longer than the effect of any call can be delayed, in ms. */
const QUIET_MS = 100_000;

const formatTime = (ms: number) => new Date(ms).toISOString().slice(11, 19);

export async function runPart(
  part: Part,
  options: Options,
  printLine: (text: string) => void,
): Promise<PartResult> {
  const startedAt = Date.now();
  const environment = await createEnvironment(part.factor, options);
  const { time } = environment;
  const notes: string[] = [];
  const partRun: PartRun = {
    part,
    options,
    environment,
    random: createRandom(options.seed).fork(part.name),
    notes,
    nowMs: () => toCampaignTime(time),
    sleep: (ms) => sleepScaled(time, ms),
    printLine,
    reportViolation(text) {
      notes.push(text);
      printLine(`  VIOLATION ${text}`);
    },
  };
  try {
    return await executePart(partRun, startedAt);
  } finally {
    await environment.close();
  }
}

async function executePart(partRun: PartRun, startedAt: number): Promise<PartResult> {
  const { part, environment, random, nowMs, printLine } = partRun;
  const skewAtStart = await environment.skewMs();
  const clocks = `clocks within ${skewAtStart.toFixed(1)} ms of campaign time`;
  printLine(`${part.name}: factor ${part.factor}, in ${environment.folder}, ${clocks}`);
  await environment.sandbox.settings({ republish: part.republish });

  const owners = await addOwners(
    environment,
    'conta',
    Math.max(MIN_ACCOUNTS, Math.ceil(part.posts / POSTS_PER_ACCOUNT)),
  );
  const scenarioOwners = await addOwners(
    environment,
    'dono',
    CONCURRENT_SCENARIOS * OWNERS_PER_SLOT,
  );
  const endRealMs = startedAt + part.minutes * MINUTE;
  const window = calculateWindow(partRun, endRealMs);
  const planned = planPosts(random.fork('posts'), owners, part.posts, window);
  const bulk = await insertPosts(
    environment.services,
    environment.content,
    random.fork('files'),
    planned,
  );
  const timeRange = `due from ${formatTime(window.fromMs)} to ${formatTime(window.untilMs)}; it is ${formatTime(nowMs())}`;
  printLine(`  ${bulk.length} posts on ${owners.length} accounts, ${timeRange}`);

  const { processGroup, ownerActions } = await startProduct(partRun);
  const exclusively = createMutex();
  const nemesis = startNemesis({
    ...environment,
    faults: planAllFaults(partRun, planned, window.untilMs),
    processGroup,
    owners,
    random: random.fork('nemesis'),
    exclusively,
    reportViolation: partRun.reportViolation,
  });
  const reconnector = startReconnector({
    ...environment,
    ...partRun,
    owners,
    random: random.fork('reconnect'),
  });
  const scenarioRunner = startScenarioRunner({
    ...partRun,
    ...window,
    ownerActions,
    owners: scenarioOwners,
    concurrency: CONCURRENT_SCENARIOS,
  });
  const drillDependencies = {
    ...environment,
    ...partRun,
    ...window,
    ownerActions,
    api: createApi(environment.settings.publicUrl),
    db: environment.services.platform.database.db,
    isMutant: partRun.options.mutate !== undefined,
    runScenario: scenarioRunner.runScenario,
  };
  const fullDisksPromise = drillFullDisks({ ...drillDependencies, random: random.fork('disks') });
  const unsupportedVideos = sendUnsupportedVideos({
    ...drillDependencies,
    random: random.fork('foreign'),
  });
  const scenarios = Promise.all([scenarioRunner.done, fullDisksPromise, unsupportedVideos]);
  await runToEnd(partRun, {
    ...window,
    endRealMs,
    scenarioRunner,
    scenarios,
    nemesis,
    reconnector,
    exclusively,
  });
  await reconnector.stop();

  const faults = nemesis.countFaults();
  if (part.restores > 0) faults.set('F17 restored backup', part.restores);
  const fullDisks = await fullDisksPromise;
  faults.set(FULL_DISK, fullDisks.length);
  const skewMs = Math.max(skewAtStart, await retry(environment.skewMs));
  await processGroup.close();
  const result = await checkAll(partRun, [...bulk, ...ownerActions.posts], {
    processGroup,
    skewMs,
    fullDisks,
  });
  return {
    ...result,
    faults,
    ownerActs: ownerActions.counts,
    slowestEndMs: nemesis.slowestEndMs(),
    seconds: (Date.now() - startedAt) / 1000,
  };
}

function planAllFaults(
  partRun: PartRun,
  planned: readonly PlannedPost[],
  untilMs: number,
): PlannedFault[] {
  const { part, random, options, nowMs } = partRun;
  const faultOptions = { ...part, fromMs: nowMs(), untilMs, mutate: options.mutate };
  const indistinguishableFaults = planIndistinguishableFaults(
    random.fork('twins'),
    planned.filter(({ isIndistinguishable }) => isIndistinguishable),
  );
  const conversionCrashes = planConversionCrashes(random.fork('conversions'), faultOptions);
  const all = [
    ...planFaults(random.fork('faults'), faultOptions),
    ...indistinguishableFaults,
    ...conversionCrashes,
  ];
  return all.sort((a, b) => a.atMs - b.atMs);
}

async function addOwners({ users }: Environment, kind: string, count: number): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (let n = 0; n < count; n += 1) owners.push(await users.add(`${kind}.${n}`));
  return owners;
}

function calculateWindow(
  { part, environment }: PartRun,
  endRealMs: number,
): { fromMs: number; untilMs: number } {
  const kind = part.isShort ? 'short' : 'long';
  const writtenAtMs = toCampaignTime(environment.time, Date.now() + part.posts * WRITING_MS);
  const fromMs = writtenAtMs + LEAD_MS[kind];
  const drainMs = Math.min(DRAIN_MS[kind], part.minutes * MINUTE * part.factor * DRAIN_SHARE);
  const untilMs = toCampaignTime(environment.time, endRealMs) - drainMs;
  return { fromMs, untilMs: Math.max(fromMs + 2 * MINUTE, untilMs) };
}

async function startProduct(
  partRun: PartRun,
): Promise<{ processGroup: ProcessGroup; ownerActions: OwnerActions }> {
  const { environment, random, options } = partRun;
  let processGroup: ProcessGroup | undefined;
  const ownerActions = createOwnerActions({
    ...environment,
    ...partRun,
    api: createApi(environment.settings.publicUrl),
    db: environment.services.platform.database.db,
    random: random.fork('owners'),
    getProcessGroup() {
      if (processGroup === undefined) throw new Error('there is no crew yet');
      return processGroup;
    },
  });
  processGroup = createProcessGroup({
    folder: environment.folder,
    onReached: ownerActions.onPointReached,
    onEnd: partRun.reportViolation,
  });
  await processGroup.add('web', environment.settings);
  for (let n = 0; n < options.workers; n += 1) {
    await processGroup.add(`worker-${n}`, environment.workerSettings);
  }
  return { processGroup, ownerActions };
}

async function runToEnd(
  partRun: PartRun,
  deps: {
    fromMs: number;
    untilMs: number;
    endRealMs: number;
    scenarioRunner: ScenarioRunner;
    scenarios: Promise<unknown>;
    nemesis: Nemesis;
    reconnector: Reconnector;
    exclusively<T>(work: () => Promise<T>): Promise<T>;
  },
): Promise<void> {
  const { part, environment, printLine, nowMs } = partRun;
  const { scenarioRunner, nemesis } = deps;
  await drillRestores({
    ...partRun,
    ...deps,
    ...environment,
    times: part.restores,
    setPaused: scenarioRunner.setPaused,
  });
  await deps.scenarios;
  await partRun.sleep(Math.max(0, deps.untilMs - nowMs()));
  printLine(`  ${formatTime(nowMs())}: the last hour; what was delayed comes to its end`);
  await nemesis.stop();
  const mayPause = !part.isShort && partRun.options.mutate === undefined;
  await waitUntilDrained({
    ...part,
    ...partRun,
    ...deps,
    mayPause,
    hasPendingReconnects: deps.reconnector.hasPendingReconnects,
    db: environment.services.platform.database.db,
  });
  await partRun.sleep(QUIET_MS);
}

async function checkAll(
  partRun: PartRun,
  tracked: TrackedPost[],
  {
    processGroup,
    skewMs,
    fullDisks,
  }: { processGroup: ProcessGroup; skewMs: number; fullDisks: readonly FullDisk[] },
) {
  const { part, environment, notes, nowMs } = partRun;
  const { db } = environment.services.platform.database;
  const deaths = processGroup.deaths();
  const evidence = await retry(() => gatherEvidence(db, environment.sandbox));
  for (const { id, shas } of tracked)
    for (const sha of evidence.currentFiles.get(id) ?? []) shas.add(sha);
  for (const storageError of await findStorageErrors(db, environment.settings.dataDir))
    partRun.reportViolation(storageError);
  // The clock of the sandbox steps by `factor` ms.
  const toleranceMs = skewMs + part.factor + 1;
  const checkResult = checkEvidence(tracked, evidence, {
    toleranceMs,
    untilMs: nowMs(),
    fullDisks,
  });
  const recoveryMs = calculateRecoveries(deaths, tracked, evidence);
  return { part, tracked, evidence, checkResult, notes, deaths, recoveryMs, skewMs };
}

function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
}

function calculateRecoveries(
  deaths: readonly Death[],
  tracked: readonly TrackedPost[],
  evidence: Evidence,
): number[] {
  const { byPost } = mediaByPost(tracked, evidence.media);
  return deaths.flatMap(({ postId, atMs }) => {
    const publishedAtMs = byPost.get(postId)?.[0]?.published_at_ms;
    const due = evidence.rows.get(postId)?.scheduled_ms;
    if (publishedAtMs === undefined || due === undefined || due === null || publishedAtMs < atMs)
      return [];
    return [publishedAtMs - Math.max(atMs, due)];
  });
}
