import {
  BATCH_POSTS_MAX,
  batchColumnNames,
  type BatchLine,
} from '@pontual/contract/planning/bulk.ts';
import Papa from 'papaparse';
import { decodeSheet } from './decode-sheet.ts';

/** The heading is line 1. */
export interface SheetLine {
  line: BatchLine;
  row: number;
}

export type Sheet = { lines: SheetLine[]; unknownColumns: string[] } | { error: string };

export const emptyLine: BatchLine = {
  files: '',
  day: '',
  hour: '',
  type: '',
  caption: '',
  collaborators: '',
  feed: '',
};

type Column = keyof BatchLine;

/** The accepted headings of each column; the first is that of the template sheet. */
const headings: Record<Column, readonly string[]> = {
  files: [
    'arquivo',
    'arquivos',
    'midia',
    'midias',
    'foto',
    'fotos',
    'imagem',
    'imagens',
    'video',
    'nome do arquivo',
    'file',
    'media',
  ],
  day: ['data', 'dia', 'data e hora', 'data/hora', 'data hora', 'quando', 'date', 'agendamento'],
  hour: ['hora', 'horario', 'time'],
  type: ['tipo', 'tipo de post', 'formato', 'type'],
  caption: ['legenda', 'texto', 'caption', 'descricao', 'copy'],
  collaborators: ['colaboradores', 'colaborador', 'collab', 'collabs'],
  feed: ['mostrar no feed', 'no feed', 'feed'],
};
const columnByHeading = new Map<string, Column>(
  Object.entries(headings).flatMap(([column, names]) =>
    names.map((name) => [name, column as Column] as const),
  ),
);

const normalizeHeading = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

export function readCsv(bytes: Uint8Array<ArrayBuffer>): Sheet {
  const decoded = decodeSheet(bytes);
  if ('unreadableLine' in decoded) {
    return {
      error: `A linha ${decoded.unreadableLine} não é texto. Na planilha, escolha Salvar como e o formato CSV UTF-8.`,
    };
  }
  // The byte order mark is no part of the first heading; Excel's `sep=` line names the separator.
  const text = decoded.text.replace(/^\uFEFF/, '').replace(/^sep=.(\r\n?|\n)/i, '');
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separatorOf(text) });
  const unclosedQuote = errors.find(({ type }) => type === 'Quotes');
  // The text after an unclosed quote may have become part of its cell.
  if (unclosedQuote !== undefined)
    return { error: unclosedQuoteText((unclosedQuote.row ?? 0) + 1) };
  const heading = data.findIndex(hasText);
  const titles = data[heading] ?? [];
  const columns = titles.map((title) => columnByHeading.get(normalizeHeading(title)));
  if (!columns.includes('files') || !columns.includes('day'))
    return { error: missingHeadingText(titles) };
  const lines = data.slice(heading + 1).flatMap((cells, index) => {
    if (!hasText(cells)) return [];
    return [{ line: lineOf(cells, columns), row: heading + index + 2 }];
  });
  if (lines.length === 0)
    return { error: 'A planilha só tem o cabeçalho. Escreva um post por linha.' };
  if (lines.length > BATCH_POSTS_MAX) {
    return {
      error: `A planilha tem ${lines.length} posts, e um lote leva até ${BATCH_POSTS_MAX}. Divida em duas.`,
    };
  }
  const unknownColumns = titles.filter((title, index) => title.trim() !== '' && !columns[index]);
  return { lines, unknownColumns };
}

/** Captions may contain any number of commas, so the headings decide. */
function separatorOf(text: string): string {
  const line = text.split(/[\r\n]/).find((each) => each.trim() !== '') ?? '';
  const counted = [';', ',', '\t'].map((separator) => line.split(separator).length);
  return [';', ',', '\t'][counted.indexOf(Math.max(...counted))] ?? ';';
}

const hasText = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

function missingHeadingText(titles: readonly string[]): string {
  const found = titles.filter((title) => title.trim() !== '').slice(0, 6);
  const foundText = found.length === 0 ? 'está vazia' : `tem ${found.join(', ').slice(0, 120)}`;
  const { files, day } = batchColumnNames;
  return `A primeira linha ${foundText}. Ela precisa dos títulos das colunas: pelo menos ${files} e ${day}.`;
}

const unclosedQuoteText = (row: number) =>
  `A linha ${row} tem aspas sem par, e os posts depois dela se misturam. Corrija as aspas e escolha a planilha de novo.`;

/** When two columns have the same meaning, the first non-empty one counts. */
function lineOf(cells: readonly string[], columns: readonly (Column | undefined)[]): BatchLine {
  const line = { ...emptyLine };
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (column === undefined || line[column] !== '') continue;
    line[column] = column === 'caption' ? cell.replaceAll(/\r\n?/g, '\n').trim() : cell.trim();
  }
  return line;
}
