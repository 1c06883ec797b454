import type { Row } from './plan-rows.ts';

/** `Linha 7` of its sheet, or `Post 7`. */
export const rowName = (row: Row, position: number): string =>
  row.row === null ? `Post ${position + 1}` : `Linha ${row.row}`;
