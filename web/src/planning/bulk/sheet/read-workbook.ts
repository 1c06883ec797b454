import { MEGABYTE } from '@pontual/contract/media/media.ts';
import { BATCH_POSTS_MAX, type BatchColumn } from '@pontual/contract/planning/bulk.ts';
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { readXlsx, type CellValue, type Sheet as Worksheet } from 'hucre/xlsx';
import { columnOf, hasHeading, hasText, readTable, type Sheet, type Table } from './read-table.ts';
import { isCompoundFile } from './sheet-format.ts';

/** Of all files in a workbook: fifty times the text of a full batch. */
const MAX_UNPACKED_BYTES = 16 * MEGABYTE;
const MAX_ROWS = 10_000;
/** Formats that were applied to whole rows and columns would otherwise become millions of cells. */
const READ_RANGE = `A1:CV${MAX_ROWS + 1}`;

const errors = {
  oldFormat:
    'Esta planilha está no formato antigo do Excel (.xls). Escolha Salvar como, o formato Pasta de Trabalho do Excel (.xlsx), e envie o arquivo novo.',
  password: 'A planilha tem senha. Tire a senha, salve de novo e envie.',
  unreadable:
    'Não conseguimos abrir esta planilha. Escolha Salvar como, o formato Excel (.xlsx) ou CSV, e envie o arquivo novo.',
  tooLarge:
    'A planilha é grande demais para abrir. Copie só as linhas dos posts para uma planilha nova e envie essa.',
  tooManyRows: `A planilha tem mais de ${MAX_ROWS.toLocaleString('pt-BR')} linhas, e um lote leva até ${BATCH_POSTS_MAX} posts. Copie só as linhas dos posts para uma planilha nova e envie essa.`,
};

/** Reads an .xlsx file: its first visible worksheet with the headings. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet> {
  if (isCompoundFile(bytes))
    return { error: errors[isEncrypted(bytes) ? 'password' : 'oldFormat'] };
  try {
    const unpackedBytes = await declaredBytes(bytes);
    if (unpackedBytes > MAX_UNPACKED_BYTES) return { error: errors.tooLarge };
    const { sheets, dateSystem } = await readXlsx(bytes, {
      sheets: ({ hidden, veryHidden }) => hidden !== true && veryHidden !== true,
      range: READ_RANGE,
      readStyles: true,
    });
    if (sheets.length === 0) return { error: errors.unreadable };
    const tables = sheets.map((sheet) => tableOf(sheet, dateSystem === '1904'));
    const table = tables.find(hasHeading) ?? tables.find((each) => each.some(hasText)) ?? [];
    if (table.slice(MAX_ROWS).some(hasText)) return { error: errors.tooManyRows };
    return readTable(table);
  } catch {
    return { error: errors.unreadable };
  }
}

/** Excel stores a workbook with a password as a stream of this name. */
const isEncrypted = (bytes: Uint8Array) =>
  new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage');

/**
 * The size that the files of a workbook declare in its directory. hucre unpacks a file up to that size; without
 * it, up to the size that the file itself declares.
 * @throws when a file has no size in the directory
 */
async function declaredBytes(bytes: Uint8Array): Promise<number> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries({
    filenameValidation: 'tolerant',
  });
  const files = entries.filter(({ filename }) => !filename.endsWith('/'));
  if (
    files.some(({ compressedSize: packed, uncompressedSize: unpacked }) => packed * unpacked === 0)
  )
    throw new Error('a file of the workbook declares no size');
  return files.reduce((total, { uncompressedSize }) => total + uncompressedSize, 0);
}

function tableOf(sheet: Worksheet, is1904: boolean): Table {
  fillMergedCells(sheet);
  const tableBy = (columns: readonly (BatchColumn | undefined)[]) =>
    sheet.rows.map((row, y) =>
      row.map((cell, x) => {
        const format = sheet.cells?.get(`${y},${x}`)?.style?.numFmt ?? '';
        return cellText(cell, columns[x], showsTime(format), is1904);
      }),
    );
  const titles = tableBy([]).find(hasText) ?? [];
  return tableBy(titles.map(columnOf));
}

/** Whether a number format has hours, outside its own text, its language and its colour, such as `[White]`. */
const showsTime = (format: string) =>
  /h/i.test(format.replaceAll(/"[^"]*"|\\.|\[(?!h+\])[^\]]*\]/gi, ''));

/** A value that is merged over several posts, such as their day, counts for each of them. */
function fillMergedCells({ rows, cells, merges = [] }: Worksheet): void {
  for (const { startRow, startCol, endRow } of merges) {
    const value = rows[startRow]?.[startCol] ?? null;
    const origin = cells?.get(`${startRow},${startCol}`);
    const lastRow = Math.min(endRow, startRow + BATCH_POSTS_MAX);
    for (let y = startRow + 1; y <= lastRow; y += 1) {
      const row = rows[y];
      if (row === undefined || row.every((cell) => cell === null)) continue;
      row[startCol] = value;
      // Its format says whether midnight is a time.
      if (origin !== undefined) cells?.set(`${y},${startCol}`, origin);
    }
  }
}

function cellText(
  cell: CellValue,
  column: BatchColumn | undefined,
  hasTimeFormat: boolean,
  is1904: boolean,
): string {
  if (cell === null) return '';
  if (cell instanceof Date) return dateText(cell, column, hasTimeFormat);
  if (typeof cell === 'boolean') return cell ? 'sim' : 'não';
  if (typeof cell === 'number' && isUnformattedDate(cell, column))
    return dateText(serialDate(cell, is1904), column, false);
  return String(cell);
}

/** In days since 1900 or, in old files of a Mac, 1904: every day of this century is between them. */
const [FIRST_DAY, LAST_DAY] = [35_064, 73_051];
const DAY_MS = 24 * 3_600_000;

/** A date or time that lost its number format. */
const isUnformattedDate = (value: number, column: BatchColumn | undefined) =>
  (column === 'day' && value >= FIRST_DAY && value < LAST_DAY) ||
  (column === 'hour' && value > 0 && value < 1);

const serialDate = (serial: number, is1904: boolean) =>
  new Date((is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)) + serial * DAY_MS);

/** Excel's times of day are dates at the start of its calendar. */
const FIRST_CALENDAR_DAY = Date.UTC(1905, 0, 1);

/**
 * `28/11/2026`, `28/11/2026 18:30` or `18:30`; Excel's own text for a date out of range. Midnight counts as a time
 * only where the cell shows it.
 */
function dateText(date: Date, column: BatchColumn | undefined, hasTimeFormat: boolean): string {
  if (Number.isNaN(date.getTime())) return '#######';
  // A minute is no exact fraction of a day.
  const iso = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  const [day, time] = [iso.slice(0, 10).split('-').toReversed().join('/'), iso.slice(11, 16)];
  const hasTime = hasTimeFormat || time !== '00:00';
  if (date.getTime() < FIRST_CALENDAR_DAY || (column === 'hour' && hasTime)) return time;
  return hasTime ? `${day} ${time}` : day;
}
