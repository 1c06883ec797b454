import Papa from 'papaparse';
import { decodeSheet } from './decode-sheet.ts';
import { readTable, type Sheet } from './read-table.ts';

export function readCsv(bytes: Uint8Array<ArrayBuffer>): Sheet {
  const decoded = decodeSheet(bytes);
  if ('unreadableLine' in decoded) {
    return {
      error: `A linha ${decoded.unreadableLine} não é texto. Na planilha, escolha Salvar como, o formato Excel (.xlsx) ou CSV UTF-8, e envie o arquivo novo.`,
    };
  }
  // The byte order mark is no part of the first heading; Excel's `sep=` line names the separator.
  const text = decoded.text.replace(/^\uFEFF/, '').replace(/^sep=.(\r\n?|\n)/i, '');
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separatorOf(text) });
  const unclosedQuote = errors.find(({ type }) => type === 'Quotes');
  // The text after an unclosed quote may have become part of its cell.
  if (unclosedQuote !== undefined)
    return { error: unclosedQuoteText((unclosedQuote.row ?? 0) + 1) };
  return readTable(data);
}

/** Captions may contain any number of commas, so the headings decide. */
function separatorOf(text: string): string {
  const line = text.split(/[\r\n]/).find((each) => each.trim() !== '') ?? '';
  const counted = [';', ',', '\t'].map((separator) => line.split(separator).length);
  return [';', ',', '\t'][counted.indexOf(Math.max(...counted))] ?? ';';
}

const unclosedQuoteText = (row: number) =>
  `A linha ${row} tem aspas sem par, e os posts depois dela se misturam. Corrija as aspas e escolha a planilha de novo.`;
