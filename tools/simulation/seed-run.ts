import type { SeededRandom } from './random.ts';
import { createSeededRandom } from './random.ts';
import { createBackups } from './backups.ts';
import { createConversions, planVideos } from './conversions.ts';
import { planFaults, type Fault } from './faults.ts';
import { createInstallation, type Environment } from './installation.ts';
import { createJobQueue } from './jobs.ts';
import { createNetwork, type SentCall } from './network.ts';
import { FREEZE_MS, startNemesis, type Nemesis } from './nemesis.ts';
import { startOwners } from './owners.ts';
import { createWorkspaces, planPosts, type PlannedPost, type Workspace } from './population.ts';
import { createSharedDatabase, type SharedDatabase } from './shared.ts';
import { planStops } from './stop-faults.ts';
import { BEGIN_MS, createVirtualTime, type VirtualTime } from './time.ts';
import { startWorkers } from './workers.ts';

export interface SeedOptions {
  seed: number;
  posts: number;
  faults: number;
}

export interface SeedRun {
  semantics: string;
  planned: PlannedPost[];
  workspaces: Workspace[];
  faultCounts: Map<string, number>;
  affectedAccounts: Set<string>;
  refusals: Map<string, number>;
  restoredAt: number | undefined;
  unconvertible: ReadonlySet<string>;
  manuallyPublished: ReadonlySet<string>;
  unexpectedErrors: readonly string[];
  /** In the order of their time. */
  publishCalls: readonly SentCall[];
  virtualMs: number;
  isOver: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A run that is not over by then never will be, in ms. */
const MAX_DURATION_MS = 30 * HOUR;
const STOP_SEED = 0x5709;
const REPUBLISH_SEMANTICS = [
  'error-2207008',
  'on-arrival',
  'duplicate',
  'same-id',
  '9007',
] as const;

export async function simulateSeed(
  environment: Environment,
  options: SeedOptions,
): Promise<SeedRun> {
  const random = createSeededRandom(options.seed);
  const time = createVirtualTime(random.fork());
  environment.startSeed(time, random.fork());
  const shared = createSharedDatabase(environment.store, time);
  const semantics = await prepareEnvironment(environment, shared, random);
  const faultCounts = new Map<string, number>();
  const recordFault = (name: string) =>
    void faultCounts.set(name, (faultCounts.get(name) ?? 0) + 1);

  const network = createNetwork(time, random.fork(), environment.sandbox.fetch, ({ step, fault }) =>
    recordFault(`network: ${fault} at ${step}`),
  );
  const losses = { lost: random.pick([0, 0.02, 0.1]), doubled: random.pick([0, 0.02, 0.1]) };
  const queue = createJobQueue(
    { time, random: random.fork(), shared, losses: options.faults === 0 ? noLosses : losses },
    (job) => workers.runJob(job),
    recordFault,
  );
  const installation = createInstallation({
    sandbox: environment.sandbox,
    shared,
    network,
    jobs: queue.jobs,
  });
  const workspaces = createWorkspaces(shared, random, Math.ceil(options.posts / 25) + 1);
  const owners = await startOwners(installation, {
    time,
    random: random.fork(),
    sandbox: environment.sandbox,
  });
  for (const workspace of workspaces) await owners.connect(workspace, workspace.username);
  // An independent generator, so that the rest of the seed stays the same.
  const videoRandom = createSeededRandom(~options.seed);
  const planned = planVideos(videoRandom, planPosts(random, workspaces, options.posts, BEGIN_MS));
  const conversions = createConversions({
    time,
    random: videoRandom,
    planned,
    hasFaults: options.faults > 0,
    recordFault,
  });
  const end = Math.max(...planned.map(({ dueAt }) => dueAt));
  const count = random.happens(0.15) ? 1 : random.int(2, 4);
  const workers = await startWorkers(installation, {
    time,
    random: random.fork(),
    count,
    conversions,
    requeue: queue.enqueue,
  });
  const faults = [
    ...planFaults(random, options.faults, BEGIN_MS + MINUTE, end + 2 * MINUTE),
    ...planStops(
      createSeededRandom(options.seed ^ STOP_SEED),
      planned,
      Math.round(options.faults / 3),
    ),
  ];
  const nemesis = startNemesis({
    time,
    random: random.fork(),
    environment,
    installation,
    network,
    owners,
    workers,
    planned,
    workspaces,
    recordFault,
    backups: createBackups(shared, queue),
    faults,
  });
  const isOver = await runToEnd(time, shared, {
    instants: [...faults, ...planned].map(getLastInstant),
    nemesis,
    manuallyPublished: owners.manuallyPublished,
  });
  return {
    semantics,
    planned,
    workspaces,
    faultCounts,
    isOver,
    affectedAccounts: nemesis.affectedAccounts,
    refusals: nemesis.refusals,
    restoredAt: faults.find(({ kind }) => kind === 'restore')?.at,
    unconvertible: new Set(planned.filter(conversions.mayBeRefused).map(({ id }) => id)),
    manuallyPublished: owners.manuallyPublished,
    unexpectedErrors: installation.unexpectedErrors,
    publishCalls: network.publishCalls,
    virtualMs: time.now() - BEGIN_MS,
  };
}

const noLosses = { lost: 0, doubled: 0 };

/** The last effect of an item; owners do after a freeze what they could not do during it. */
function getLastInstant(item: Fault | PlannedPost): number {
  if ('dueAt' in item) return Math.max(item.dueAt, item.createdAt);
  return item.kind === 'restore' ? item.at + FREEZE_MS + MINUTE : item.at;
}

async function prepareEnvironment(
  environment: Environment,
  shared: SharedDatabase,
  random: SeededRandom,
): Promise<string> {
  await environment.sandbox.reset();
  const semantics = random.pick(REPUBLISH_SEMANTICS);
  const settings = {
    republish: semantics,
    expired: random.pick(['24/2207008', '-2/2207020']),
    processingMs: { image: random.int(0, 1500), video: random.int(500, 4000) },
    quotaTotal: 100,
  };
  await environment.sandbox.fetch(`${environment.sandbox.url}/_sandbox/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  environment.emptyTables();
  shared.query('select setseed($1)', [random.next()]);
  return semantics;
}

async function runToEnd(
  time: VirtualTime,
  shared: SharedDatabase,
  parts: {
    instants: readonly number[];
    nemesis: Pick<Nemesis, 'reconnectAll' | 'stop'>;
    manuallyPublished: ReadonlySet<string>;
  },
): Promise<boolean> {
  const { instants, nemesis, manuallyPublished } = parts;
  const planned = Math.max(...instants) + MINUTE;
  await time.run(() => false, planned);
  const hasOpenPosts = () =>
    shared.query(
      `select count(*)::int as n from publications
       where next_step_at is not null or post_id = any($1) and status in ('failed', 'error', 'expired')`,
      [[...manuallyPublished]],
    ).rows[0]?.['n'] !== 0;
  let next = planned;
  let step = MINUTE;
  while (hasOpenPosts() && next < BEGIN_MS + MAX_DURATION_MS) {
    if (next > planned + 20 * MINUTE) nemesis.reconnectAll();
    next += step;
    step = Math.min(step * 1.2, 15 * MINUTE);
    await time.run(() => false, next);
  }
  nemesis.stop();
  await time.run(() => false, next + MINUTE);
  return !hasOpenPosts();
}
