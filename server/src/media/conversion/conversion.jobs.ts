import type { Db, Tx } from '../../platform/database/database.ts';
import type { ConversionKind } from '../../platform/database/tables-media.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

interface PendingConversion {
  id: string;
  conversion: ConversionKind | null;
}

const queues = { remux: 'media-remux', encode: 'media-encode' } as const;

/** Has as many videos converted as these are: of each kind the most urgent, whichever these are. */
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

/** The same, later, for a video on which a job was spent without converting it. */
export async function requeueConversion(
  jobs: Jobs,
  tx: Tx,
  { id, conversion }: PendingConversion,
  startAfter: Date,
): Promise<void> {
  if (conversion === null) return;
  // With a key of its own: the job that came with the file may be waiting still, and comes too early.
  const job = { data: { fileId: id }, key: newId(), startAfter };
  await jobs.send(tx, queues[conversion], [job]);
}
