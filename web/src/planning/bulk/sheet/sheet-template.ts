import { dayKey, startOfDay, formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { batchColumnNames, batchColumns, type BatchLine } from '@pontual/contract/planning/bulk.ts';
import Papa from 'papaparse';

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

/** Excel in Portuguese opens it in columns and with accents. */
export function sheetTemplate(now: Date): string {
  const data = examples.map((example, index) => {
    const line: BatchLine = { ...example, day: formatDate(startOfDay(dayKey(now), index + 1)) };
    return batchColumns.map((column) => line[column]);
  });
  const fields = batchColumns.map((column) => batchColumnNames[column]);
  return `\uFEFF${Papa.unparse({ fields, data }, { delimiter: ';', newline: '\r\n' })}\r\n`;
}
