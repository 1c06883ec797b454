import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { aReport } from '../../../../testing/reports.ts';
import { printReport } from './pdf.ts';

const aPicture = (width = 320, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#b9512e' } })
    .jpeg()
    .toBuffer();

async function printAndParse(report: MonthlyReport, pictures = new Map<string, Uint8Array>()) {
  const bytes = await printReport({ report, pictures });
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  return { bytes, pdf, text: text.replaceAll(/\s+/g, ' '), totalPages };
}

test('a report has its numbers as text that can be searched and copied', async () => {
  const { text, totalPages } = await printAndParse(aReport());
  for (const words of [
    'Relatório de junho de 2026',
    '@atelie.barro',
    'Números de 02/07/2026, 09:00, horário de Brasília',
    '52 47 em maio',
    '91,2% 95,9% em maio',
    '6,4% sem dados em maio',
    'Seguidores: 1.204 em 1 de junho, 1.311 em 30 de junho.',
    'Alcance dos posts: 48.210, com 3.085 interações.',
    'Reels 62% 32 posts 7,1% de engajamento',
    'Imagem 38% 20 posts engajamento sem dados',
    'terça, 18:00 (4 posts) 9,3%',
    'taxa de uso 85,1%',
    'Conta desconectada ou sem autorização 3',
    'Reels, 28 de junho, 18:00',
    '148 interações, alcance 1.200',
  ]) {
    expect(text).toContain(words);
  }
  expect(totalPages).toBe(2);
});

test('a report has a title, a language and text alternatives for drawings', async () => {
  const { pdf, bytes } = await printAndParse(aReport());
  const { info } = await pdf.getMetadata();
  expect(info).toMatchObject({ Title: 'Relatório de junho de 2026', Language: 'pt-BR' });
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
  expect(tree).toContain('"H1"');
  expect(tree).toContain('2 de junho: 2 publicados; 3 de junho: 0 publicados, 5 falhas');
  expect(Buffer.from(bytes).toString('latin1')).toMatch(/\/Lang \(pt-BR\)/);
});

test('a report of a month without posts says so and prints no 0 for unknown values', async () => {
  const nothing = { successRate: null, engagement: null, reach: null, interactions: null };
  const { text } = await printAndParse(
    aReport({
      account: null,
      lastMonth: '2026-06',
      totals: { published: 0, scheduled: 0, failed: 0, ...nothing },
      before: null,
      days: aReport().days.map(({ date }) => ({ date, published: 0, failed: 0, reach: null })),
      types: [],
      bestHours: [],
      topPosts: [],
      grid: [],
      hashtags: null,
      failures: [],
    }),
  );
  for (const words of [
    'Nenhuma conta do Instagram conectada',
    'O mês ainda não terminou.',
    'Taxa de sucesso sem dados primeiro mês',
    'Seguidores: sem dados.',
    'Sem dados: o Instagram ainda não informou o alcance da conta neste mês.',
    'Nenhum post deste mês no perfil.',
    'Nenhuma falha neste mês.',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('0%');
});

test('pictures are printed small, and an unreadable one is left out', async () => {
  const ids = aReport().grid.map(({ _id }) => _id);
  const bare = await printAndParse(aReport());
  const pictures = new Map<string, Uint8Array>();
  for (const id of ids) pictures.set(id, await aPicture(3200, 4000));
  pictures.set('post-3', Buffer.from('no picture'));
  const { bytes } = await printAndParse(aReport(), pictures);
  const drawn =
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Subtype \/Image/g) ?? [];
  expect(drawn.length).toBeGreaterThanOrEqual(11);
  expect(bytes.length - bare.bytes.length).toBeLessThan(400_000);
});

test('a caption is printed without characters that the fonts lack', async () => {
  const [first] = aReport().topPosts;
  if (first === undefined) throw new Error('the report has no post');
  const caption = 'Fornada 🎉 de   sábado ☕️\ncom açúcar 日本 – R$ 10';
  const { text } = await printAndParse(aReport({ topPosts: [{ ...first, caption }] }));
  expect(text).toContain('Fornada de sábado com açúcar – R$ 10');
});

test.each([
  ['🎉🎉', 'Legenda só de emojis ou símbolos'],
  [' ', 'Sem legenda'],
])('an unprintable caption %s becomes %s', async (caption, words) => {
  const [first] = aReport().topPosts;
  if (first === undefined) throw new Error('the report has no post');
  const post = { ...first, caption };
  const { text, pdf } = await printAndParse(aReport({ topPosts: [post], grid: [post] }));
  expect(text).toContain(words);
  const pages = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  const trees = await Promise.all(
    pages.map(async (page) => (await pdf.getPage(page)).getStructTree()),
  );
  expect(JSON.stringify(trees)).toContain(`: ${words}`);
});
