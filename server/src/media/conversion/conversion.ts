import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { ConversionKind } from '../../platform/database/rows.ts';
import type { MediaFileRow } from '../../platform/database/rows.ts';
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

const PROGRESS_INTERVAL_MS = 1500;
/** Far shorter than the duration of a claim. */
const RENEW_MS = 10_000;
/** A short database outage must not lose a result that took minutes. */
const RETRY_DELAYS_MS = [1000, 5000, 15_000];
/** Failures of the decoder on the same file; outages and shutdowns do not count. */
const MAX_ATTEMPTS = 3;
const GAVE_UP_MESSAGE =
  'Não conseguimos converter este vídeo. Exporte-o como MP4 (H.264 e AAC) e envie de novo.';

type Outcome = ConversionResult | { refusal: string };

export type MediaConversion = ReturnType<typeof createMediaConversion>;

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
      const { sha256, bytes } = await hashFile(output);
      await objects.store({ sha256, bytes, path: output });
      return { ...made, sha256 };
    });
    await progressReporter.settle();
    if (converted === undefined) throw new Error('the file of a video is not in the storage');
    return converted;
  }

  /** Returns the number of failures that count. */
  const releaseForRetry = (file: MediaFileRow, countsAsAttempt: boolean): Promise<number> =>
    runInTransaction(async (tx) => {
      const released = await createConversionRepository(tx).release(file.id, countsAsAttempt);
      if (released === undefined) return 0;
      await requeueConversion(jobs, tx, file, released.restsUntil);
      return released.attempts;
    });

  /** Returns undefined when the conversion failed and is retried. */
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
      // The file was readable at upload, so a few failures may be caused by the machine.
      const countsAsAttempt = error instanceof AppError;
      await leaseRenewal.close();
      log.warn({ error, fileId: file.id }, 'a conversion failed');
      const attempts = await releaseForRetry(file, countsAsAttempt);
      return countsAsAttempt && attempts >= MAX_ATTEMPTS ? { refusal: GAVE_UP_MESSAGE } : undefined;
    }
  }

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

    async requeueStalled(): Promise<void> {
      await enqueueConversions(jobs, database.db, await repository.findStalled());
    },

    /** Another process takes over the running conversion. */
    stop: () => decoder.close(),
  };
}

/** A transaction that reports an error may have been committed. */
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

/** At most once per interval, and never two writes at a time. */
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
