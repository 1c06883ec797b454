import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { createApi } from './api.ts';
import { insertPosts, planPosts } from './bulk.ts';
import { judge, type Judgement } from './checker.ts';
import { createCrew, type Crew } from './crew.ts';
import { gatherEvidence, mediaByPost, type Evidence } from './evidence.ts';
import { planFaults } from './faults.ts';
import { runLanes } from './lanes.ts';
import type { Death } from './messages.ts';
import { startNemesis } from './nemesis.ts';
import type { Options } from './options.ts';
import { again, createOwners } from './owners.ts';
import { createRandom } from './random.ts';
import { keepConnected } from './reconnector.ts';
import { drillRestore } from './restore-drill.ts';
import { setStage, type Stage } from './stage.ts';
import { instantOf, passed } from './time.ts';
import type { TrackedPost } from './tracked.ts';

/** One part of the campaign. */
export interface Part {
  name: string;
  posts: number;
  factor: number;
  /** Real ones, all included. */
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
  judgement: Judgement;
  /** What was seen on the way. */
  notes: string[];
  faults: Map<string, number>;
  ownerActs: Map<string, number>;
  deaths: Death[];
  /** From a death to the next medium of the post that it was about, or that was due after it. */
  recoveryMs: number[];
  skewMs: number;
  slowestEndMs: number;
  seconds: number;
}

const POSTS_PER_ACCOUNT = 55;
const LANES = 6;
const MINUTE = 60_000;
/** From the beginning to the first hour: the first posts are prepared meanwhile (campaign time). */
const LEAD_MS = 4 * MINUTE;
/** After the last hour, what was delayed comes to its end (campaign time, at most). */
const DRAIN_MS = { long: 75 * MINUTE, short: 3.5 * MINUTE };
/** Of a short campaign's time it may take so much. */
const DRAIN_SHARE = 0.45;

/** Sets one stage, lets everything go wrong on it, and judges what came of it. */
export async function runPart(
  part: Part,
  options: Options,
  say: (text: string) => void,
): Promise<PartResult> {
  const startedAt = performance.now();
  const stage = await setStage(part.factor, options.keep);
  try {
    return await play(part, options, stage, say, startedAt);
  } finally {
    await stage.close();
  }
}

