import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { batchCellMax, batchColumns, type BatchLine } from '@pontual/contract/planning/bulk.ts';
import { emptyLine, type SheetLine } from './sheet/read-table.ts';

/** The id does not change when other rows are removed. */
export interface BatchRow {
  id: string;
  /** The line in its sheet; null without a sheet. */
  row: number | null;
  line: BatchLine;
}

export type Edits = ReadonlyMap<string, Partial<BatchLine>>;

/** Returns a line with clipped cells for the check; the server reports a cell that is too long. */
export function clipCells(line: BatchLine): BatchLine {
  const short = { ...line };
  for (const column of batchColumns) short[column] = line[column].slice(0, batchCellMax[column]);
  return short;
}

interface ManualEdits {
  edits: Edits;
  removed: ReadonlySet<string>;
}

/** A row with a due time of its own takes no slot. */
export const needsFreeSlot = (edit: Partial<BatchLine> | undefined): boolean =>
  edit?.day === undefined && edit?.hour === undefined;

/** Edits of another sheet do not apply. */
export function rowsFromSheet(
  sheet: { id: string; lines: readonly SheetLine[] },
  { edits, removed }: ManualEdits,
): BatchRow[] {
  return sheet.lines.flatMap(({ line, row }) => {
    const id = `${sheet.id}-${row}`;
    return removed.has(id) ? [] : [{ id, row, line: { ...line, ...edits.get(id) } }];
  });
}

export function rowsFromFiles(
  files: readonly { url: string; file: { name: string } }[],
  slots: readonly Date[],
  edits: Edits,
): BatchRow[] {
  const unusedSlots = slots.values();
  return files.map(({ url, file }) => {
    const edit = edits.get(url);
    const at = needsFreeSlot(edit) ? unusedSlots.next().value : undefined;
    const when = at === undefined ? {} : { day: formatDate(at), hour: formatTime(at) };
    return { id: url, row: null, line: { ...emptyLine, files: file.name, ...when, ...edit } };
  });
}
