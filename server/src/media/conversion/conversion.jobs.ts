import type { Db, Tx } from '../../platform/database/database.ts';
import type { ConversionKind } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

interface PendingConversion {
  id: string;
  conversion: ConversionKind | null;
}

const queues = { remux: 'media-remux', encode: 'media-encode' } as const;

/** Sends one job per file. Each job converts the most urgent video of its kind, which may be another file. */
export async function enqueueConversions(
  jobs: Jobs,
  tx: Db | Tx,
  files: readonly PendingConversion[],
): Promise<void> {
  for (const { id, conversion } of files) {
    if (conversion === null) continue;
    await jobs.send(tx, queues[conversion], [{ data: { fileId: id }, key: id }]);
  }
}

/** Sends a delayed job for a video whose job ended without converting it. */
export async function requeueConversion(
  jobs: Jobs,
  tx: Tx,
  { id, conversion }: PendingConversion,
  startAfter: Date,
): Promise<void> {
  if (conversion === null) return;
  // A new key, because the job that was sent with the file may still be queued and would run too early.
  const job = { data: { fileId: id }, key: newId(), startAfter };
  await jobs.send(tx, queues[conversion], [job]);
}
