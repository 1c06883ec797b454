import type { CheckedRow } from './bulk-queries.ts';
import type { BatchRow } from './batch-rows.ts';
import type { ReadyPost } from './use-send-batch.ts';

export interface InvalidRow {
  row: BatchRow;
  issues: CheckedRow['issues'];
}

export function splitByReadiness(
  rows: readonly BatchRow[],
  checkedRows: ReadonlyMap<string, CheckedRow> | undefined,
): { ready: ReadyPost[]; invalid: InvalidRow[] } {
  const ready: ReadyPost[] = [];
  const invalid: InvalidRow[] = [];
  for (const row of rows) {
    const checkedRow = checkedRows?.get(row.id);
    if (checkedRow === undefined) continue;
    const issues = checkedRow.issues.filter(({ isWarning }) => !isWarning);
    const { scheduledTime } = checkedRow;
    if (issues.length > 0 || scheduledTime === null) invalid.push({ row, issues });
    else ready.push({ row, checkedRow: { ...checkedRow, scheduledTime } });
  }
  return { ready, invalid };
}
