import { expect, test } from 'vitest';
import { WORKBOOK_TYPE } from './sheet/sheet-file.ts';
import { joinFiles, sortSelection } from './sort-selection.ts';

const aFile = (name: string, bytes = 1, type = '') => new File(['a'.repeat(bytes)], name, { type });

test('sheets of every program are separated from media', async () => {
  const sorted = await sortSelection([
    aFile('plano.csv'),
    aFile('Plano.TXT'),
    aFile('foto.jpg'),
    aFile('plano.xlsx'),
    aFile('PLANO.ODS'),
    aFile('plano', 1, WORKBOOK_TYPE),
  ]);
  const names = ['plano.csv', 'Plano.TXT', 'plano.xlsx', 'PLANO.ODS', 'plano'];
  expect(sorted.sheets.map(({ name }) => name)).toEqual(names);
  expect(sorted.media.map(({ name }) => name)).toEqual(['foto.jpg']);
  expect(sorted.refused).toEqual([]);
});

test('the same file again is skipped, and another file with the same name is refused', () => {
  const chosen = (name: string, bytes: number) => ({ file: aFile(name, bytes) });
  const present = [chosen('foto.jpg', 1)];
  const { files, refused } = joinFiles(present, [
    chosen('FOTO.jpg', 1),
    chosen('foto.jpg', 2),
    chosen('outra.jpg', 2),
  ]);
  expect(files.map((one) => one.file.name)).toEqual(['foto.jpg', 'outra.jpg']);
  expect(refused).toEqual([{ name: 'foto.jpg', reason: expect.stringContaining('Renomeie') }]);
});

test('a batch holds 300 files', () => {
  const many = Array.from({ length: 301 }, (_, index) => ({ file: aFile(`${index}.jpg`) }));
  const { files, refused } = joinFiles([], many);
  expect([files.length, refused.length]).toEqual([300, 1]);
});
