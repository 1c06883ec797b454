import { newId } from '@pontual/server/platform/ids.ts';
import { createConversions } from '../simulation/conversions.ts';
import { openProcessDatabase } from '../simulation/database.ts';
import { gatherEvidence, type LedgerMedium } from '../simulation/evidence.ts';
import { createInstallation, type Environment } from '../simulation/installation.ts';
import { createJobQueue } from '../simulation/jobs.ts';
import { createNetwork } from '../simulation/network.ts';
import { startOwners } from '../simulation/owners.ts';
import { createWorkspaces, type PlannedPost, type Workspace } from '../simulation/population.ts';
import { createProcess } from '../simulation/process.ts';
import { createSeededRandom, type SeededRandom } from '../simulation/random.ts';
import { createSharedDatabase, type SharedDatabase } from '../simulation/shared.ts';
import { BEGIN_MS, createVirtualTime, type VirtualTime } from '../simulation/time.ts';
import { startWorkers } from '../simulation/workers.ts';
import type { Act, Exhibit, FaultAct } from './exhibit.ts';
import { createPeople } from './people.ts';
import { judge, type ExhibitVerdict, type Observations } from './verdict.ts';
import { startWatch } from './watch.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const ACCOUNTS = 5;
const WAVE_MINUTES = 5;
const FIRST_DUE_MINUTE = 10;
/** Between two checks whether all posts have ended. */
const STEP_MINUTES = 10;
/** A block lasts four hours, and what waits for it fails an hour late. */
const MAX_DURATION_MS = 12 * 60 * MINUTE;
const defaultPlan = {
  waves: 10,
  types: ['IMAGE', 'IMAGE', 'REELS', 'CAROUSEL', 'IMAGE'],
} as const satisfies Exhibit['plan'];

/** Plays it with its posts, 50 by default, against the services of the product, on a virtual clock. */
export async function playExhibit(
  environment: Environment,
  exhibit: Exhibit,
): Promise<ExhibitVerdict> {
  const random = createSeededRandom(1);
  const time = createVirtualTime(random.fork());
  environment.startSeed(time, random.fork());
  const shared = createSharedDatabase(environment.store, time);
  await prepareSandbox(environment);
  environment.emptyTables();
  emptyStatus(shared);
  const network = createNetwork(time, random.fork(), environment.sandbox.fetch, () => undefined);
  const queue = createJobQueue(
    { time, random: random.fork(), shared, losses: { lost: 0, doubled: 0 } },
    (job) => workers.runJob(job),
    () => undefined,
  );
  const parts = { sandbox: environment.sandbox, shared, network, jobs: queue.jobs };
  const installation = createInstallation(parts);
  const workspaces = createWorkspaces(shared, calm(random), ACCOUNTS);
  const owners = await startOwners(installation, { ...parts, time, random });
  const people = createPeople({ ...parts, owners, workspaces, setting: exhibit.setting });
  await people.connectAll();
  const plan = exhibit.plan ?? defaultPlan;
  const planned = planWaves(workspaces, plan, exhibit.setting);
  const lastDueMinute = FIRST_DUE_MINUTE + (plan.waves - 1) * WAVE_MINUTES;
  const recordFault = () => undefined;
  const conversions = createConversions({ time, random, planned, hasFaults: false, recordFault });
  const workers = await startWorkers(installation, {
    time,
    random,
    conversions,
    count: 1,
    requeue: queue.enqueue,
  });
  const accountOf = (workspaceId: unknown) => workspaces.findIndex(({ id }) => id === workspaceId);
  const observer = createProcess(time, random, () => undefined);
  const database = openProcessDatabase(shared, observer);
  const beganAt = toMs(Math.min(...exhibit.script.map(({ at }) => at)));
  const lastDueAt = toMs(lastDueMinute);
  const watched = startWatch({
    time,
    shared,
    database,
    workers,
    accountOf,
    beganAt,
    lastDueAt,
  });
  for (const post of planned) {
    time.at(post.createdAt, () => installation.runInBackground(owners.schedule(post)));
  }
  function perform(act: Act): Promise<void> {
    if ('fault' in act) return arm(environment, act, workspaces);
    if ('burstMs' in act) return setSandbox(environment, { burstMs: act.burstMs });
    return people.act(act);
  }
  for (const act of exhibit.script) {
    time.at(toMs(act.at), () => {
      installation.runInBackground(time.freezeDuring(perform(act)));
    });
  }

  await runToEnd(time, shared, toMs(lastDueMinute + 5));
  const { media } = await gatherEvidence(environment);
  return judge(exhibit, {
    beganAt,
    posts: readPosts(shared, planned, accountOf, media),
    notifications: readNotifications(shared, accountOf),
    issues: watched.issues,
    forecasts: watched.forecasts,
    offAir: watched.offAir,
    alerts: watched.alerts,
    unexpectedErrors: installation.unexpectedErrors,
  });
}

