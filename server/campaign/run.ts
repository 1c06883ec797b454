import { createApi } from './api.ts';
import { again } from './again.ts';
import { insertPosts, planPosts, type Planned } from './bulk.ts';
import { judge, type Judgement } from './checker.ts';
import { createCrew, type Crew } from './crew.ts';
import { planConversionDeaths, sendForeign } from './conversions.ts';
import { drillFullDisks, FULL_DISK, type FullDisk } from './disk-drill.ts';
import { drained } from './drain.ts';
import { gatherEvidence, mediaByPost, type Evidence } from './evidence.ts';
import { faultsOfTwins, planFaults, type PlannedFault } from './faults.ts';
import { runLanes, type Lanes } from './lanes.ts';
import type { Death } from './messages.ts';
import { startNemesis, type Nemesis } from './nemesis.ts';
import type { Options } from './options.ts';
import { createOwners, type Owners } from './owners.ts';
import type { Owner } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { keepConnected } from './reconnector.ts';
import { drillRestores } from './restore-drill.ts';
import { setStage, type Stage } from './stage.ts';
import { wrongObjects } from './storage-judge.ts';
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
  /** Violations that were seen on the way. */
  notes: string[];
  faults: Map<string, number>;
  ownerActs: Map<string, number>;
  deaths: Death[];
  /** From a death, or from the hour that came after it, to the post's medium. */
  recoveryMs: number[];
  skewMs: number;
  slowestEndMs: number;
  seconds: number;
}

/** What a part is played with. */
interface Play {
  part: Part;
  options: Options;
  stage: Stage;
  random: Random;
  notes: string[];
  nowMs(): number;
  pass(ms: number): Promise<void>;
  say(text: string): void;
  violation(text: string): void;
}

const POSTS_PER_ACCOUNT = 55;
/** However few the posts: one account's troubles must not be all there is. */
const MIN_ACCOUNTS = 12;
const LANES = 6;
const OWNERS_PER_LANE = 3;
const MINUTE = 60_000;
/** Until the first hour, so that the first posts can be prepared (campaign time). */
const LEAD_MS = { long: 4 * MINUTE, short: MINUTE };
/** After the last hour, what was delayed comes to its end (campaign time, about). */
const DRAIN_MS = { long: 75 * MINUTE, short: 3.5 * MINUTE };
/** Of a short campaign's time it may take so much. */
const DRAIN_SHARE = 0.45;
/** Writing one post takes about so long (real ms). */
const WRITING_MS = 6;
/** Longer than any effect may come late. */
const QUIET_MS = 100_000;

const hour = (ms: number) => new Date(ms).toISOString().slice(11, 19);

/** Sets one stage, lets everything go wrong on it, and judges what came of it. */
export async function runPart(
  part: Part,
  options: Options,
  say: (text: string) => void,
): Promise<PartResult> {
  const startedAt = Date.now();
  const stage = await setStage(part.factor, options);
  const { time } = stage;
  const notes: string[] = [];
  const play: Play = {
    part,
    options,
    stage,
    random: createRandom(options.seed).fork(part.name),
    notes,
    nowMs: () => instantOf(time),
    pass: (ms) => passed(time, ms),
    say,
    violation(text) {
      notes.push(text);
      say(`  VIOLATION ${text}`);
    },
  };
  try {
    return await runPlay(play, startedAt);
  } finally {
    await stage.close();
  }
}

async function runPlay(play: Play, startedAt: number): Promise<PartResult> {
  const { part, stage, random, nowMs, say } = play;
  const skewAtStart = await stage.skewMs();
  const clocks = `clocks within ${skewAtStart.toFixed(1)} ms of campaign time`;
  say(`${part.name}: factor ${part.factor}, in ${stage.folder}, ${clocks}`);
  await stage.sandbox.settings({ republish: part.republish });

  const owners = await addOwners(
    stage,
    'conta',
    Math.max(MIN_ACCOUNTS, Math.ceil(part.posts / POSTS_PER_ACCOUNT)),
  );
  const laneOwners = await addOwners(stage, 'dono', LANES * OWNERS_PER_LANE);
  const endRealMs = startedAt + part.minutes * MINUTE;
  const window = windowOf(play, endRealMs);
  const planned = planPosts(random.fork('posts'), owners, part.posts, window);
  const bulk = await insertPosts(stage.services, stage.content, random.fork('files'), planned);
  const hours = `due from ${hour(window.fromMs)} to ${hour(window.untilMs)}; it is ${hour(nowMs())}`;
  say(`  ${bulk.length} posts on ${owners.length} accounts, ${hours}`);

  const { crew, acting } = await startProduct(play);
  const exclusively = createExclusive();
  const nemesis = startNemesis({
    ...stage,
    faults: faultsOf(play, planned, window.untilMs),
    crew,
    owners,
    random: random.fork('nemesis'),
    exclusively,
    violation: play.violation,
  });
  const connecting = keepConnected({ ...stage, ...play, owners, random: random.fork('reconnect') });
  const lanes = runLanes({ ...play, ...window, acting, owners: laneOwners, lanes: LANES });
  const drill = {
    ...stage,
    ...play,
    ...window,
    acting,
    api: createApi(stage.settings.publicUrl),
    db: stage.services.database.db,
    isMutant: play.options.mutate !== undefined,
    inScene: lanes.inScene,
  };
  const disks = drillFullDisks({ ...drill, random: random.fork('disks') });
  const foreign = sendForeign({ ...drill, random: random.fork('foreign') });
  const scenes = Promise.all([lanes.done, disks, foreign]);
  await playOut(play, { ...window, endRealMs, lanes, scenes, nemesis, exclusively });
  await connecting.stop();

  const faults = nemesis.tally();
  if (part.restores > 0) faults.set('F17 restored backup', part.restores);
  const fullDisks = await disks;
  faults.set(FULL_DISK, fullDisks.length);
  const skewMs = Math.max(skewAtStart, await again(stage.skewMs));
  await crew.close();
  const result = await judgeAll(play, [...bulk, ...acting.posts], { crew, skewMs, fullDisks });
  return {
    ...result,
    faults,
    ownerActs: acting.counts,
    slowestEndMs: nemesis.slowestEndMs(),
    seconds: (Date.now() - startedAt) / 1000,
  };
}

