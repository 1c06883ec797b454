import { randomBytes } from 'node:crypto';
import { openDatabase } from '../../src/database/database.ts';
import { createKeyRing } from '../../src/key-ring.ts';
import { startCrew, type Crew } from './crew.ts';
import type { Databases, FreshDatabase } from './databases.ts';
import type { Measured } from './messages.ts';
import type { Outside, OutsideAccount, ReadyPost } from './outside.ts';
import { connectAccounts, insertPosts } from './rows.ts';
import type { Scenario, Wish } from './scenarios.ts';
import { percentiles, type Percentiles } from './statistics.ts';

/** From the insert to the first instant: the worker sleeps until it. */
const LEAD_MS = 6000;
/** CPU is counted from so long before the first instant. */
const MEASURE_AHEAD_MS = 3000;

/** A way to run the product. */
export interface Shape {
  /** Chooses it on the command line. */
  key: string;
  name: string;
  /** `all` is web and worker in one process, as `npm start` has it. */
  role: 'all' | 'worker';
  processes: number;
}

/** As `npm start` has it. */
export const DEFAULT: Shape = {
  key: 'default',
  name: 'default installation',
  role: 'all',
  processes: 1,
};

export const shapes: Shape[] = [
  DEFAULT,
  { key: 'workers1', name: '1 worker', role: 'worker', processes: 1 },
  { key: 'workers2', name: '2 workers', role: 'worker', processes: 2 },
  { key: 'workers4', name: '4 workers', role: 'worker', processes: 4 },
];

/** What one run of one side came to. All in ms but the peaks, the largest process's. */
export interface RunResult {
  lateness: Percentiles;
  /** Of the posts that the row is not about, and of each type. */
  beside: Record<string, Percentiles>;
  cpuMsPerPost: number;
  peakRssMb: number;
  startPeakMb: number;
  missing: number;
  /** Published more than once, as the sandbox's ledger has it. */
  twice: number;
}

export interface Bench {
  outside: Outside;
  databases: Databases;
  profileDir?: string;
}

const secretKeys = `bench:${randomBytes(32).toString('base64')}`;

/** What every process is told; `readEnv` in it checks them. */
const baseEnv = (outside: Outside, calls: Scenario['calls']): NodeJS.ProcessEnv => ({
  ...outside.services,
  ...(calls === undefined ? {} : { PUBLISH_SLOTS: String(calls.slots) }),
  SECRET_KEYS: secretKeys,
  LOG_LEVEL: 'warn',
  DATABASE_URL: '',
  ROLE: 'all',
  PUBLIC_URL: 'http://localhost:3000',
});

/** The floor: no database, the posts split over the processes by account. */
export async function runFloor(
  { outside, profileDir }: Bench,
  scenario: Scenario,
  processes: number,
): Promise<RunResult> {
  const { accounts: count, wishes, calls } = scenario;
  const { posts } = await outside.prepare(count, wishes, calls?.answerMs);
  const crew = await startCrew('floor', processes, baseEnv(outside, calls), profileDir);
  try {
    const firstAt = Date.now() + LEAD_MS;
    const floor = posts.map((post) => ({ ...post, dueAt: firstAt + post.offsetMs }));
    crew.begin(firstAt - MEASURE_AHEAD_MS, (index) =>
      floor.filter(({ account }) => account % processes === index),
    );
    return await measure(outside, scenario, crew, posts, firstAt);
  } finally {
    crew.kill();
  }
}

/** The product, on a fresh database. */
export async function runEngine(
  { outside, databases, profileDir }: Bench,
  scenario: Scenario,
  shape: Shape,
): Promise<RunResult> {
  const { accounts: count, wishes, calls } = scenario;
  const { accounts, posts } = await outside.prepare(count, wishes, calls?.answerMs);
  const database = await databases.fresh();
  let crew: Crew | undefined;
  try {
    const started = await startEngines(
      outside,
      database,
      shape,
      { accounts, posts, calls },
      profileDir,
    );
    crew = started.crew;
    return await measure(outside, scenario, crew, posts, started.firstAt);
  } finally {
    crew?.kill();
    await database.drop();
  }
}

/** Processes that run, and posts that are due soon. */
export async function startEngines(
  outside: Outside,
  database: FreshDatabase,
  { role, processes }: Pick<Shape, 'role' | 'processes'>,
  world: {
    accounts: readonly OutsideAccount[];
    posts: readonly ReadyPost[];
    calls?: Scenario['calls'];
  },
  profileDir?: string,
): Promise<{ crew: Crew; firstAt: number }> {
  const { url, dataDir } = database;
  const env = {
    ...baseEnv(outside, world.calls),
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    ROLE: role,
  };
  const crew = await startCrew('engine', processes, env, profileDir);
  const opened = openDatabase(url);
  const owners = await connectAccounts(opened, createKeyRing(secretKeys), world.accounts);
  const firstAt = Date.now() + LEAD_MS;
  await insertPosts(opened, owners, world.posts, firstAt);
  await opened.close();
  if (Date.now() > firstAt - MEASURE_AHEAD_MS) {
    crew.kill();
    throw new Error('this machine was too slow to be ready before the first instant');
  }
  crew.begin(firstAt - MEASURE_AHEAD_MS);
  return { crew, firstAt };
}

async function measure(
  outside: Outside,
  scenario: Scenario,
  crew: Crew,
  posts: readonly ReadyPost[],
  firstAt: number,
): Promise<RunResult> {
  const lastDue = firstAt + Math.max(...posts.map(({ offsetMs }) => offsetMs));
  await crew.finished(posts.length, lastDue);
  const results = await crew.results();
  const ledger = await outside.control.published();
  const distinct = new Set(ledger.map(({ container_id: container }) => container));
  const lateness = latenessOf(results, posts, firstAt);
  const isCounted = scenario.isCounted ?? (() => true);
  const groups = Map.groupBy(lateness, ({ wish }) =>
    scenario.isByType ? wish.type : isCounted(wish) ? '' : 'the one account',
  );
  groups.delete('');
  return {
    lateness: percentiles(lateness.filter(({ wish }) => isCounted(wish)).map(({ ms }) => ms)),
    beside: Object.fromEntries(
      [...groups].map(([name, group]) => [name, percentiles(group.map(({ ms }) => ms))]),
    ),
    cpuMsPerPost: results.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / posts.length,
    peakRssMb: Math.max(...results.map(({ peakRssMb }) => peakRssMb)),
    startPeakMb: Math.max(...results.map(({ startPeakMb }) => startPeakMb)),
    missing: posts.length - distinct.size,
    twice: ledger.length - distinct.size,
  };
}

function latenessOf(
  results: readonly Measured[],
  posts: readonly ReadyPost[],
  firstAt: number,
): { wish: Wish; ms: number }[] {
  const byId = new Map(posts.map((post) => [post.id, post]));
  return results
    .flatMap(({ answered }) => answered)
    .flatMap(([id, at]) => {
      const post = byId.get(id);
      return post === undefined ? [] : [{ wish: post, ms: at - firstAt - post.offsetMs }];
    });
}
