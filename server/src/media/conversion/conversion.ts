import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { ConversionKind } from '../../platform/database/tables-media.ts';
import type { MediaFileRow } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { startLoop, type Loop } from '../../platform/loop.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { requeueConversion, enqueueConversions } from './conversion.jobs.ts';
import { createConversionRepository, type ConversionResult } from './conversion.repository.ts';
import type { MediaDecoder } from '../decoder/decoder.ts';
import { hashFile } from '../hashing/hashing.ts';
import type { IncomingFolders } from '../uploads/incoming-folders.ts';
import { AVI_TYPE } from '../media.rules.ts';
import { isAcceptable, planVideo } from './video-plan.ts';
import type { Objects } from '../objects.ts';
import type { MediaStorage } from '../storage/storage.ts';

/** Written, and told to open pages, no more often than this. */
const PROGRESS_INTERVAL_MS = 1500;
/** Far below what a claim lasts. */
const RENEW_MS = 10_000;
/** A database that is away for a moment must not cost what took minutes to make. */
const RETRY_DELAYS_MS = [1000, 5000, 15_000];
/** What its decoder has refused, or died of, so often. Outages and our own ends do not count. */
const MAX_ATTEMPTS = 3;
const GAVE_UP_MESSAGE =
  'Não conseguimos converter este vídeo. Exporte-o como MP4 (H.264 e AAC) e envie de novo.';

type Outcome = ConversionResult | { refusal: string };

export type MediaConversion = ReturnType<typeof createMediaConversion>;

/** Makes of videos what Instagram takes, while their owners go on. */
export function createMediaConversion(deps: {
  database: Database;
  storage: MediaStorage;
  objects: Objects;
  decoder: MediaDecoder;
  jobs: Jobs;
  wakeUps: WakeUps;
  clock: Clock;
  log: Log;
  incoming: IncomingFolders;
}) {
  const { database, storage, objects, decoder, jobs, wakeUps, incoming, clock, log } = deps;
  const repository = createConversionRepository(database.db);
  const runInTransaction = createRetryingTransaction(deps);

  async function convert(file: MediaFileRow, folder: string): Promise<ConversionResult> {
    const progressReporter = createProgressReporter(file, { ...deps, repository });
    const output = join(folder, 'output');
    const converted = await storage.withLocalFile(file.sha256, async (path) => {
      const container = file.content_type === AVI_TYPE ? 'avi' : 'mov';
      const facts = await decoder.run('probe', { path, container });
      const plan = planVideo(facts);
      if (plan.kind === 'keep') return { ...facts, sha256: file.sha256 };
      const made = await decoder.run(
        'convert',
        { path, output, facts, plan },
        progressReporter.report,
      );
      if (!isAcceptable(made)) throw new AppError('MEDIA_UNREADABLE');
      const { sha256 } = await hashFile(output);
      await objects.store(sha256, output);
      return { ...made, sha256 };
    });
    await progressReporter.settle();
    if (converted === undefined) throw new Error('the file of a video is not in the storage');
    return converted;
  }

  /** Lets others go first, and has it tried again; answers how often the file was at fault. */
  const releaseForRetry = (file: MediaFileRow, countsAsAttempt: boolean): Promise<number> =>
    runInTransaction(async (tx) => {
      const released = await createConversionRepository(tx).release(file.id, countsAsAttempt);
      if (released === undefined) return 0;
      await requeueConversion(jobs, tx, file, released.restsUntil);
      return released.attempts;
    });

  /** Undefined when it failed and is tried again. */
  async function runConversion(
    file: MediaFileRow,
    leaseRenewal: Loop,
  ): Promise<Outcome | undefined> {
    if (file.attempts >= MAX_ATTEMPTS) return { refusal: GAVE_UP_MESSAGE };
    try {
      return await incoming.withFolder((folder) => convert(file, folder));
    } catch (error) {
      if (error instanceof AppError && error.code === 'VIDEO_UNFIT') {
        return { refusal: error.message };
      }
      // It could be read when it came: what fails now may be the machine, a few times.
      const countsAsAttempt = error instanceof AppError;
      await leaseRenewal.close();
      log.warn({ error, fileId: file.id }, 'a conversion failed');
      const attempts = await releaseForRetry(file, countsAsAttempt);
      return countsAsAttempt && attempts >= MAX_ATTEMPTS ? { refusal: GAVE_UP_MESSAGE } : undefined;
    }
  }

  /** Lets the posts that wait for it go on. */
  const finish = ({ id: fileId }: MediaFileRow, outcome: Outcome): Promise<void> =>
    runInTransaction(async (tx) => {
      const transactional = createConversionRepository(tx);
      if ('refusal' in outcome) await transactional.writeRefused(fileId, outcome.refusal);
      else await transactional.writeConverted(fileId, outcome);
      const waitingPosts = await transactional.wakePosts(fileId);
      await jobs.send(
        tx,
        'post-advance',
        waitingPosts.map(({ id, workspace_id: group }) => ({ data: { postId: id }, group })),
      );
    });

  return {
    /** Converts the most urgent video that waits for it, and lets the posts that wait for it go on. */
    async convertNext(kind: ConversionKind): Promise<void> {
      const file = await repository.claimNext(kind);
      if (file === undefined) return;
      const leaseRenewal = startLoop({ clock, log, name: 'a conversion' }, async () => {
        await repository.renew(file.id);
        return RENEW_MS;
      });
      try {
        const outcome = await runConversion(file, leaseRenewal);
        if (outcome === undefined) return;
        await finish(file, outcome);
      } finally {
        await leaseRenewal.close();
      }
      wakeUps.send([{ topic: 'work' }, { topic: 'posts', workspaceId: file.workspace_id }]);
    },

    /** Takes up conversions whose jobs were lost. */
    async requeueStalled(): Promise<void> {
      await enqueueConversions(jobs, database.db, await repository.findStalled());
    },

    /** Ends the conversion in hand: another process takes it up. */
    stop: () => decoder.close(),
  };
}

/** A transaction that is tried a few times: it may have been done though it fails. */
function createRetryingTransaction({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Log;
}) {
  return async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await database.inTransaction(work);
      } catch (error) {
        const pauseMs = RETRY_DELAYS_MS[attempt];
        if (pauseMs === undefined) throw error;
        log.warn({ error }, 'what became of a conversion was not written');
        await new Promise<void>((resolve) => void clock.after(pauseMs, resolve));
      }
    }
  };
}

/** Writes progress now and then, each time after the last was written. */
function createProgressReporter(
  { id, workspace_id: workspaceId }: MediaFileRow,
  deps: {
    repository: ReturnType<typeof createConversionRepository>;
    wakeUps: WakeUps;
    clock: Clock;
    log: Log;
  },
) {
  const { repository, wakeUps, clock, log } = deps;
  let reportedAt = clock.monotonicMs();
  let pendingWrite: Promise<void> | undefined;
  return {
    report(percent: number): void {
      if (pendingWrite !== undefined || clock.monotonicMs() - reportedAt < PROGRESS_INTERVAL_MS)
        return;
      reportedAt = clock.monotonicMs();
      pendingWrite = repository
        .writeProgress(id, percent)
        .then(() => wakeUps.send([{ topic: 'posts', workspaceId }]))
        .catch((error: unknown) => log.warn({ error }, 'progress was not written'))
        .finally(() => {
          pendingWrite = undefined;
        });
    },
    settle: () => pendingWrite,
  };
}
