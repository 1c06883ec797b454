import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readWorkbook } from './read-workbook.ts';
import type { Sheet } from './read-table.ts';
import { sheetTemplates } from './sheet-template.ts';

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const savedBy = async (name: string) =>
  Uint8Array.from(await readFile(new URL(`../../../../testing/sheets/${name}`, import.meta.url)));
const linesOf = (sheet: Sheet) => ('lines' in sheet ? sheet.lines : []);
const errorOf = (sheet: Sheet) => ('error' in sheet ? sheet.error : null);

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

type Parts = Record<string, string>;

/** The files of a workbook with these rows of XML. */
const partsOf = (rows: string): Parts => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Posts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
});

async function zipOf(parts: Parts, options: { password?: string } = {}) {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, ...options });
  for (const [name, text] of Object.entries(parts)) await writer.add(name, new TextReader(text));
  return bytesOf(await writer.close());
}

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`;
const aWorkbook = (rows: string) => zipOf(partsOf(rows));
const heading = row('Arquivo', 'Data');

/** Cells with `s="1"` get the first number format, and so on. */
function withFormats(parts: Parts, ...formats: string[]): Parts {
  const numFmts = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`,
  );
  const xfs = formats.map((_code, at) => `<xf numFmtId="${164 + at}"/>`);
  return {
    ...parts,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${numFmts.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`,
    'xl/_rels/workbook.xml.rels': (parts['xl/_rels/workbook.xml.rels'] ?? '').replace(
      '</Relationships>',
      `<Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ),
  };
}
const post = row('a.jpg', '28/11/2026');

describe('a workbook of each program', () => {
  test('XlsxWriter: the visible worksheet with the headings is read as it is shown', async () => {
    const sheet = await readWorkbook(await savedBy('xlsxwriter.xlsx'));
    expect(linesOf(sheet)).toMatchObject([
      {
        row: 2,
        line: {
          files: 'pão.jpg',
          day: '01/12/2026',
          hour: '18:30',
          type: 'Imagem',
          caption: 'Promoção às três',
          collaborators: 'parceira',
          feed: 'sim',
        },
      },
      {
        row: 3,
        line: {
          files: 'bolo.jpg',
          day: '02/12/2026',
          hour: '09:00',
          caption: 'Bolo do dia',
          feed: 'não',
        },
      },
      {
        row: 4,
        line: {
          files: 'massa.mp4',
          day: '03/12/2026 09:05',
          hour: '',
          caption: 'Linha um\nlinha dois',
        },
      },
      { row: 5, line: { files: '7', day: '04/12/2026', hour: '18:00', caption: '2026' } },
      { row: 7, line: { files: 'manhã.jpg', day: '05/12/2026', hour: '9h' } },
      { row: 8, line: { files: 'tarde.jpg', day: '05/12/2026', hour: '15h' } },
    ]);
    expect(linesOf(sheet)).toHaveLength(6);
    expect(sheet).toMatchObject({ unknownColumns: ['Responsável'] });
  });

  test('openpyxl: days count from 1904, as in old files of a Mac', async () => {
    const sheet = await readWorkbook(await savedBy('openpyxl-1904.xlsx'));
    expect(
      linesOf(sheet).map(({ line }) => [line.files, line.day, line.hour, line.caption]),
    ).toEqual([
      ['café.jpg', '01/12/2026', '00:00', 'Bom dia'],
      ['pão.jpg', '02/12/2026 18:30', '', 'Boa noite'],
      // A formula that no program has calculated has no value.
      ['bolo.jpg', '03/12', '18h', ''],
    ]);
  });

  test('XlsxWriter: midnight is kept where the cell shows a time, and a day alone has none', async () => {
    const sheet = await readWorkbook(await savedBy('midnight.xlsx'));
    expect(linesOf(sheet).map(({ line }) => [line.files, line.day, line.hour])).toEqual([
      ['1.jpg', '25/12/2026 00:00', ''],
      // Excel's own format of a date with a time.
      ['2.jpg', '25/12/2026 00:00', ''],
      ['3.jpg', '25/12/2026', ''],
      ['4.jpg', '25/12/2026', ''],
      ['5.jpg', '25/12/2026', '00:00'],
    ]);
  });

  test('our template is valid, and has an example of each type', async () => {
    const template = await sheetTemplates.xlsx(new Date('2026-11-30T12:00:00Z'));
    const sheet = await readWorkbook(await bytesOf(template));
    expect(linesOf(sheet).map(({ line }) => [line.day, line.hour, line.type])).toEqual([
      ['01/12/2026', '12:00', 'Imagem'],
      ['02/12/2026', '18:30', 'Reels'],
      ['03/12/2026', '12:00', 'Carrossel'],
      ['04/12/2026', '9h', 'Stories'],
      ['05/12/2026', '20h', 'Vídeo'],
    ]);
    expect(sheet).toMatchObject({ unknownColumns: [] });
  });
});

