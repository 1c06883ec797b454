import type { BatchRow } from './batch-rows.ts';

/** Returns `Linha 7` for a row of a sheet, otherwise `Post 7`. */
export const rowName = (row: BatchRow, position: number): string =>
  row.row === null ? `Post ${position + 1}` : `Linha ${row.row}`;
