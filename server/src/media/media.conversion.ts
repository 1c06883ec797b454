import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database/database.ts';
import type { ConversionKind } from '../database/tables.media.ts';
import type { MediaFileRow } from '../database/tables.ts';
import { AppError } from '../http/app-error.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { startLoop, type Loop } from '../loop.ts';
import type { Nudges } from '../nudges.ts';
import { sendAgain, sendForConversion } from './conversion.jobs.ts';
import { createConversionRepository, type Converted } from './conversion.repository.ts';
import type { MediaDecoder } from './decoder/decoder.ts';
import { contentOf } from './hashing.ts';
import type { Incoming } from './incoming.ts';
import { AVI } from './media.rules.ts';
import { isTakeable, planVideo } from './media.video.plan.ts';
import type { Objects } from './objects.ts';
import type { MediaStorage } from './storage/storage.ts';

/** Written, and told to open pages, no more often than this. */
const TELL_MS = 1500;
/** Far below what a claim lasts. */
const RENEW_MS = 10_000;
/** A database that is away for a moment must not cost what took minutes to make. */
const WRITE_AGAIN_AFTER_MS = [1000, 5000, 15_000];
/** What its decoder has refused, or died of, so often. Outages and our own ends do not count. */
const MAX_ATTEMPTS = 3;
const GAVE_UP =
  'Não conseguimos converter este vídeo. Exporte-o como MP4 (H.264 e AAC) e envie de novo.';

type Outcome = Converted | { refusal: string };

export type MediaConversion = ReturnType<typeof createMediaConversion>;

/** Makes of videos what Instagram takes, while their owners go on. */
export function createMediaConversion(deps: {
  database: Database;
  storage: MediaStorage;
  objects: Objects;
  decoder: MediaDecoder;
  jobs: Jobs;
  nudges: Nudges;
  clock: Clock;
  log: Log;
  incoming: Incoming;
}) {
  const { database, storage, objects, decoder, jobs, nudges, incoming, clock, log } = deps;
  const repository = createConversionRepository(database.db);
  const write = createWriting(deps);

  async function make(file: MediaFileRow, folder: string): Promise<Converted> {
    const telling = createTelling(file, { ...deps, repository });
    const output = join(folder, 'output');
    const made = await storage.asFile(file.sha256, async (path) => {
      const container = file.content_type === AVI ? 'avi' : 'mov';
      const facts = await decoder.run('probe', { path, container });
      const plan = planVideo(facts);
      if (plan.kind === 'keep') return { ...facts, sha256: file.sha256 };
      const made = await decoder.run('convert', { path, output, facts, plan }, telling.tell);
      if (!isTakeable(made)) throw new AppError('MEDIA_UNREADABLE');
      const { sha256 } = await contentOf(output);
      await objects.keep(sha256, output);
      return { ...made, sha256 };
    });
    await telling.settle();
    if (made === undefined) throw new Error('the file of a video is not in the storage');
    return made;
  }

  /** Lets others go first, and has it tried again; answers how often the file was at fault. */
  const giveBack = (file: MediaFileRow, isFileAtFault: boolean): Promise<number> =>
    write(async (tx) => {
      const released = await createConversionRepository(tx).release(file.id, isFileAtFault);
      if (released === undefined) return 0;
      await sendAgain(jobs, tx, file, released.restsUntil);
      return released.attempts;
    });

  /** Undefined when it failed and is tried again. */
  async function outcomeOf(file: MediaFileRow, renewing: Loop): Promise<Outcome | undefined> {
    if (file.attempts >= MAX_ATTEMPTS) return { refusal: GAVE_UP };
    try {
      return await incoming.inFolder((folder) => make(file, folder));
    } catch (error) {
      if (error instanceof AppError && error.code === 'VIDEO_UNFIT') {
        return { refusal: error.message };
      }
      // It could be read when it came: what fails now may be the machine, a few times.
      const isFileAtFault = error instanceof AppError;
      await renewing.close();
      log.warn({ error, fileId: file.id }, 'a conversion failed');
      const attempts = await giveBack(file, isFileAtFault);
      return isFileAtFault && attempts >= MAX_ATTEMPTS ? { refusal: GAVE_UP } : undefined;
    }
  }

  /** Lets the posts that wait for it go on. */
  const finish = ({ id: fileId }: MediaFileRow, outcome: Outcome): Promise<void> =>
    write(async (tx) => {
      const writing = createConversionRepository(tx);
      if ('refusal' in outcome) await writing.writeRefused(fileId, outcome.refusal);
      else await writing.writeConverted(fileId, outcome);
      const waiting = await writing.wakePosts(fileId);
      await jobs.send(
        tx,
        'post-advance',
        waiting.map(({ id, workspace_id: group }) => ({ data: { postId: id }, group })),
      );
    });

  return {
    /** Converts the most urgent video that waits for it, and lets the posts that wait for it go on. */
    async convertNext(kind: ConversionKind): Promise<void> {
      const file = await repository.begin(kind);
      if (file === undefined) return;
      const renewing = startLoop({ clock, log, name: 'a conversion' }, async () => {
        await repository.renew(file.id);
        return RENEW_MS;
      });
      try {
        const outcome = await outcomeOf(file, renewing);
        if (outcome === undefined) return;
        await finish(file, outcome);
      } finally {
        await renewing.close();
      }
      nudges.send([{ topic: 'work' }, { topic: 'posts', workspaceId: file.workspace_id }]);
    },

    /** Takes up conversions whose jobs were lost. */
    async takeUpSilent(): Promise<void> {
      await sendForConversion(jobs, database.db, await repository.silent());
    },

    /** Ends the conversion in hand: another process takes it up. */
    stop: () => decoder.close(),
  };
}

/** A transaction that is tried a few times: it may have been done though it fails. */
function createWriting({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  return async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let tried = 0; ; tried += 1) {
      try {
        return await database.inTransaction(work);
      } catch (error) {
        const pauseMs = WRITE_AGAIN_AFTER_MS[tried];
        if (pauseMs === undefined) throw error;
        log.warn({ error }, 'what became of a conversion was not written');
        await new Promise<void>((resolve) => void clock.after(pauseMs, resolve));
      }
    }
  };
}

/** Writes progress now and then, each time after the last was written. */
function createTelling(
  { id, workspace_id: workspaceId }: MediaFileRow,
  deps: {
    repository: ReturnType<typeof createConversionRepository>;
    nudges: Nudges;
    clock: Clock;
    log: Log;
  },
) {
  const { repository, nudges, clock, log } = deps;
  let toldAt = clock.monotonicMs();
  let writing: Promise<void> | undefined;
  return {
    tell(percent: number): void {
      if (writing !== undefined || clock.monotonicMs() - toldAt < TELL_MS) return;
      toldAt = clock.monotonicMs();
      writing = repository
        .writeProgress(id, percent)
        .then(() => nudges.send([{ topic: 'posts', workspaceId }]))
        .catch((error: unknown) => log.warn({ error }, 'progress was not written'))
        .finally(() => {
          writing = undefined;
        });
    },
    settle: () => writing,
  };
}
