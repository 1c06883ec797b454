import type { Db, Tx } from '../../platform/database/database.ts';
import type { ConversionKind } from '../../platform/database/rows.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

interface PendingConversion {
  id: string;
  conversion: ConversionKind | null;
}

const queues = { remux: 'media-remux', encode: 'media-encode' } as const;

/** One job per file; it converts the most urgent video of its kind, which may be another file. */
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

export async function requeueConversion(
  jobs: Jobs,
  tx: Tx,
  { id, conversion }: PendingConversion,
  startAfter: Date,
): Promise<void> {
  if (conversion === null) return;
  // The first job of the file may still be queued under its key and would run too early.
  const job = { data: { fileId: id }, key: newId(), startAfter };
  await jobs.send(tx, queues[conversion], [job]);
}
