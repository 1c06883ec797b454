import { expect, test } from 'vitest';
import { readSheets } from './read-sheets.ts';

const sheetOf = (name: string, ...lines: string[]) =>
  new File([['Arquivo;Data;Hora', ...lines].join('\n')], name, { type: 'text/csv' });

test('the last of several sheets is used, and each other valid one is reported', async () => {
  const { sheet, refused } = await readSheets([
    sheetOf('outubro.csv', 'um.jpg;01/12/2026;18:30'),
    sheetOf('novembro.csv', 'dois.jpg;02/12/2026;18:30'),
    sheetOf('dezembro.csv', 'três.jpg;03/12/2026;18:30'),
    new File([Uint8Array.of(0x41, 0x0a, 0x00, 0x01, 0xff)], 'quebrada.csv'),
  ]);
  expect(sheet).toMatchObject({ name: 'dezembro.csv', lines: [{ line: { files: 'três.jpg' } }] });
  const reason = 'Usamos só dezembro.csv. Envie esta planilha em outro lote.';
  expect(refused).toEqual([
    { name: 'quebrada.csv', reason: expect.stringContaining('A linha 2 não é texto.') },
    { name: 'outubro.csv', reason },
    { name: 'novembro.csv', reason },
  ]);
});

test('nothing is reported for a single sheet', async () => {
  const { sheet, refused } = await readSheets([sheetOf('plano.csv', 'um.jpg;01/12/2026;18:30')]);
  expect([sheet?.name, refused]).toEqual(['plano.csv', []]);
});