function faultsOf(play: Play, planned: readonly Planned[], untilMs: number): PlannedFault[] {
  const { part, random, options, nowMs } = play;
  const wish = { ...part, fromMs: nowMs(), untilMs, mutate: options.mutate };
  const ofTwins = faultsOfTwins(
    random.fork('twins'),
    planned.filter(({ isTwin }) => isTwin),
  );
  const ofConversions = planConversionDeaths(random.fork('conversions'), wish);
  const all = [...planFaults(random.fork('faults'), wish), ...ofTwins, ...ofConversions];
  return all.sort((a, b) => a.atMs - b.atMs);
}

async function addOwners({ people }: Stage, kind: string, many: number): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (let n = 0; n < many; n += 1) owners.push(await people.add(`${kind}.${n}`));
  return owners;
}

/** Between when and when posts are due, so that all is over in time. */
function windowOf({ part, stage }: Play, endRealMs: number): { fromMs: number; untilMs: number } {
  const kind = part.isShort ? 'short' : 'long';
  const written = instantOf(stage.time, Date.now() + part.posts * WRITING_MS);
  const fromMs = written + LEAD_MS[kind];
  const drainMs = Math.min(DRAIN_MS[kind], part.minutes * MINUTE * part.factor * DRAIN_SHARE);
  const untilMs = instantOf(stage.time, endRealMs) - drainMs;
  return { fromMs, untilMs: Math.max(fromMs + 2 * MINUTE, untilMs) };
}

/** The product's processes, and the owners who use it. */
async function startProduct(play: Play): Promise<{ crew: Crew; acting: Owners }> {
  const { stage, random, options } = play;
  let crew: Crew | undefined;
  const acting = createOwners({
    ...stage,
    ...play,
    api: createApi(stage.settings.publicUrl),
    db: stage.services.database.db,
    random: random.fork('owners'),
    crew() {
      if (crew === undefined) throw new Error('there is no crew yet');
      return crew;
    },
  });
  crew = createCrew({ folder: stage.folder, onReached: acting.reached, onEnd: play.violation });
  await crew.add('web', stage.settings);
  for (let n = 0; n < options.workers; n += 1) {
    await crew.add(`worker-${n}`, stage.workerSettings);
  }
  return { crew, acting };
}

/** From the first hour to the end of what was delayed, and of what may still take effect. */
async function playOut(
  play: Play,
  deps: {
    fromMs: number;
    untilMs: number;
    endRealMs: number;
    lanes: Lanes;
    scenes: Promise<unknown>;
    nemesis: Nemesis;
    exclusively<T>(work: () => Promise<T>): Promise<T>;
  },
): Promise<void> {
  const { part, stage, say, nowMs } = play;
  const { lanes, nemesis } = deps;
  await drillRestores({ ...play, ...deps, ...stage, times: part.restores, hold: lanes.hold });
  await deps.scenes;
  await play.pass(Math.max(0, deps.untilMs - nowMs()));
  say(`  ${hour(nowMs())}: the last hour; what was delayed comes to its end`);
  await nemesis.stop();
  const isPatient = !part.isShort && play.options.mutate === undefined;
  await drained({ ...part, ...play, ...deps, isPatient, db: stage.services.database.db });
  await play.pass(QUIET_MS);
}

async function judgeAll(
  play: Play,
  tracked: TrackedPost[],
  { crew, skewMs, fullDisks }: { crew: Crew; skewMs: number; fullDisks: readonly FullDisk[] },
) {
  const { part, stage, notes, nowMs } = play;
  const { db } = stage.services.database;
  const deaths = crew.deaths();
  const evidence = await again(() => gatherEvidence(db, stage.sandbox));
  for (const { id, shas } of tracked) for (const sha of evidence.shown.get(id) ?? []) shas.add(sha);
  for (const wrong of await wrongObjects(db, stage.settings.dataDir)) play.violation(wrong);
  // The sandbox dates with a clock that steps by `factor` ms.
  const toleranceMs = skewMs + part.factor + 1;
  const judgement = judge(tracked, evidence, { toleranceMs, untilMs: nowMs(), fullDisks });
  const recoveryMs = recoveries(deaths, tracked, evidence);
  return { part, tracked, evidence, judgement, notes, deaths, recoveryMs, skewMs };
}

function createExclusive() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** How long after a death, or after the hour that followed it, the post was out. */
function recoveries(
  deaths: readonly Death[],
  tracked: readonly TrackedPost[],
  evidence: Evidence,
): number[] {
  const { byPost } = mediaByPost(tracked, evidence.media);
  return deaths.flatMap(({ postId, atMs }) => {
    const out = byPost.get(postId)?.[0]?.published_at_ms;
    const due = evidence.rows.get(postId)?.scheduled_ms;
    if (out === undefined || due === undefined || due === null || out < atMs) return [];
    return [out - Math.max(atMs, due)];
  });
}