async function play(
  part: Part,
  options: Options,
  stage: Stage,
  say: (text: string) => void,
  startedAt: number,
): Promise<PartResult> {
  const { time, sandbox, services, people, content, cluster } = stage;
  const random = createRandom(options.seed).fork(part.name);
  const notes: string[] = [];
  const violation = (text: string) => {
    notes.push(text);
    say(`  seen: ${text}`);
  };
  const nowMs = () => instantOf(time);
  const pass = (ms: number) => passed(time, ms);
  const skewAtStart = await stage.skewMs();
  say(
    `${part.name}: factor ${part.factor}, in ${stage.folder}, clocks within ${skewAtStart.toFixed(1)} ms of campaign time`,
  );
  await sandbox.settings({ republish: part.republish });

  const owners = [];
  for (let n = 0; n < Math.ceil(part.posts / POSTS_PER_ACCOUNT); n += 1) {
    owners.push(await people.add(`conta.${n}`));
  }
  const laneOwners = [];
  for (let n = 0; n < LANES * 3; n += 1) laneOwners.push(await people.add(`dono.${n}`));

  // Writing them takes time too: the first hour lies behind it.
  const endReal = Date.now() + part.minutes * MINUTE - (performance.now() - startedAt);
  const writingMs = part.posts * 6;
  const fromMs = instantOf(time, Date.now() + writingMs) + LEAD_MS / (part.isShort ? 4 : 1);
  const drainMs = Math.min(
    DRAIN_MS[part.isShort ? 'short' : 'long'],
    part.minutes * MINUTE * part.factor * DRAIN_SHARE,
  );
  const untilMs = Math.max(fromMs + 2 * MINUTE, instantOf(time, endReal) - drainMs);
  const planned = planPosts(random.fork('posts'), owners, part.posts, { fromMs, untilMs });
  const bulk = await insertPosts(services, content, random.fork('files'), planned);
  say(
    `  ${bulk.length} posts on ${owners.length} accounts, due from ${hour(fromMs)} to ${hour(untilMs)}; it is ${hour(nowMs())}`,
  );

  let crew: Crew | undefined;
  const crewNow = () => {
    if (crew === undefined) throw new Error('there is no crew yet');
    return crew;
  };
  const api = createApi(stage.settings.publicUrl);
  const deps = {
    api,
    db: services.database.db,
    crew: crewNow,
    people,
    content,
    nowMs,
    pass,
    violation,
  };
  const acting = createOwners({ ...deps, random: random.fork('owners') });
  crew = createCrew(stage.folder, acting.reached);
  await crew.add('web', stage.settings);
  await Promise.all(
    Array.from({ length: options.workers }, (_, n) =>
      crewNow().add(`worker-${n}`, stage.workerSettings),
    ),
  );
  const exclusively = createExclusive();
  const nemesis = startNemesis({
    faults: planFaults(random.fork('faults'), {
      ...part,
      fromMs: nowMs(),
      untilMs,
      mutate: options.mutate,
    }),
    time,
    crew,
    cluster,
    sandbox,
    proxies: stage.proxies,
    owners,
    random: random.fork('nemesis'),
    exclusively,
    violation,
  });
  const connecting = keepConnected({ people, owners, random: random.fork('reconnect'), pass });
  const lanes = runLanes({
    acting,
    owners: laneOwners,
    random: random.fork('lanes'),
    pass,
    nowMs,
    untilMs,
    lanes: LANES,
    part,
  });
  await drillRestores(part, stage, {
    fromMs,
    untilMs,
    pass,
    nowMs,
    hold: lanes.hold,
    exclusively,
    say,
  });
  await lanes.done;
  say(`  ${hour(nowMs())}: the last hour is near; what was delayed comes to its end`);
  await drained(services, [...bulk, ...acting.posts], { nowMs, untilMs, endReal, say });
  await nemesis.stop();
  await drained(services, [...bulk, ...acting.posts], { nowMs, untilMs, endReal, say });
  await connecting.stop();
  // What may still take effect does, before it is counted.
  await pass(100_000);

  const skewMs = Math.max(skewAtStart, await again(stage.skewMs));
  const tracked = [...bulk, ...acting.posts];
  const faults = await nemesis.tally();
  if (part.restores > 0) faults.set('F17 restored backup', part.restores);
  const deaths = crew.deaths();
  await crew.close();
  const evidence = await again(() => gatherEvidence(services.database.db, sandbox));
  const judgement = judge(tracked, evidence, {
    toleranceMs: skewMs + part.factor + 1,
    untilMs: nowMs(),
  });
  return {
    part,
    tracked,
    evidence,
    judgement,
    notes,
    faults,
    ownerActs: acting.counts,
    deaths,
    recoveryMs: recoveries(deaths, tracked, evidence),
    skewMs,
    slowestEndMs: nemesis.slowestEndMs(),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

const hour = (ms: number) => new Date(ms).toISOString().slice(11, 19);

function createExclusive() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

async function drillRestores(
  part: Part,
  { cluster, time }: Stage,
  deps: {
    fromMs: number;
    untilMs: number;
    pass(ms: number): Promise<void>;
    nowMs(): number;
    hold(isHeld: boolean): Promise<void>;
    exclusively<T>(work: () => Promise<T>): Promise<T>;
    say(text: string): void;
  },
): Promise<void> {
  for (let number = 1; number <= part.restores; number += 1) {
    const at =
      deps.fromMs + ((deps.untilMs - deps.fromMs) * number) / (part.restores + 1) - 30 * MINUTE;
    await deps.pass(Math.max(0, at - deps.nowMs()));
    await drillRestore({
      cluster,
      number,
      factor: time.factor,
      pass: deps.pass,
      holdOwners: deps.hold,
      exclusively: deps.exclusively,
    });
    deps.say(`  ${hour(deps.nowMs())}: a backup of half an hour ago was restored`);
  }
}

/** Until nothing is on its way, or the time is over. */
async function drained(
  services: Stage['services'],
  tracked: readonly TrackedPost[],
  deps: { nowMs(): number; untilMs: number; endReal: number; say(text: string): void },
): Promise<void> {
  let told = 0;
  while (Date.now() < deps.endReal) {
    const found = await again(() =>
      sql<{ n: number }>`select count(*)::int as n from posts where stage <> 'idle'`.execute(
        services.database.db,
      ),
    );
    const left = found.rows[0]?.n ?? 0;
    if (left === 0 && deps.nowMs() > deps.untilMs) return;
    if (Date.now() - told > 30_000) {
      told = Date.now();
      deps.say(`  ${hour(deps.nowMs())}: ${left} of ${tracked.length} posts are not through`);
    }
    await wait(500);
  }
}

/** How long after a death, or after its hour, the post was out. */
function recoveries(deaths: readonly Death[], tracked: readonly TrackedPost[], evidence: Evidence) {
  const { byPost } = mediaByPost(tracked, evidence.media);
  return deaths.flatMap(({ postId, atMs }) => {
    const out = byPost.get(postId)?.[0]?.published_at_ms;
    const due = evidence.rows.get(postId)?.scheduled_ms;
    if (out === undefined || due === undefined || due === null || out < atMs) return [];
    return [out - Math.max(atMs, due)];
  });
}
