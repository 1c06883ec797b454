import { dayKey, startOfDay, formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import {
  batchColumnNames,
  batchColumns,
  type BatchColumn,
  type BatchLine,
} from '@pontual/contract/planning/bulk.ts';
import { writeXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import { WORKBOOK_TYPE } from './sheet-file.ts';

const examples: Omit<BatchLine, 'day'>[] = [
  {
    files: 'vitrine.jpg',
    hour: '12:00',
    type: 'Imagem',
    caption: 'Novidade na vitrine.\n\n#novidade',
    collaborators: '',
    feed: '',
  },
  {
    files: 'bastidores.mp4',
    hour: '18:30',
    type: 'Reels',
    caption: 'Como a gente faz.',
    collaborators: 'parceira',
    feed: 'sim',
  },
  {
    files: 'receita-1.jpg | receita-2.jpg | receita-3.jpg',
    hour: '12:00',
    type: 'Carrossel',
    caption: 'Passo a passo: arraste para o lado.',
    collaborators: '',
    feed: '',
  },
  { files: 'aviso.jpg', hour: '9h', type: 'Stories', caption: '', collaborators: '', feed: '' },
  {
    files: 'entrevista.mp4',
    hour: '20h',
    type: 'Vídeo',
    caption: 'Conversa com quem faz.',
    collaborators: '',
    feed: '',
  },
];

const fields = batchColumns.map((column) => batchColumnNames[column]);

/** The example posts are due on the days after today, one a day. */
const exampleDay = (now: Date, index: number) => startOfDay(dayKey(now), index + 1);

/** Excel in Portuguese opens it in columns and with accents. */
function csvTemplate(now: Date): Blob {
  const data = examples.map((example, index) => {
    const line: BatchLine = { ...example, day: formatDate(exampleDay(now, index)) };
    return batchColumns.map((column) => line[column]);
  });
  const text = Papa.unparse({ fields, data }, { delimiter: ';', newline: '\r\n' });
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' });
}

const TEXT_FORMAT = '@';
/** In characters, so that no example is cut. */
const columnWidths: Record<BatchColumn, number> = {
  files: 46,
  day: 12,
  hour: 8,
  type: 12,
  caption: 36,
  collaborators: 16,
  feed: 18,
};

async function workbookTemplate(now: Date): Promise<Blob> {
  const rows = examples.map((example, index) => {
    // A cell has no time zone: it shows the day in UTC.
    const day = new Date(`${dayKey(exampleDay(now, index))}T00:00:00Z`);
    const line = { ...example, day };
    return batchColumns.map((column) => line[column]);
  });
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Posts',
        // Excel turns a typed `18:30` or `001` into a number unless its column is for text.
        columns: batchColumns.map((column) => ({
          width: columnWidths[column],
          numFmt: column === 'day' ? 'dd/mm/yyyy' : TEXT_FORMAT,
        })),
        rows: [fields, ...rows],
        cells: new Map(
          fields.map((value, index) => [`0,${index}`, { value, style: { font: { bold: true } } }]),
        ),
        freezePane: { rows: 1 },
      },
    ],
  });
  return new Blob([new Uint8Array(bytes)], { type: WORKBOOK_TYPE });
}

/** The template sheet by file format: an example of each type of post, on the days after today. */
export const sheetTemplates = { xlsx: workbookTemplate, csv: csvTemplate };
