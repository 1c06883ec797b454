import { randomBytes } from 'node:crypto';
import { openDatabase } from '@pontual/server/platform/database/database.ts';
import { createKeyRing } from '@pontual/server/platform/key-ring.ts';
import { startProcessGroup, type ProcessGroup } from './process-group.ts';
import type { Databases, FreshDatabase } from './databases.ts';
import type { ProcessMeasurement } from './messages.ts';
import type { ExternalServices, FakeAccount, ReadyPost } from './external-services.ts';
import { connectAccounts, insertPosts } from './rows.ts';
import type { Scenario, PlannedPost } from './scenarios.ts';
import { percentiles, type Percentiles } from './statistics.ts';

/** Time from the insert to the first due time in ms; the worker sleeps in it. */
const LEAD_MS = 6000;
/** CPU counts from this long before the first due time, in ms. */
const MEASURE_AHEAD_MS = 3000;

export interface Shape {
  key: string;
  name: string;
  /** `all` is web and worker in one process, as with `npm start`. */
  role: 'all' | 'worker';
  processes: number;
}

export const DEFAULT_SHAPE: Shape = {
  key: 'default',
  name: 'default installation',
  role: 'all',
  processes: 1,
};

export const shapes: Shape[] = [
  DEFAULT_SHAPE,
  { key: 'workers1', name: '1 worker', role: 'worker', processes: 1 },
  { key: 'workers2', name: '2 workers', role: 'worker', processes: 2 },
  { key: 'workers4', name: '4 workers', role: 'worker', processes: 4 },
];

/** The result of one run of one side. Times in ms; peak memory of the largest process. */
export interface RunResult {
  lateness: Percentiles;
  /** Latenesses of each type and of posts that the row does not count. */
  otherGroups: Record<string, Percentiles>;
  cpuMsPerPost: number;
  peakRssMb: number;
  startPeakMb: number;
  missing: number;
  duplicates: number;
}

export interface Bench {
  externalServices: ExternalServices;
  databases: Databases;
  profileDir?: string;
}

const secretKeys = `bench:${randomBytes(32).toString('base64')}`;

const buildBaseEnv = (
  externalServices: ExternalServices,
  { calls, gapSeconds = 0 }: Pick<Scenario, 'calls' | 'gapSeconds'>,
): NodeJS.ProcessEnv => ({
  ...externalServices.services,
  ...(calls === undefined ? {} : { PUBLISH_SLOTS: String(calls.slots) }),
  PUBLISH_GAP_SECONDS: String(gapSeconds),
  SECRET_KEYS: secretKeys,
  LOG_LEVEL: 'warn',
  DATABASE_URL: '',
  ROLE: 'all',
  PUBLIC_URL: 'http://localhost:3000',
});

export async function runBaseline(
  { externalServices, profileDir }: Bench,
  scenario: Scenario,
  processes: number,
): Promise<RunResult> {
  const { accounts: count, plannedPosts, calls } = scenario;
  const { posts } = await externalServices.prepare(count, plannedPosts, calls?.answerMs);
  const processGroup = await startProcessGroup(
    'baseline',
    processes,
    buildBaseEnv(externalServices, scenario),
    profileDir,
  );
  try {
    const firstAt = Date.now() + LEAD_MS;
    const baselinePosts = posts.map((post) => ({ ...post, dueAt: firstAt + post.offsetMs }));
    processGroup.begin(firstAt - MEASURE_AHEAD_MS, (index) =>
      baselinePosts.filter(({ account }) => account % processes === index),
    );
    return await measureRun(externalServices, scenario, processGroup, posts, firstAt);
  } finally {
    processGroup.kill();
  }
}

export async function runEngine(
  { externalServices, databases, profileDir }: Bench,
  scenario: Scenario,
  shape: Shape,
): Promise<RunResult> {
  const { accounts: count, plannedPosts, calls } = scenario;
  const { accounts, posts } = await externalServices.prepare(count, plannedPosts, calls?.answerMs);
  const database = await databases.createFresh();
  let processGroup: ProcessGroup | undefined;
  try {
    const started = await startEngines(
      externalServices,
      database,
      shape,
      { ...scenario, accounts, posts },
      profileDir,
    );
    processGroup = started.processGroup;
    return await measureRun(externalServices, scenario, processGroup, posts, started.firstAt);
  } finally {
    processGroup?.kill();
    await database.drop();
  }
}

export async function startEngines(
  externalServices: ExternalServices,
  database: FreshDatabase,
  { role, processes }: Pick<Shape, 'role' | 'processes'>,
  prepared: Pick<Scenario, 'calls' | 'gapSeconds'> & {
    accounts: readonly FakeAccount[];
    posts: readonly ReadyPost[];
  },
  profileDir?: string,
): Promise<{ processGroup: ProcessGroup; firstAt: number }> {
  const { url, dataDir } = database;
  const env = {
    ...buildBaseEnv(externalServices, prepared),
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    ROLE: role,
  };
  const processGroup = await startProcessGroup('engine', processes, env, profileDir);
  const connection = openDatabase(url);
  const owners = await connectAccounts(connection, createKeyRing(secretKeys), prepared.accounts);
  const firstAt = Date.now() + LEAD_MS;
  await insertPosts(connection, owners, prepared.posts, firstAt);
  await connection.close();
  if (Date.now() > firstAt - MEASURE_AHEAD_MS) {
    processGroup.kill();
    throw new Error('this machine was too slow to be ready before the first instant');
  }
  processGroup.begin(firstAt - MEASURE_AHEAD_MS);
  return { processGroup, firstAt };
}

async function measureRun(
  externalServices: ExternalServices,
  scenario: Scenario,
  processGroup: ProcessGroup,
  posts: readonly ReadyPost[],
  firstAt: number,
): Promise<RunResult> {
  const lastDue = firstAt + Math.max(...posts.map(({ offsetMs }) => offsetMs));
  await processGroup.waitUntilFinished(posts.length, lastDue);
  const results = await processGroup.collectResults();
  const ledger = await externalServices.control.published();
  const distinct = new Set(ledger.map(({ container_id: container }) => container));
  const lateness = calculateLateness(results, posts, firstAt);
  const isCounted = scenario.isCounted ?? (() => true);
  const groups = Map.groupBy(lateness, ({ planned }) =>
    scenario.isByType ? planned.type : isCounted(planned) ? '' : (scenario.othersName ?? ''),
  );
  groups.delete('');
  return {
    lateness: percentiles(lateness.filter(({ planned }) => isCounted(planned)).map(({ ms }) => ms)),
    otherGroups: Object.fromEntries(
      [...groups].map(([name, group]) => [name, percentiles(group.map(({ ms }) => ms))]),
    ),
    cpuMsPerPost: results.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / posts.length,
    peakRssMb: Math.max(...results.map(({ peakRssMb }) => peakRssMb)),
    startPeakMb: Math.max(...results.map(({ startPeakMb }) => startPeakMb)),
    missing: posts.length - distinct.size,
    duplicates: ledger.length - distinct.size,
  };
}

function calculateLateness(
  results: readonly ProcessMeasurement[],
  posts: readonly ReadyPost[],
  firstAt: number,
): { planned: PlannedPost; ms: number }[] {
  const byId = new Map(posts.map((post) => [post.id, post]));
  return results
    .flatMap(({ answered }) => answered)
    .flatMap(([id, at]) => {
      const post = byId.get(id);
      return post === undefined ? [] : [{ planned: post, ms: at - firstAt - post.offsetMs }];
    });
}