describe('midnight', () => {
  const midnight = '<v>46381</v>';

  test('of a cell that is merged over several posts counts for each of them', async () => {
    const parts = withFormats(
      partsOf(
        `${heading}<row>${cell('a.jpg')}<c s="1">${midnight}</c></row>${row('b.jpg')}<row>${cell('c.jpg')}<c s="2"/></row>`,
      ),
      'dd/mm/yyyy hh:mm',
      'dd/mm/yyyy',
    );
    const sheet = 'xl/worksheets/sheet1.xml';
    parts[sheet] = (parts[sheet] ?? '').replace(
      '</worksheet>',
      '<mergeCells><mergeCell ref="B2:B4"/></mergeCells></worksheet>',
    );
    const lines = linesOf(await readWorkbook(await zipOf(parts)));
    expect(lines.map(({ line }) => line.day)).toEqual(Array(3).fill('25/12/2026 00:00'));
  });

  test.each([
    ['[White]dd/mm/yyyy', '25/12/2026'],
    ['[$-pt-BR,h]dd/mm/yyyy', '25/12/2026'],
    ['[White]dd/mm/yyyy hh:mm', '25/12/2026 00:00'],
    ['dd/mm/yyyy [h]:mm', '25/12/2026 00:00'],
    ['dd/mm/yyyy [HH]:mm', '25/12/2026 00:00'],
  ])('in a cell with the format %s is read as %s', async (format, day) => {
    const parts = partsOf(`${heading}<row>${cell('a.jpg')}<c s="1">${midnight}</c></row>`);
    const lines = linesOf(await readWorkbook(await zipOf(withFormats(parts, format))));
    expect(lines.map(({ line }) => line.day)).toEqual([day]);
  });
});

describe('a workbook has the same errors as a CSV', () => {
  test.each([
    ['no cells', '', 'A primeira linha está vazia'],
    ['no headings', row('a.jpg', '28/11'), 'A primeira linha tem a.jpg, 28/11'],
    ['headings alone', heading, 'só tem o cabeçalho'],
    ['101 posts', heading + post.repeat(101), 'A planilha tem 101 posts'],
  ])('%s', async (_what, rows, said) => {
    expect(errorOf(await readWorkbook(await aWorkbook(rows)))).toContain(said);
  });

  test('a cell that its program could not calculate, or a date out of range, keeps its text', async () => {
    const styled = withFormats(
      partsOf(
        `${heading}<row>${cell('a.jpg')}<c t="e"><f>A9</f><v>#REF!</v></c></row><row>${cell('b.jpg')}<c s="1"><v>1e300</v></c></row>`,
      ),
      'dd/mm/yyyy',
    );
    const lines = linesOf(await readWorkbook(await zipOf(styled)));
    expect(lines.map(({ line }) => line.day)).toEqual(['#REF!', '#######']);
  });
});

describe('a file that is no workbook, or a hostile one, is refused with what to do', () => {
  const unreadable = 'Escolha Salvar como, o formato Excel (.xlsx) ou CSV';
  const tooLarge = 'Copie só as linhas dos posts para uma planilha nova';

  /** The beginning of Microsoft's compound file, with the name of one stream. */
  const aCompoundFile = (stream: string) => {
    const bytes = new Uint8Array(1024);
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    for (let index = 0; index < stream.length; index += 1)
      bytes[512 + index * 2] = stream.charCodeAt(index);
    return bytes;
  };

  test.each([
    ['an .xls', 'Workbook', 'formato antigo do Excel'],
    ['a password', 'EncryptedPackage', 'Tire a senha'],
  ])('%s', async (_what, stream, said) => {
    expect(errorOf(await readWorkbook(aCompoundFile(stream)))).toContain(said);
  });

  test('a ZIP with a password', async () => {
    const zip = await zipOf(partsOf(heading + post), { password: 'segredo' });
    expect(errorOf(await readWorkbook(zip))).toContain(unreadable);
  });

  test('an ODS, a document of Word and a damaged file', async () => {
    const ods = await zipOf({ mimetype: 'application/vnd.oasis', 'content.xml': '<a/>' });
    const word = partsOf('');
    word['xl/workbook.xml'] = '<w:document><w:body/></w:document>';
    const whole = await aWorkbook(heading + post);
    for (const bytes of [ods, await zipOf(word), whole.slice(0, 300)])
      expect(errorOf(await readWorkbook(bytes))).toContain(unreadable);
  });

  test('a file that unpacks to gigabytes', async () => {
    const zip = await aWorkbook(heading + ' '.repeat(17 * 1024 * 1024));
    expect(zip.length).toBeLessThan(100_000);
    expect(errorOf(await readWorkbook(zip))).toContain(tooLarge);
  });

  test.each([10, 0])(
    'a file that unpacks to more than the %i bytes that it declares',
    async (declared) => {
      const size = 17 * 1024 * 1024;
      const parts = partsOf('');
      parts['xl/worksheets/sheet1.xml'] = ' '.repeat(size);
      const bytes = await zipOf(parts);
      const view = new DataView(bytes.buffer);
      for (let at = 0; at + 4 <= bytes.length; at += 1) {
        if (view.getUint32(at, true) === size) view.setUint32(at, declared, true);
      }
      expect(errorOf(await readWorkbook(bytes))).toContain(unreadable);
    },
  );

  test('a file whose directory has no packed size, so that the file itself would declare both', async () => {
    const bytes = await aWorkbook(heading + post);
    const view = new DataView(bytes.buffer);
    const [DIRECTORY_ENTRY, PACKED_SIZE] = [0x02_01_4b_50, 20];
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      if (view.getUint32(at, true) === DIRECTORY_ENTRY) view.setUint32(at + PACKED_SIZE, 0, true);
    }
    expect(errorOf(await readWorkbook(bytes))).toContain(unreadable);
  });

  test('100,000 rows', async () => {
    const sheet = await readWorkbook(await aWorkbook(heading + post.repeat(100_000)));
    expect(errorOf(sheet)).toContain('mais de 10.000 linhas');
  });

  test('a cell in the last corner of a sheet is ignored, as formats leave it behind', async () => {
    const corner = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    expect(linesOf(await readWorkbook(await aWorkbook(heading + post + corner)))).toHaveLength(1);
  });
});
