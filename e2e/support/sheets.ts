import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';

const DAY = 24 * 3_600_000;

export const formatDayAhead = (days: number): string =>
  formatDate(new Date(Date.now() + days * DAY));

/** Returns a CSV as the Portuguese Excel saves it: semicolons and Windows Latin encoding. */
export function createSheet(rows: readonly (readonly string[])[]): Buffer {
  const quoteCell = (cell: string) =>
    /[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return Buffer.from(rows.map((row) => `${row.map(quoteCell).join(';')}\r\n`).join(''), 'latin1');
}
