import type { Chance } from './chance.ts';
import { createChance } from './chance.ts';
import { createBackups } from './backups.ts';
import { createConversions, planVideos } from './conversions.ts';
import { planFaults, type Fault } from './faults.ts';
import { createInstallation, type Ground } from './installation.ts';
import { createJobQueue } from './jobs.ts';
import { createNetwork } from './network.ts';
import { FROZEN_MS, startNemesis, type Nemesis } from './nemesis.ts';
import { startOwners } from './owners.ts';
import { makeWorkspaces, planPosts, type PlannedPost, type Workspace } from './population.ts';
import { shareDatabase, type Shared } from './shared.ts';
import { planStops } from './stop-faults.ts';
import { BEGIN_MS, createVirtualTime, type VirtualTime } from './time.ts';
import { startWorkers } from './workers.ts';

export interface SeedOptions {
  seed: number;
  posts: number;
  faults: number;
}

/** What was meant, for the checker to compare with what happened. */
export interface Played {
  semantics: string;
  planned: PlannedPost[];
  workspaces: Workspace[];
  /** What struck, by name and how often. */
  struck: Map<string, number>;
  /** Accounts of which Instagram or the owner took something away, by username. */
  troubled: Set<string>;
  /** How many posts of an account Instagram refused for good. */
  refusals: Map<string, number>;
  /** When a backup was put back; undefined if none was. */
  restoredAt: number | undefined;
  /** Posts whose video cannot be converted. */
  unfit: ReadonlySet<string>;
  /** Posts that their owners published by hand. */
  byHand: ReadonlySet<string>;
  surprises: readonly string[];
  virtualMs: number;
  isOver: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What is not over by then never will be. */
const LIMIT_MS = 30 * HOUR;
const STOPS = 0x5709;
const semanticsOf = ['error-2207008', 'on-arrival', 'duplicate', 'same-id', '9007'] as const;

/** Plays one seed from an empty world to the end of its last post. */
export async function play(ground: Ground, options: SeedOptions): Promise<Played> {
  const chance = createChance(options.seed);
  const time = createVirtualTime(chance.fork());
  ground.turnTo(time, chance.fork());
  const shared = shareDatabase(ground.store, time);
  const semantics = await prepareGround(ground, shared, chance);
  const struck = new Map<string, number>();
  const told = (name: string) => void struck.set(name, (struck.get(name) ?? 0) + 1);

  const network = createNetwork(time, chance.fork(), ground.sandbox.fetch, ({ step, trouble }) =>
    told(`network: ${trouble} at ${step}`),
  );
  const losses = { lost: chance.pick([0, 0.02, 0.1]), doubled: chance.pick([0, 0.02, 0.1]) };
  const queue = createJobQueue(
    { time, chance: chance.fork(), shared, losses: options.faults === 0 ? noLosses : losses },
    (job) => workers.work(job),
    told,
  );
  const installation = createInstallation({
    sandbox: ground.sandbox,
    shared,
    network,
    jobs: queue.jobs,
  });
  const workspaces = makeWorkspaces(shared, chance, Math.ceil(options.posts / 25) + 1);
  const owners = await startOwners(installation, {
    time,
    chance: chance.fork(),
    sandbox: ground.sandbox,
    jobs: queue.jobs,
  });
  for (const workspace of workspaces) await owners.connect(workspace, workspace.username);
  // With chance of its own: what else befalls a seed stays the same.
  const ofVideos = createChance(~options.seed);
  const planned = planVideos(ofVideos, planPosts(chance, workspaces, options.posts, BEGIN_MS));
  const conversions = createConversions({
    time,
    chance: ofVideos,
    planned,
    hasFaults: options.faults > 0,
    told,
  });
  const end = Math.max(...planned.map(({ dueAt }) => dueAt));
  const count = chance.happens(0.15) ? 1 : chance.between(2, 4);
  const workers = await startWorkers(installation, {
    time,
    chance: chance.fork(),
    count,
    conversions,
    again: queue.put,
  });
  const faults = [
    ...planFaults(chance, options.faults, BEGIN_MS + MINUTE, end + 2 * MINUTE),
    // With chance of its own, as the videos.
    ...planStops(createChance(options.seed ^ STOPS), planned, Math.round(options.faults / 3)),
  ];
  const nemesis = startNemesis({
    time,
    chance: chance.fork(),
    ground,
    installation,
    network,
    owners,
    workers,
    planned,
    workspaces,
    told,
    backups: createBackups(shared, queue),
    faults,
  });
  const isOver = await playOut(time, shared, {
    instants: [...faults, ...planned].map(lastInstant),
    nemesis,
    byHand: owners.byHand,
  });
  return {
    semantics,
    planned,
    workspaces,
    struck,
    isOver,
    troubled: nemesis.troubled,
    refusals: nemesis.refusals,
    restoredAt: faults.find(({ kind }) => kind === 'restore')?.at,
    unfit: new Set(planned.filter(conversions.mayBeRefused).map(({ id }) => id)),
    byHand: owners.byHand,
    surprises: installation.surprises,
    virtualMs: time.now() - BEGIN_MS,
  };
}

const noLosses = { lost: 0, doubled: 0 };

/** When the last comes of it: what owners did not do in a frozen time is done after it. */
function lastInstant(item: Fault | PlannedPost): number {
  if ('dueAt' in item) return Math.max(item.dueAt, item.createdAt);
  return item.kind === 'restore' ? item.at + FROZEN_MS + MINUTE : item.at;
}

/** An empty world, with Instagram's ways of this seed. */
async function prepareGround(ground: Ground, shared: Shared, chance: Chance): Promise<string> {
  await ground.sandbox.reset();
  const semantics = chance.pick(semanticsOf);
  const settings = {
    republish: semantics,
    expired: chance.pick(['24/2207008', '-2/2207020']),
    processingMs: { image: chance.between(0, 1500), video: chance.between(500, 4000) },
    quotaTotal: 100,
  };
  await ground.sandbox.fetch(`${ground.sandbox.url}/_sandbox/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  shared.query(`truncate users, email_changes, weekly_summaries, deletions, workspaces, workspace_members, sessions,
    worker_heartbeats, instagram_authorizations, instagram_accounts, media_files, instagram_connections, posts,
    post_media, containers, idempotency_keys, post_events, notices, uploads, unpublished,
    forgotten_containers, pauses_seen, intents, stopped cascade`);
  shared.query('select setseed($1)', [chance.next()]);
  return semantics;
}

/** Until nothing is on its way any more, and what comes after it has come. */
async function playOut(
  time: VirtualTime,
  shared: Shared,
  parts: {
    instants: readonly number[];
    nemesis: Pick<Nemesis, 'heal' | 'rest'>;
    byHand: ReadonlySet<string>;
  },
): Promise<boolean> {
  const { instants, nemesis, byHand } = parts;
  const planned = Math.max(...instants) + MINUTE;
  await time.run(() => false, planned);
  const open = () =>
    shared.query(
      `select count(*)::int as n from posts
       where stage <> 'idle' or id = any($1) and status in ('failed', 'error', 'expired')`,
      [[...byHand]],
    ).rows[0]?.['n'] !== 0;
  let next = planned;
  let step = MINUTE;
  while (open() && next < BEGIN_MS + LIMIT_MS) {
    // Owners see to their accounts, if later than usual.
    if (next > planned + 20 * MINUTE) nemesis.heal();
    next += step;
    step = Math.min(step * 1.2, 15 * MINUTE);
    await time.run(() => false, next);
  }
  nemesis.rest();
  await time.run(() => false, next + MINUTE);
  return !open();
}
