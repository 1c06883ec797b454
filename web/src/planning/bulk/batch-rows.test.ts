import { expect, test } from 'vitest';
import { clipCells, rowsFromFiles, rowsFromSheet } from './batch-rows.ts';
import { emptyLine } from './sheet/read-table.ts';

const lines = [2, 3].map((row) => ({ row, line: { ...emptyLine, caption: `Linha ${row}` } }));
const noEdits = { edits: new Map(), removed: new Set<string>() };
const captions = (rows: ReturnType<typeof rowsFromSheet>) => rows.map(({ line }) => line.caption);

test('edits and removals in one sheet do not apply to the next', () => {
  const [first, second] = rowsFromSheet({ id: 'outubro', lines }, noEdits);
  const hands = {
    edits: new Map([[first?.id ?? '', { caption: 'Corrigida' }]]),
    removed: new Set([second?.id ?? '']),
  };
  expect(captions(rowsFromSheet({ id: 'outubro', lines }, hands))).toEqual(['Corrigida']);
  expect(captions(rowsFromSheet({ id: 'novembro', lines }, hands))).toEqual(['Linha 2', 'Linha 3']);
});

test('a cell that is too long is checked by its beginning, and stays as entered', () => {
  const line = { ...emptyLine, day: '9'.repeat(5000), caption: 'Oi' };
  expect(clipCells(line)).toEqual({ ...line, day: '9'.repeat(100) });
  expect(line.day).toHaveLength(5000);
});

test('a post with its own due time leaves the free slots to the others', () => {
  const files = ['um', 'dois'].map((name) => ({ url: name, file: { name: `${name}.jpg` } }));
  const slots = [new Date('2026-11-28T15:00:00Z')];
  const rows = rowsFromFiles(files, slots, new Map([['um', { day: '30/11/2026', hour: '9h' }]]));
  expect(rows.map(({ line }) => [line.files, line.day, line.hour])).toEqual([
    ['um.jpg', '30/11/2026', '9h'],
    ['dois.jpg', '28/11/2026', '12:00'],
  ]);
});
