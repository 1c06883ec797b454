import type { BatchRow } from './batch-rows.ts';

/** `Linha 7` of its sheet, or `Post 7`. */
export const rowName = (row: BatchRow, position: number): string =>
  row.row === null ? `Post ${position + 1}` : `Linha ${row.row}`;
