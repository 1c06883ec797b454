import {
  BATCH_POSTS_MAX,
  batchColumnNames,
  type BatchColumn,
  type BatchLine,
} from '@pontual/contract/planning/bulk.ts';

/** The heading is line 1. */
export interface SheetLine {
  line: BatchLine;
  row: number;
}

export type Sheet = { lines: SheetLine[]; unknownColumns: string[] } | { error: string };

/** The cells of each row; a row may be shorter than the others. */
export type Table = readonly (readonly string[])[];

export const emptyLine: BatchLine = {
  files: '',
  day: '',
  hour: '',
  type: '',
  caption: '',
  collaborators: '',
  feed: '',
};

/** The accepted headings of each column; the first is that of the template sheet. */
const headings: Record<BatchColumn, readonly string[]> = {
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
const columnByHeading = new Map<string, BatchColumn>(
  Object.entries(headings).flatMap(([column, names]) =>
    names.map((name) => [name, column as BatchColumn] as const),
  ),
);

const normalizeHeading = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** Undefined for a heading that means no column. */
export const columnOf = (heading: string): BatchColumn | undefined =>
  columnByHeading.get(normalizeHeading(heading));

export const hasText = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

/** The first row with text is the heading. */
export function hasHeading(table: Table): boolean {
  const columns = new Set((table.find(hasText) ?? []).map(columnOf));
  return columns.has('files') && columns.has('day');
}

export function readTable(table: Table): Sheet {
  const heading = table.findIndex(hasText);
  const titles = table[heading] ?? [];
  if (!hasHeading(table)) return { error: missingHeadingText(titles) };
  const columns = titles.map(columnOf);
  const lines = table.slice(heading + 1).flatMap((cells, index) => {
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

function missingHeadingText(titles: readonly string[]): string {
  const found = titles.filter((title) => title.trim() !== '').slice(0, 6);
  const foundText = found.length === 0 ? 'está vazia' : `tem ${found.join(', ').slice(0, 120)}`;
  const { files, day } = batchColumnNames;
  return `A primeira linha ${foundText}. Ela precisa dos títulos das colunas: pelo menos ${files} e ${day}.`;
}

/** When two columns have the same meaning, the first non-empty one counts. */
function lineOf(
  cells: readonly string[],
  columns: readonly (BatchColumn | undefined)[],
): BatchLine {
  const line = { ...emptyLine };
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (column === undefined || line[column] !== '') continue;
    line[column] = column === 'caption' ? cell.replaceAll(/\r\n?/g, '\n').trim() : cell.trim();
  }
  return line;
}
