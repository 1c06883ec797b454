import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { listPosts } from '@pontual/contract/posts/posts.ts';
import { call } from '../support/api.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { inputMethods, tabTo, type InputMethod } from '../support/input-methods.ts';
import { givePlan } from '../support/payments.ts';
import { createSheet, formatDayAhead } from '../support/sheets.ts';

const headings = ['Arquivo', 'Data', 'Hora', 'Tipo', 'Legenda'];
/** Requests 100 posts, because the default page of the list is shorter. */
async function postsOf(url: string, token: string) {
  const path = `${listPosts.path}?limit=100`;
  return (await call(url, { ...listPosts, path }, { token })).posts;
}

const rows = (page: Page) => page.getByRole('region', { name: 'Posts do lote' }).locator('ol > li');
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const getReadyMessage = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text });
const getDoneRegion = (page: Page) => page.getByRole('region', { name: 'Lote agendado' });

async function chooseFiles(
  page: Page,
  paths: string[],
  inputMethod: InputMethod = inputMethods.mouse,
): Promise<void> {
  const button = page.getByRole('button', { name: 'Escolher arquivos', exact: true });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    inputMethod.press(button),
  ]);
  await chooser.setFiles(paths);
}

test('a month of 30 posts is created from one CSV with its pictures, and is undone in one step', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  tolerate,
}, info) => {
  test.slow();
  // The calendar may still request thumbnails while their posts are deleted.
  tolerate(/404 \(Not Found\) \S+\/thumbnail\//);
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'pro'));
  const days = Array.from({ length: 30 }, (_, index) => index);
  const pictures: string[] = [];
  for (const day of days) {
    pictures.push(await pictureFile(`dia ${day + 1}.jpg`, { width: 640, height: 800 }));
  }
  const sheet = info.outputPath('mês.csv');
  const line = (day: number) => [
    `dia ${day + 1}.jpg`,
    formatDayAhead(1 + (day % 28)),
    day < 28 ? '18h30' : '9h',
    'Imagem',
    `Promoção ${day + 1}; só hoje\n#padaria`,
  ];
  await writeFile(sheet, createSheet([headings, ...days.map(line)]));

  await page.goto('/schedule');
  const begun = Date.now();
  await page.getByRole('link', { name: 'Agendar vários' }).click();
  await chooseFiles(page, [sheet, ...pictures]);
  await expect(getReadyMessage(page, '30 posts prontos para agendar')).toBeVisible();
  await expect(rows(page)).toHaveCount(30);
  await page.getByRole('button', { name: 'Agendar 30 posts' }).click();
  await expect(
    getDoneRegion(page).getByRole('heading', { name: '30 posts agendados' }),
  ).toBeVisible({
    timeout: 120_000,
  });
  // The seconds that a user needs for a month: docs/testing.md.
  info.annotations.push({ type: 'seconds', description: String((Date.now() - begun) / 1000) });
  const made = await postsOf(stack.url, connectedUser.token);
  expect(made.map(({ status }) => status)).toEqual(days.map(() => 'scheduled'));
  expect(made.map(({ caption }) => caption)).toContain('Promoção 7; só hoje\n#padaria');

  await getDoneRegion(page).getByRole('link', { name: 'Ver no calendário' }).click();
  await expect(page.getByText('Promoção 1; só hoje').first()).toBeVisible();
  await page.getByRole('link', { name: 'Agendar vários' }).click();
  const past = page.getByRole('region', { name: 'Lotes anteriores' });
  await past.getByRole('button', { name: /^Desfazer o lote/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Desfazer tudo?' });
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await question.getByRole('button', { name: 'Desfazer 30 posts' }).click();
  await expect(getReadyMessage(page, '30 posts desfeitos.')).toBeVisible();
  await expect(past.getByText('Lote desfeito.')).toBeVisible();
  expect(await postsOf(stack.url, connectedUser.token)).toEqual([]);
});

test('errors name line and column and are fixed in place, by keyboard at 390 px', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
}, info) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'pro'));
  const sheet = info.outputPath('plano.csv');
  await writeFile(
    sheet,
    createSheet([
      headings,
      ['pão.jpg', formatDayAhead(2), '18h30', '', 'Fornada'],
      ['bolo.jpg', '31/02/2027', '25h', 'Cartaz', 'Bolo'],
    ]),
  );
  await page.goto('/bulk');
  await chooseFiles(page, [sheet, await pictureFile('pão.jpg')], inputMethods.keys);
  await expect(getReadyMessage(page, '1 post pronto, 1 para corrigir')).toBeVisible();
  const faults = page.getByRole('alert').filter({ hasText: '1 post para corrigir' });
  await expect(faults.getByRole('listitem')).toHaveText([
    'Linha 3, Arquivo: O arquivo “bolo.jpg” não está entre os que você escolheu.',
    'Linha 3, Data: O dia 31/02/2027 não existe.',
    'Linha 3, Hora: A hora 25h não existe.',
    'Linha 3, Tipo: Não existe o tipo “Cartaz”. Escreva Imagem, Vídeo, Reels, Stories ou Carrossel.',
  ]);
  await expect(page.getByRole('button', { name: 'Agendar 1 post' })).toBeDisabled();

  await test.step('the user adds the missing file', async () => {
    await chooseFiles(page, [await pictureFile('bolo.jpg')], inputMethods.keys);
    await expect(faults.getByRole('listitem')).toHaveCount(3);
  });
  await test.step('an error links to its field', async () => {
    await inputMethods.keys.press(faults.getByRole('button', { name: /Linha 3, Data/ }));
    await expect(row(page, 'Linha 3').getByLabel('Data')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(formatDayAhead(3));
    await page.keyboard.press('Tab');
    await expect(row(page, 'Linha 3').getByLabel('Hora')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('18h');
    await tabTo(row(page, 'Linha 3').getByLabel('Tipo'));
    await page.keyboard.type('Imagem');
    await expect(getReadyMessage(page, '2 posts prontos para agendar')).toBeVisible();
  });
  await inputMethods.keys.press(page.getByRole('button', { name: 'Agendar 2 posts' }));
  await expect(
    getDoneRegion(page).getByRole('heading', { name: '2 posts agendados' }),
  ).toBeVisible();
  await inputMethods.keys.press(getDoneRegion(page).getByRole('button', { name: 'Desfazer tudo' }));
  const question = page.getByRole('alertdialog', { name: 'Desfazer tudo?' });
  await inputMethods.keys.press(question.getByRole('button', { name: 'Desfazer 2 posts' }));
  await expect(getReadyMessage(page, '2 posts desfeitos.')).toBeVisible();
  expect(await postsOf(stack.url, connectedUser.token)).toEqual([]);
});

test('the template for Excel, downloaded and chosen again, is read with its five posts', async ({
  page,
  stack,
  connectedUser,
}, info) => {
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'pro'));
  await page.goto('/bulk');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Modelo Excel' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('pontual-modelo.xlsx');
  const sheet = info.outputPath('modelo.xlsx');
  await download.saveAs(sheet);
  await chooseFiles(page, [sheet]);
  await expect(getReadyMessage(page, '0 posts prontos, 5 para corrigir')).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await expect(row(page, 'Linha 2').getByLabel('Data')).toHaveValue(formatDayAhead(1));
});
