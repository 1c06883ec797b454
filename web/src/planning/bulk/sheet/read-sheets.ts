import { newKey } from '../../../composer/new-key.ts';
import type { RefusedFile } from '../open-zip.ts';
import { readCsv } from './read-csv.ts';
import type { Sheet, SheetLine } from './read-table.ts';
import { SHEET_MAX_BYTES, sheetTooLarge } from './sheet-file.ts';
import { isWorkbook } from './sheet-format.ts';

export interface LoadedSheet {
  /** A new id each time a sheet is chosen. */
  id: string;
  name: string;
  lines: readonly SheetLine[];
  unknownColumns: readonly string[];
}

const READER_NOT_LOADED =
  'Não foi possível abrir a planilha. Verifique sua internet e escolha-a de novo.';

/** The system can revoke the access to a chosen file: it may have changed, or its disk may be gone. */
export const UNREADABLE = 'Não conseguimos ler este arquivo. Escolha-o de novo.';

async function loadSheet(file: File): Promise<Sheet> {
  if (file.size > SHEET_MAX_BYTES) return { error: sheetTooLarge };
  const content = await file.arrayBuffer().catch(() => undefined);
  if (content === undefined) return { error: UNREADABLE };
  const bytes = new Uint8Array(content);
  if (!isWorkbook(bytes)) return readCsv(bytes);
  const reader = await import('./read-workbook.ts').catch(() => undefined);
  return reader === undefined ? { error: READER_NOT_LOADED } : reader.readWorkbook(bytes);
}

/** The last valid sheet counts; every other one is rejected. */
export async function readSheets(files: readonly File[]) {
  const sheets: LoadedSheet[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const result = await loadSheet(file);
    if ('error' in result) refused.push({ name: file.name, reason: result.error });
    else sheets.push({ id: newKey(), name: file.name, ...result });
  }
  const sheet = sheets.pop() ?? null;
  const reason = `Usamos só ${sheet?.name}. Envie esta planilha em outro lote.`;
  return { sheet, refused: [...refused, ...sheets.map(({ name }) => ({ name, reason }))] };
}
