import { describe, expect, test } from 'vitest';
import { sheetTemplates } from './sheet-template.ts';
import { readCsv } from './read-csv.ts';
import type { Sheet } from './read-table.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const windows = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string, order: 'le' | 'be', mark: boolean) => {
  const units = `${mark ? '\uFEFF' : ''}${text}`;
  const bytes = new Uint8Array(units.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < units.length; at += 1) {
    view.setUint16(at * 2, units.charCodeAt(at), order === 'le');
  }
  return bytes;
};
const linesOf = (sheet: Sheet) => ('lines' in sheet ? sheet.lines : []);
const errorOf = (sheet: Sheet) => ('error' in sheet ? sheet.error : null);

const text = 'Arquivo;Data;Hora;Legenda\r\npão.jpg;28/11;18h30;Promoção às três\r\n';

describe('each encoding of a sheet', () => {
  test.each([
    ['UTF-8', utf8(text)],
    ['UTF-8 with its mark', utf8(`\uFEFF${text}`)],
    ['Windows-1252', windows(text)],
    ['UTF-16, little end first', utf16(text, 'le', true)],
    ['UTF-16, big end first', utf16(text, 'be', true)],
    ['UTF-16 without a mark', utf16(text, 'le', false)],
    ['UTF-16 without a mark, big end first', utf16(text, 'be', false)],
  ])('%s keeps its accents', (_name, bytes) => {
    expect(linesOf(readCsv(bytes))).toMatchObject([
      {
        row: 2,
        line: { files: 'pão.jpg', day: '28/11', hour: '18h30', caption: 'Promoção às três' },
      },
    ]);
  });

  test('bytes that are not text are reported with their line', () => {
    const broken = Uint8Array.from([...utf8('Arquivo;Data\nfoto.jpg;28/11\n'), 0x81, 0xff, 0x0a]);
    expect(errorOf(readCsv(broken))).toContain('A linha 3 não é texto');
    const workbook = Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]);
    expect(errorOf(readCsv(workbook))).toContain('A linha 1 não é texto');
  });
});

describe('each layout of a sheet', () => {
  test.each([';', ',', '\t'])('columns are separated by %j', (separator) => {
    const rows = [
      ['Data', 'Arquivos', 'Legenda'],
      ['28/11/2026', 'a.jpg', 'Bom dia'],
      ['29/11/2026', 'b.jpg', 'Boa noite'],
    ];
    const sheet = readCsv(utf8(rows.map((row) => row.join(separator)).join('\n')));
    expect(linesOf(sheet).map(({ line }) => [line.files, line.day, line.caption])).toEqual([
      ['a.jpg', '28/11/2026', 'Bom dia'],
      ['b.jpg', '29/11/2026', 'Boa noite'],
    ]);
  });

  test('headings are recognized with or without accents, and by synonyms', () => {
    const sheet = readCsv(
      utf8('MÍDIA;Data e Hora;TEXTO;Formato;Preço\na.jpg;28/11 18:00;Oi;Reels;9'),
    );
    expect(sheet).toMatchObject({
      lines: [{ line: { files: 'a.jpg', day: '28/11 18:00', caption: 'Oi', type: 'Reels' } }],
      unknownColumns: ['Preço'],
    });
  });

  test('quoted cells keep their line breaks, quotes and separators; rows keep their numbers', () => {
    const sheet = readCsv(
      utf8(
        '\r\nArquivo;Data;Legenda;;\r\na.jpg;28/11;"Um ""bom""\r\ndia; e\r\nnoite";;\r\n;;;;\r\nb.jpg;29/11;;;\r\n;;;;\r\n',
      ),
    );
    expect(linesOf(sheet)).toMatchObject([
      { row: 3, line: { caption: 'Um "bom"\ndia; e\nnoite' } },
      { row: 5, line: { files: 'b.jpg', caption: '' } },
    ]);
  });

  test('a first line that names the separator is skipped, as Excel writes it', () => {
    expect(linesOf(readCsv(utf8('sep=;\r\nArquivo;Data\r\na.jpg;28/11')))).toHaveLength(1);
  });

  test.each([
    ['', 'A primeira linha está vazia'],
    ['a.jpg;28/11\n', 'A primeira linha tem a.jpg, 28/11'],
    ['Arquivo;Legenda\na.jpg;Oi', 'pelo menos Arquivo e Data'],
    ['Arquivo;Data\n;\n', 'só tem o cabeçalho'],
    [`Arquivo;Data\n${'a.jpg;28/11\n'.repeat(101)}`, 'tem 101 posts'],
  ])('%j is refused with what it lacks', (written, said) => {
    expect(errorOf(readCsv(utf8(written)))).toContain(said);
  });
});

describe('an unpaired quote is reported with its line, so that no post is lost in it', () => {
  test.each([
    ['that is never closed', 'b.jpg;29/11;"Promoção', 3],
    ['that stands before a word', 'b.jpg;29/11;"Oi" gente', 3],
    ['in the last line', 'b.jpg;29/11;Oi\r\nc.jpg;30/11;"Fim', 4],
  ])('%s', (_where, written, row) => {
    const sheet = readCsv(
      utf8(`Arquivo;Data;Legenda\r\na.jpg;28/11;Oi\r\n${written}\r\nd.jpg;01/12;Tchau\r\n`),
    );
    expect(errorOf(sheet)).toContain(`A linha ${row} tem aspas sem par`);
  });

  test('quotes inside of a cell are text', () => {
    const sheet = readCsv(utf8('Arquivo;Data;Legenda\na.jpg;28/11;TV de 32" na promoção'));
    expect(linesOf(sheet)).toMatchObject([{ line: { caption: 'TV de 32" na promoção' } }]);
  });
});

test('carriage returns alone separate lines', () => {
  const sheet = readCsv(utf8('Arquivo;Data;Legenda\ra.jpg;28/11;Um, dois\rb.jpg;29/11;Oi\r'));
  expect(linesOf(sheet).map(({ line }) => line.caption)).toEqual(['Um, dois', 'Oi']);
});

test('the template sheet is valid, and has an example of each type', async () => {
  const template = sheetTemplates.csv(new Date('2026-11-30T12:00:00Z'));
  const sheet = readCsv(new Uint8Array(await template.arrayBuffer()));
  expect(linesOf(sheet).map(({ line }) => [line.day, line.type])).toEqual([
    ['01/12/2026', 'Imagem'],
    ['02/12/2026', 'Reels'],
    ['03/12/2026', 'Carrossel'],
    ['04/12/2026', 'Stories'],
    ['05/12/2026', 'Vídeo'],
  ]);
  expect(sheet).toMatchObject({ unknownColumns: [] });
});
