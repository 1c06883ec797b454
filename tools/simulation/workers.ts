import type { MediaConversion } from '@pontual/server/media/conversion/conversion.ts';
import type { Observe, ProtocolPoint } from '@pontual/server/publishing/observe.ts';
import { createServices, type Services } from '@pontual/server/composition/services.ts';
import type { SeededRandom } from './random.ts';
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

const DISPATCH_POLL_MS = 45_000;
const DISPATCH_RETRY_MS = 1000;
const RECOVERY_MS = 60_000;
const WORKER_HEARTBEAT_MS = 40_000;
const PERMALINKS_MS = 30_000;
const PAUSES_MS = 30_000;
const MANUAL_CHECK_MS = 30_000;
const CLEANUP_MS = 600_000;
const RECOVERY_LIMIT = 500;
/** The values of `queues.ts` for conversions: the heartbeat interval and the retry delay, in ms. */
const JOB_HEARTBEAT_MS = 60_000;
const RETRY_MS = 5000;
const MAX_TRIES = 5;

type ConversionJob = Extract<Job, { fileId: string }>;

export type Workers = Awaited<ReturnType<typeof startWorkers>>;

export async function startWorkers(
  installation: Installation,
  parts: {
    time: VirtualTime;
    random: SeededRandom;
    count: number;
    conversions: Conversions;
    requeue(job: Job): void;
  },
) {
  const { time, random, count } = parts;
  const workers = new Set<Worker>();
  const isAlone = count === 1;
  let passes = 0;

  async function boot(): Promise<void> {
    const process = createProcess(time, random.fork(), () => {
      workers.delete(worker);
      time.after(random.int(500, 30_000), () => void boot());
    });
    const observe: Observe = (point: ProtocolPoint) => {
      if (point === 'prepared') dispatchSoon(random.int(1, 500));
      return process.onPoint(point);
    };
    const database = openProcessDatabase(installation.shared, process);
    const services = await createServices(
      installation.buildServiceDependencies(process, database, observe),
    );
    const conversion = parts.conversions.createFor(process, services, installation.log);
    const worker: Worker = { process, services, conversion };
    services.publishing.dispatcher.onCapacity(() => dispatchSoon(random.int(1, 200)));
    workers.add(worker);
    installation.runInBackground(sendHeartbeat(services));
    if (isAlone) installation.runInBackground(services.publishing.reclaimLeases());
  }

  const pickFree = () =>
    random.pickOrUndefined([...workers].filter(({ process }) => process.isRunning));

  function runJob(job: Job): void {
    const worker = pickFree();
    if (worker === undefined) return void time.after(1000, () => runJob(job));
    if ('fileId' in job) {
      return workConversion(worker, job, {
        ...parts,
        runInBackground: installation.runInBackground,
      });
    }
    installation.runInBackground(worker.services.publishing.advancePost(job.postId));
  }

  let cancelDispatch = () => {};
  function dispatchSoon(ms: number): void {
    cancelDispatch();
    cancelDispatch = time.after(ms, runDispatch);
  }

  function runDispatch(): void {
    const pass = (passes += 1);
    dispatchSoon(DISPATCH_POLL_MS);
    const worker = pickFree();
    if (worker === undefined) return dispatchSoon(DISPATCH_RETRY_MS);
    const { repository, dispatcher } = worker.services.publishing;
    const run = async () => {
      const { publishInMs } = await repository.nextDue();
      if (publishInMs === null) return;
      const isDue = publishInMs <= 2000;
      const claimed = isDue ? await dispatcher.run() : 0;
      if (isDue && random.happens(0.3)) {
        const otherWorker = pickFree();
        if (otherWorker !== undefined)
          installation.runInBackground(otherWorker.services.publishing.dispatcher.run());
      }
      if (pass !== passes) return;
      if (claimed > 0) dispatchSoon(1);
      else
        dispatchSoon(
          isDue ? random.int(1000, 8000) : Math.min(DISPATCH_POLL_MS, publishInMs - 2000),
        );
    };
    installation.runInBackground(run());
  }

  function repeat(everyMs: number, pass: (worker: Worker) => Promise<unknown>): void {
    time.after(everyMs, () => repeat(everyMs, pass));
    const worker = pickFree();
    if (worker !== undefined) installation.runInBackground(pass(worker));
  }

  for (let index = 0; index < count; index += 1) await boot();
  runDispatch();
  repeat(RECOVERY_MS, ({ services }) => recoverOverdue(services));
  repeat(WORKER_HEARTBEAT_MS, ({ services }) => sendHeartbeat(services));
  repeat(CLEANUP_MS, ({ conversion }) => conversion.requeueStalled());
  repeat(PERMALINKS_MS, ({ services }) => services.publishing.readPermalinks());
  repeat(PAUSES_MS, ({ services }) => services.planning.pauses.endDue());
  repeat(MANUAL_CHECK_MS, ({ services }) =>
    services.planning.manualPostDetection.detectManualPosts(),
  );
  return {
    runJob,
    pickFree,
    killAll(): void {
      for (const { process } of workers) process.kill();
    },
  };
}

/** Retries a failed job or one without a heartbeat, as pg-boss does. */
function workConversion(
  { process, conversion }: Worker,
  job: ConversionJob,
  {
    time,
    requeue: give,
    runInBackground,
  }: {
    time: VirtualTime;
    requeue(job: Job): void;
    runInBackground: Installation['runInBackground'];
  },
): void {
  let isOver = false;
  const retry = (ms: number) => {
    if (isOver) return;
    isOver = true;
    if (job.tries < MAX_TRIES) give({ ...job, at: time.now() + ms, tries: job.tries + 1 });
  };
  const checkHeartbeat = () => {
    if (!process.isRunning) retry(0);
    if (!isOver) time.after(JOB_HEARTBEAT_MS, checkHeartbeat);
  };
  time.after(JOB_HEARTBEAT_MS, checkHeartbeat);
  const done = conversion.convertNext(job.queue === 'media-remux' ? 'remux' : 'encode').then(
    () => void (isOver = true),
    (error: unknown) => {
      retry(RETRY_MS);
      throw error;
    },
  );
  runInBackground(done);
}

async function recoverOverdue({ publishing, instagram }: Services): Promise<void> {
  const { repository, advanceSoon } = publishing;
  await instagram.accounts.forgetEnded();
  await advanceSoon(await repository.overdue(RECOVERY_LIMIT));
}

/** One id for all workers, because a heartbeat of any of them suffices. */
const sendHeartbeat = ({ publishing }: Services) =>
  publishing.repository.recordHeartbeat('00000000-0000-7000-8000-000000000001');
