import { newKey } from '../../posts/create/new-key.ts';
import type { Refused } from '../open-zip.ts';
import { readSheet, type Sheet, type SheetLine } from './read-sheet.ts';
import { SHEET_MAX_BYTES, sheetTooLarge } from './sheet-text.ts';

export interface TakenSheet {
  /** Another one each time that a sheet is chosen. */
  id: string;
  name: string;
  lines: readonly SheetLine[];
  /** Headings that say nothing to us. */
  unknown: readonly string[];
}

/** Systems take back what they gave to read: a file may have changed, or its disk may be gone. */
export const UNREADABLE = 'Não conseguimos ler este arquivo. Escolha-o de novo.';

async function sheetOf(file: File): Promise<Sheet> {
  if (file.size > SHEET_MAX_BYTES) return { fault: sheetTooLarge };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  return bytes === undefined ? { fault: UNREADABLE } : readSheet(new Uint8Array(bytes));
}

/** The last of them that can be read is meant; of each other it is said that it was not used. */
export async function readSheets(files: readonly File[]) {
  const sheets: TakenSheet[] = [];
  const refused: Refused[] = [];
  for (const file of files) {
    const read = await sheetOf(file);
    if ('fault' in read) refused.push({ name: file.name, reason: read.fault });
    else sheets.push({ id: newKey(), name: file.name, ...read });
  }
  const sheet = sheets.pop() ?? null;
  const reason = `Usamos só ${sheet?.name}. Envie esta planilha em outro lote.`;
  return { sheet, refused: [...refused, ...sheets.map(({ name }) => ({ name, reason }))] };
}