const toMs = (minute: number): number => BEGIN_MS + minute * MINUTE;

/** Nothing happens by chance but the delays of the network. */
const calm = (random: SeededRandom): SeededRandom => ({ ...random, happens: () => false });

async function prepareSandbox(environment: Environment): Promise<void> {
  await environment.sandbox.reset();
  await setSandbox(environment, { processingMs: { image: 500, video: 3000 }, burstMs: 0 });
}

async function setSandbox({ sandbox }: Environment, settings: object): Promise<void> {
  const response = await sandbox.fetch(`${sandbox.url}/_sandbox/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  if (!response.ok) throw new Error(`the settings of the sandbox: ${await response.text()}`);
}

/** The clock of the next exhibit begins before the end of this one. The metrics count no jobs here. */
function emptyStatus(shared: SharedDatabase): void {
  shared.query(`create schema if not exists pgboss;
    create table if not exists pgboss.job (name text, state text, start_after timestamptz);
    truncate instagram_error_codes, status_calls, status_failures, status_components, status_incidents, status_days, status_posts;
    update status_progress set claimed_at = null, measured_at = null, counted_until = null`);
}

/** All posts exist at the beginning. Without another setting the first five waves are prepared then, the others half an hour ahead. */
const planWaves = (
  workspaces: readonly Workspace[],
  { waves, types }: NonNullable<Exhibit['plan']>,
  setting: Exhibit['setting'],
): PlannedPost[] =>
  Array.from({ length: waves }, (_, wave) =>
    workspaces.map((workspace, account): PlannedPost => {
      const mediaType = types[account] ?? 'IMAGE';
      const marker = `p${wave}${account}.`;
      const hasCaption = mediaType !== 'STORIES';
      return {
        id: newId(),
        workspace,
        mediaType,
        marker: hasCaption ? marker : undefined,
        caption: hasCaption ? `Novidade ${marker}` : '',
        files: mediaType === 'CAROUSEL' ? 2 : 1,
        createdAt: BEGIN_MS + SECOND + wave * 100 + account,
        dueAt: toMs(
          FIRST_DUE_MINUTE +
            (setting === 'posts-together' ? wave - (wave % 5) : wave) * WAVE_MINUTES,
        ),
      };
    }),
  ).flat();

async function arm(
  { sandbox }: Environment,
  { steps, fault, minutes, times, account }: FaultAct,
  workspaces: readonly Workspace[],
): Promise<void> {
  const username = account === undefined ? undefined : workspaces[account]?.username;
  for (const step of steps) {
    const response = await sandbox.fetch(`${sandbox.url}/_sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        service: 'instagram',
        step,
        fault,
        username,
        times,
        ...(minutes === undefined ? {} : { forMs: minutes * MINUTE }),
      }),
    });
    if (!response.ok) throw new Error(`${fault} at ${step}: ${await response.text()}`);
  }
}

async function runToEnd(time: VirtualTime, shared: SharedDatabase, from: number): Promise<void> {
  let until = from;
  const isOver = () =>
    shared.query('select from publications where next_step_at is not null limit 1').rows.length ===
    0;
  await time.run(() => false, until);
  while (!isOver() && until < BEGIN_MS + MAX_DURATION_MS) {
    until += STEP_MINUTES * MINUTE;
    await time.run(() => false, until);
  }
}

function readPosts(
  shared: SharedDatabase,
  planned: readonly PlannedPost[],
  accountOf: (workspaceId: unknown) => number,
  media: readonly LedgerMedium[],
): Observations['posts'] {
  const rows = shared.query(`select id, status, next_step_at is not null as is_active
    from posts_with_publication`).rows;
  const byId = new Map(rows.map((row) => [row['id'], row]));
  const postOfContainer = new Map(
    shared
      .query('select graph_id, post_id from containers where graph_id is not null')
      .rows.map((row) => [row['graph_id'], row['post_id']]),
  );
  return planned.map(({ id, workspace, dueAt, marker }) => {
    // A story has no caption.
    const own = media.filter(({ caption, container_id: container }) =>
      marker === undefined ? postOfContainer.get(container) === id : caption?.includes(marker),
    );
    return {
      id,
      account: accountOf(workspace.id),
      dueAt,
      status: String(byId.get(id)?.['status']),
      isActive: byId.get(id)?.['is_active'] === true,
      publishedAt: own[0]?.published_at_ms ?? null,
      media: own.length,
    };
  });
}

const readNotifications = (
  shared: SharedDatabase,
  accountOf: (workspaceId: unknown) => number,
): Observations['notifications'] =>
  shared
    .query('select workspace_id, post_id, code, action, created_at from notifications')
    .rows.map((row) => ({
      account: accountOf(row['workspace_id']),
      postId: typeof row['post_id'] === 'string' ? row['post_id'] : null,
      code: String(row['code']),
      action: String(row['action']),
      at: (row['created_at'] as Date).getTime(), // the type of the column
    }));
