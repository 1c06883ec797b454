import type { Checked } from './bulk.queries.ts';
import type { Row } from './plan-rows.ts';
import type { ReadyPost } from './use-send-batch.ts';

/** A post in whose way something stands. */
export interface FaultyRow {
  row: Row;
  problems: Checked['problems'];
}

/** Which posts can be made, and which have to be mended first. */
export function readyPosts(
  rows: readonly Row[],
  checked: ReadonlyMap<string, Checked> | undefined,
): { ready: ReadyPost[]; faulty: FaultyRow[] } {
  const ready: ReadyPost[] = [];
  const faulty: FaultyRow[] = [];
  for (const row of rows) {
    const found = checked?.get(row.id);
    if (found === undefined) continue;
    const problems = found.problems.filter(({ isWarning }) => !isWarning);
    const { scheduledTime } = found;
    if (problems.length > 0 || scheduledTime === null) faulty.push({ row, problems });
    else ready.push({ row, checked: { ...found, scheduledTime } });
  }
  return { ready, faulty };
}
