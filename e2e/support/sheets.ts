import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';

const DAY = 24 * 3_600_000;

/** A day so far ahead, as a spreadsheet in Portuguese shows it. */
export const formatDayAhead = (days: number): string =>
  formatDate(new Date(Date.now() + days * DAY));

/** A CSV as Excel in Portuguese saves it: semicolons, and Latin letters of Windows. */
export function createSheet(rows: readonly (readonly string[])[]): Buffer {
  const quoteCell = (cell: string) =>
    /[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return Buffer.from(rows.map((row) => `${row.map(quoteCell).join(';')}\r\n`).join(''), 'latin1');
}
