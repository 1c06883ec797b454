import type { BatchRow } from './batch-rows.ts';

export const rowName = (row: BatchRow, position: number): string =>
  row.row === null ? `Post ${position + 1}` : `Linha ${row.row}`;
