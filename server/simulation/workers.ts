import type { MediaConversion } from '../src/media/media.conversion.ts';
import type { Observe, Point } from '../src/publishing/observe.ts';
import { createServices, type Services } from '../src/services.ts';
import type { Chance } from './chance.ts';
import type { Conversions } from './conversions.ts';
import { openProcessDatabase } from './database.ts';
import type { Installation } from './installation.ts';
import type { Job } from './jobs.ts';
import { createProcess, type SimulatedProcess } from './process.ts';
import type { VirtualTime } from './time.ts';

export interface Worker {
  process: SimulatedProcess;
  services: Services;
  conversion: MediaConversion;
}

/** What the loops of `worker.ts` do, by the longest that one of them may sleep. */
const HOUR_POLL_MS = 45_000;
const HOUR_AGAIN_MS = 1000;
const SWEEP_MS = 60_000;
const BEAT_MS = 40_000;
const PERMALINKS_MS = 30_000;
const PAUSES_MS = 30_000;
const BY_HAND_MS = 30_000;
const LEFTOVERS_MS = 600_000;
const SWEEP_LIMIT = 500;
/** What is in `queues.ts` of conversions: signs of life, and how often what fails is tried again. */
const HEARTBEAT_MS = 60_000;
const AGAIN_MS = 5000;
const TRIES = 5;

type ConversionJob = Extract<Job, { fileId: string }>;

export type Workers = Awaited<ReturnType<typeof startWorkers>>;

/** The worker processes: born, driven by the seed, killed and born again. */
export async function startWorkers(
  installation: Installation,
  parts: {
    time: VirtualTime;
    chance: Chance;
    count: number;
    conversions: Conversions;
    /** Gives a job back to the queue. */
    again(job: Job): void;
  },
) {
  const { time, chance, count } = parts;
  const workers = new Set<Worker>();
  const isAlone = count === 1;
  let passes = 0;

  async function boot(): Promise<void> {
    const process = createProcess(time, chance.fork(), () => {
      workers.delete(worker);
      time.after(chance.between(500, 30_000), () => void boot());
    });
    const observe: Observe = (point: Point) => {
      if (point === 'prepared') hourSoon(chance.between(1, 500));
      return process.reached(point);
    };
    const database = openProcessDatabase(installation.shared, process);
    const services = await createServices(installation.partsFor(process, database, observe));
    const conversion = parts.conversions.of(process, services, installation.log);
    const worker: Worker = { process, services, conversion };
    services.hour.onRoom(() => hourSoon(chance.between(1, 200)));
    workers.add(worker);
    installation.begin(beat(services));
    if (isAlone) installation.begin(services.takeOver());
  }

  const free = () => chance.oneOf([...workers].filter(({ process }) => process.canAct));

  function work(job: Job): void {
    const worker = free();
    // Nobody is there to take it: it waits in the queue.
    if (worker === undefined) return void time.after(1000, () => work(job));
    if ('fileId' in job) {
      return workConversion(worker, job, { ...parts, begin: installation.begin });
    }
    installation.begin(worker.services.advancePost(job.postId));
  }

  let cancelHour = () => {};
  function hourSoon(ms: number): void {
    cancelHour();
    cancelHour = time.after(ms, passHour);
  }

  /** Like the loop of the hour: looks when the next instant is, and claims at it. */
  function passHour(): void {
    const pass = (passes += 1);
    hourSoon(HOUR_POLL_MS);
    const worker = free();
    if (worker === undefined) return hourSoon(HOUR_AGAIN_MS);
    const { repository, hour } = worker.services;
    const run = async () => {
      const { publishInMs } = await repository.nextDue();
      if (publishInMs === null) return;
      const isDue = publishInMs <= 2000;
      const claimed = isDue ? await hour.run() : 0;
      if (isDue && chance.happens(0.3)) {
        const rival = free();
        if (rival !== undefined) installation.begin(rival.services.hour.run());
      }
      if (pass !== passes) return;
      if (claimed > 0) hourSoon(1);
      else
        hourSoon(isDue ? chance.between(1000, 8000) : Math.min(HOUR_POLL_MS, publishInMs - 2000));
    };
    installation.begin(run());
  }

  /** What a process does again and again by its own timer; here whoever is free does it. */
  function repeat(everyMs: number, pass: (worker: Worker) => Promise<unknown>): void {
    time.after(everyMs, () => repeat(everyMs, pass));
    const worker = free();
    if (worker !== undefined) installation.begin(pass(worker));
  }

  for (let index = 0; index < count; index += 1) await boot();
  passHour();
  repeat(SWEEP_MS, ({ services }) => sweep(services));
  repeat(BEAT_MS, ({ services }) => beat(services));
  repeat(LEFTOVERS_MS, ({ conversion }) => conversion.takeUpSilent());
  repeat(PERMALINKS_MS, ({ services }) => services.readPermalinks());
  repeat(PAUSES_MS, ({ services }) => services.pauses.endDue());
  repeat(BY_HAND_MS, ({ services }) => services.sightings.lookForSought());
  return {
    work,
    free,
    killAll(): void {
      for (const { process } of workers) process.kill();
    },
  };
}

/** As pg-boss does: what fails comes again, and so does what nobody gives a sign of life of. */
function workConversion(
  { process, conversion }: Worker,
  job: ConversionJob,
  {
    time,
    again: give,
    begin,
  }: { time: VirtualTime; again(job: Job): void; begin: Installation['begin'] },
): void {
  let isOver = false;
  const again = (ms: number) => {
    if (isOver) return;
    isOver = true;
    if (job.tries < TRIES) give({ ...job, at: time.now() + ms, tries: job.tries + 1 });
  };
  const listen = () => {
    if (!process.canAct) again(0);
    if (!isOver) time.after(HEARTBEAT_MS, listen);
  };
  time.after(HEARTBEAT_MS, listen);
  const done = conversion.convertNext(job.queue === 'media-remux' ? 'remux' : 'encode').then(
    () => void (isOver = true),
    (error: unknown) => {
      again(AGAIN_MS);
      throw error;
    },
  );
  begin(done);
}

async function sweep({ repository, accounts, advanceSoon }: Services): Promise<void> {
  await accounts.forgetEnded();
  await advanceSoon(await repository.overdue(SWEEP_LIMIT));
}

/** One name for all: a sign of life of any worker serves all of them. */
const beat = ({ repository }: Services) => repository.beat('00000000-0000-7000-8000-000000000001');
