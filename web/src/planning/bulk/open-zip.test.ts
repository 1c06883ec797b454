import { MAX_IMAGE_BYTES } from '@pontual/contract/shared/instagram-limits.ts';
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { describe, expect, test } from 'vitest';
import { openZip } from './open-zip.ts';

type Content = Record<string, string | Uint8Array<ArrayBuffer>>;

async function aZip(content: Content, options: { password?: string } = {}): Promise<File> {
  const writer = new ZipWriter(new BlobWriter('application/zip'), {
    useWebWorkers: false,
    ...options,
  });
  for (const [name, bytes] of Object.entries(content)) {
    const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
    await writer.add(name, new Uint8ArrayReader(data), {
      filenameValidation: 'tolerant',
    } as object);
  }
  return new File([await writer.close()], 'fotos.zip');
}
const reasonsOf = async (zip: File) => (await openZip(zip)).refused.map(({ reason }) => reason);

test('files are extracted by name, without folders and system files', async () => {
  const zip = await aZip({
    'novembro/pão de queijo.jpg': 'a',
    'novembro/reels/massa.MP4': 'bb',
    'plano.csv': 'Arquivo;Data',
    '__MACOSX/novembro/._pão.jpg': 'x',
    'novembro/.DS_Store': 'x',
    'novembro/Thumbs.db': 'x',
  });
  const { files, refused } = await openZip(zip);
  expect(files.map(({ name, size, type }) => [name, size, type])).toEqual([
    ['pão de queijo.jpg', 1, 'image/jpeg'],
    ['massa.MP4', 2, 'video/mp4'],
    ['plano.csv', 12, 'text/csv'],
  ]);
  expect(refused).toEqual([]);
});

describe('a forbidden entry is reported, and the others are extracted', () => {
  test.each([
    '../fora.jpg',
    'fotos/../../fora.jpg',
    '/etc/fora.jpg',
    'C:\\fora.jpg',
    '..\\fora.jpg',
  ])('a path that leaves the folder: %s', async (path) => {
    const { files, refused } = await openZip(await aZip({ [path]: 'a', 'boa.jpg': 'b' }));
    expect(files.map(({ name }) => name)).toEqual(['boa.jpg']);
    expect(refused).toEqual([
      { name: path, reason: 'O caminho deste arquivo sai da pasta do ZIP. Ele não foi aberto.' },
    ]);
  });

  test('a file that unpacks beyond its limit', async () => {
    const bomb = new Uint8Array(MAX_IMAGE_BYTES + 1);
    const zip = await aZip({ 'bomba.jpg': bomb, 'boa.jpg': 'b' });
    expect(zip.size).toBeLessThan(100_000);
    const { files, refused } = await openZip(zip);
    expect(files.map(({ name }) => name)).toEqual(['boa.jpg']);
    expect(refused).toEqual([{ name: 'bomba.jpg', reason: 'Arquivo deve ter no máximo 8MB' }]);
  });

  test('a file that unpacks beyond its limit, although it declares a small size', async () => {
    const zip = await aZip({ 'bomba.jpg': new Uint8Array(MAX_IMAGE_BYTES + 1) });
    const bytes = new Uint8Array(await zip.arrayBuffer());
    const view = new DataView(bytes.buffer);
    // The true size occurs in the header of the file and in the directory.
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      if (view.getUint32(at, true) === MAX_IMAGE_BYTES + 1) view.setUint32(at, 10, true);
    }
    const { files, refused } = await openZip(new File([bytes], 'mentira.zip'));
    expect(files).toEqual([]);
    expect(refused).toHaveLength(1);
  });

  test('passwords, other formats and nested ZIPs', async () => {
    const inner = new Uint8Array(await (await aZip({ 'a.jpg': 'a' })).arrayBuffer());
    expect(await reasonsOf(await aZip({ 'mais.zip': inner, 'nota.pdf': 'x' }))).toEqual([
      'Um ZIP dentro de outro não é aberto.',
      'Formato não aceito. Envie JPG, PNG, HEIC, MP4, MOV ou AVI.',
    ]);
    expect(await reasonsOf(await aZip({ 'a.jpg': 'a' }, { password: 'segredo' }))).toEqual([
      'O arquivo tem senha. Crie o ZIP sem senha.',
    ]);
  });

  test('files over the limit of a batch, and entries after the maximum number', async () => {
    const many = (count: number, ending: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.${ending}`, 'a']));
    const { files, refused } = await openZip(await aZip(many(305, 'jpg')));
    expect([files.length, refused.length]).toEqual([300, 5]);

    const endless = await openZip(await aZip({ ...many(2100, 'pdf'), 'foto.jpg': 'a' }));
    expect(endless.files).toEqual([]);
    expect(endless.refused).toHaveLength(2001);
    expect(endless.refused.at(-1)?.reason).toContain('mais de 2000 arquivos');
  });

  test('a name that exceeds the limit of file systems', async () => {
    expect(await reasonsOf(await aZip({ [`${'a'.repeat(300)}.jpg`]: 'a' }))).toEqual([
      'O nome deste arquivo é longo demais. Encurte-o.',
    ]);
  });

  test('a damaged ZIP', async () => {
    const whole = await aZip({ 'a.jpg': 'a'.repeat(1000) });
    expect(await reasonsOf(new File([whole.slice(0, 60)], 'cortado.zip'))).toEqual([
      'Não conseguimos abrir este ZIP. Crie o arquivo de novo.',
    ]);
  });
});
