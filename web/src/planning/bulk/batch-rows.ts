import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { batchCellMax, batchColumns, type BatchLine } from '@pontual/contract/planning/bulk.ts';
import { emptyLine, type SheetLine } from './sheet/read-sheet.ts';

/** A post that is to be made; its id stays when others go. */
export interface BatchRow {
  id: string;
  /** In its sheet. */
  row: number | null;
  line: BatchLine;
}

/** What somebody changed by hand, by the id of the row. */
export type Edits = ReadonlyMap<string, Partial<BatchLine>>;

/** As it is asked about: the server says of a cell that was cut what is wrong with it. */
export function clipCells(line: BatchLine): BatchLine {
  const short = { ...line };
  for (const column of batchColumns) short[column] = line[column].slice(0, batchCellMax[column]);
  return short;
}

interface ManualEdits {
  edits: Edits;
  removed: ReadonlySet<string>;
}

/** Whoever gave a post a time of its own wants none of those that are free. */
export const needsFreeSlot = (edit: Partial<BatchLine> | undefined): boolean =>
  edit?.day === undefined && edit?.hour === undefined;

/** The posts of a sheet, as they were mended. What was mended in another one says nothing of this. */
export function rowsFromSheet(
  sheet: { id: string; lines: readonly SheetLine[] },
  { edits, removed }: ManualEdits,
): BatchRow[] {
  return sheet.lines.flatMap(({ line, row }) => {
    const id = `${sheet.id}-${row}`;
    return removed.has(id) ? [] : [{ id, row, line: { ...line, ...edits.get(id) } }];
  });
}

/** A post of each file, in the hours that are free. What somebody gave an hour takes none of them. */
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
