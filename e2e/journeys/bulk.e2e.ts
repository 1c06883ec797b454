import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { listPosts } from '@pontual/contract/posts.ts';
import { call } from '../api.ts';
import { expectNoBarriers, looks, wear } from '../barriers.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { hands, tabTo, type Hand } from '../hands.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';
import { aSheet, dayAhead, writeZip } from '../sheets.ts';

const headings = ['Arquivo', 'Data', 'Hora', 'Tipo', 'Legenda'];
/** All of them; the list's own page is shorter. */
async function postsOf(url: string, token: string) {
  const path = `${listPosts.path}?limit=100`;
  return (await call(url, { ...listPosts, path }, { token })).posts;
}

const rows = (page: Page) => page.getByRole('region', { name: 'Posts do lote' }).locator('ol > li');
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const ready = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const done = (page: Page) => page.getByRole('region', { name: 'Lote agendado' });

/** Chooses files as a person does: by the button and the system's own dialog. */
async function choose(page: Page, paths: string[], hand: Hand = hands.mouse): Promise<void> {
  const button = page.getByRole('button', { name: 'Escolher arquivos', exact: true });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), hand.press(button)]);
  await chooser.setFiles(paths);
}

test('a month of 30 posts goes in from one CSV with its pictures, and is taken back in one go', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  tolerate,
}, info) => {
  test.slow();
  // Pictures that the calendar still asks for while their posts are taken back.
  tolerate(/404 \(Not Found\) \S+\/thumbnail\//);
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
  const days = Array.from({ length: 30 }, (_, index) => index);
  const pictures: string[] = [];
  for (const day of days) {
    pictures.push(await pictureFile(`dia ${day + 1}.jpg`, { width: 640, height: 800 }));
  }
  const sheet = info.outputPath('mês.csv');
  const line = (day: number) => [
    `dia ${day + 1}.jpg`,
    dayAhead(1 + (day % 28)),
    day < 28 ? '18h30' : '9h',
    'Imagem',
    `Promoção ${day + 1}; só hoje\n#padaria`,
  ];
  await writeFile(sheet, aSheet([headings, ...days.map(line)]));

  await page.goto('/schedule');
  const begun = Date.now();
  await page.getByRole('link', { name: 'Agendar vários' }).click();
  await choose(page, [sheet, ...pictures]);
  await expect(ready(page, '30 posts prontos para agendar')).toBeVisible();
  await expect(rows(page)).toHaveCount(30);
  await page.getByRole('button', { name: 'Agendar 30 posts' }).click();
  await expect(done(page).getByRole('heading', { name: '30 posts agendados' })).toBeVisible({
    timeout: 120_000,
  });
  // What a month takes of somebody's time: docs/figures.md.
  info.annotations.push({ type: 'seconds', description: String((Date.now() - begun) / 1000) });
  const made = await postsOf(stack.url, connectedUser.token);
  expect(made.map(({ status }) => status)).toEqual(days.map(() => 'scheduled'));
  expect(made.map(({ caption }) => caption)).toContain('Promoção 7; só hoje\n#padaria');

  await done(page).getByRole('link', { name: 'Ver no calendário' }).click();
  await expect(page.getByText('Promoção 1; só hoje').first()).toBeVisible();
  await page.getByRole('link', { name: 'Agendar vários' }).click();
  const past = page.getByRole('region', { name: 'Lotes anteriores' });
  await past.getByRole('button', { name: /^Desfazer o lote/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Desfazer tudo?' });
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await question.getByRole('button', { name: 'Desfazer 30 posts' }).click();
  await expect(ready(page, '30 posts desfeitos.')).toBeVisible();
  await expect(past.getByText('Lote desfeito.')).toBeVisible();
  expect(await postsOf(stack.url, connectedUser.token)).toEqual([]);
});

test('faults are told by line and column and mended in place, by the keyboard at 390 px', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
}, info) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
  const sheet = info.outputPath('plano.csv');
  await writeFile(
    sheet,
    aSheet([
      headings,
      ['pão.jpg', dayAhead(2), '18h30', '', 'Fornada'],
      ['bolo.jpg', '31/02/2027', '25h', 'Cartaz', 'Bolo'],
    ]),
  );
  await page.goto('/bulk');
  await choose(page, [sheet, await pictureFile('pão.jpg')], hands.keys);
  await expect(ready(page, '1 post pronto, 1 para corrigir')).toBeVisible();
  const faults = page.getByRole('alert').filter({ hasText: '1 post para corrigir' });
  await expect(faults.getByRole('listitem')).toHaveText([
    'Linha 3, Arquivo: O arquivo “bolo.jpg” não está entre os que você escolheu.',
    'Linha 3, Data: O dia 31/02/2027 não existe.',
    'Linha 3, Hora: A hora 25h não existe.',
    'Linha 3, Tipo: Não existe o tipo “Cartaz”. Escreva Imagem, Vídeo, Reels, Stories ou Carrossel.',
  ]);
  await expect(page.getByRole('button', { name: 'Agendar 1 post' })).toBeDisabled();

  await test.step('the file that was missing is added', async () => {
    await choose(page, [await pictureFile('bolo.jpg')], hands.keys);
    await expect(faults.getByRole('listitem')).toHaveCount(3);
  });
  await test.step('a fault leads to its field', async () => {
    await hands.keys.press(faults.getByRole('button', { name: /Linha 3, Data/ }));
    await expect(row(page, 'Linha 3').getByLabel('Data')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(dayAhead(3));
    await page.keyboard.press('Tab');
    await expect(row(page, 'Linha 3').getByLabel('Hora')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('18h');
    await tabTo(row(page, 'Linha 3').getByLabel('Tipo'));
    await page.keyboard.type('Imagem');
    await expect(ready(page, '2 posts prontos para agendar')).toBeVisible();
  });
  await hands.keys.press(page.getByRole('button', { name: 'Agendar 2 posts' }));
  await expect(done(page).getByRole('heading', { name: '2 posts agendados' })).toBeVisible();
  await hands.keys.press(done(page).getByRole('button', { name: 'Desfazer tudo' }));
  const question = page.getByRole('alertdialog', { name: 'Desfazer tudo?' });
  await hands.keys.press(question.getByRole('button', { name: 'Desfazer 2 posts' }));
  await expect(ready(page, '2 posts desfeitos.')).toBeVisible();
  expect(await postsOf(stack.url, connectedUser.token)).toEqual([]);
});

test('a ZIP brings sheet and files; what does not belong in it is told, and sheets that are none are', async ({
  page,
  stack,
  connectedUser,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
  await page.goto('/bulk');
  const broken = info.outputPath('quebrada.csv');
  await writeFile(broken, Buffer.from([0x41, 0x0a, 0x00, 0x01, 0xff]));
  const zip = info.outputPath('lote.zip');
  await writeZip(zip, {
    'novembro/plano.csv': aSheet([headings, ['a.jpg|b.jpg', dayAhead(9), '12:00', '', 'Dois']]),
    'novembro/a.jpg': await aPicture(),
    'novembro/b.jpg': await aPicture(),
    'novembro/mais.zip': Buffer.from('PK'),
    'novembro/bomba.jpg': Buffer.alloc(9 * 1024 * 1024),
    '__MACOSX/novembro/._a.jpg': Buffer.from('x'),
  });
  await choose(page, [zip, broken]);
  const refused = page.getByRole('alert').filter({ hasText: '3 arquivos não entraram' });
  await expect(refused.getByRole('listitem')).toHaveText([
    /mais\.zip: Um ZIP dentro de outro não é aberto\./,
    /bomba\.jpg: Arquivo deve ter no máximo 8MB/,
    /quebrada\.csv: A linha 2 não é texto\./,
  ]);
  await expect(row(page, 'Linha 2')).toContainText('Carrossel');
  await page.getByRole('button', { name: 'Agendar 1 post' }).click();
  await expect(done(page).getByRole('heading', { name: '1 post agendado' })).toBeVisible();
  expect(await postsOf(stack.url, connectedUser.token)).toMatchObject([
    { mediaType: 'CAROUSEL', caption: 'Dois', mediaItems: [{}, {}] },
  ]);
});

/** The tab bar of a phone covers nothing of the button. */
async function expectAboveTabs(page: Page, name: string): Promise<void> {
  const button = await page.getByRole('button', { name }).boundingBox();
  const tabs = await page.getByRole('navigation', { name: 'Principal' }).boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
}

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`files alone are spread over the free hours that somebody likes at ${size.width} px`, async ({
    page,
    stack,
    connectedUser,
    pictureFile,
  }) => {
    await page.setViewportSize(size);
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
    await page.goto('/bulk');
    await choose(page, [await pictureFile('um.jpg'), await pictureFile('dois.jpg')]);
    await expect(ready(page, '2 posts prontos para agendar')).toBeVisible();
    await page.evaluate('scrollTo(0, 0)');
    await expect(page.getByRole('button', { name: 'Agendar 2 posts' })).toBeInViewport({
      ratio: 1,
    });
    if (size.width === 390) await expectAboveTabs(page, 'Agendar 2 posts');
    const hours = page.getByRole('group', { name: 'Horas, em Brasília' });
    await hours.getByRole('button', { name: '12:00' }).click();
    await page.getByRole('spinbutton', { name: 'Outra hora' }).pressSequentially('0745');
    await page.getByRole('button', { name: 'Incluir' }).click();
    await hands.keys.press(hours.getByRole('button', { name: '07:45' }), 'Shift+Tab');
    await expect(hours.getByRole('button', { name: '07:45' })).toBeHidden();
    await expect(hours.getByRole('button', { name: '09:00' })).toBeFocused();
    await page.getByRole('button', { name: 'Remover Post 2' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, 'Post 1')).toBeFocused();
    await expect(row(page, 'Post 1')).toContainText('18:00');
    await row(page, 'Post 1').getByRole('button', { name: 'Editar Post 1' }).click();
    await row(page, 'Post 1').getByLabel('Legenda').fill('Bom dia');
    await page.getByRole('button', { name: 'Agendar 1 post' }).click();
    await expect(done(page).getByRole('heading', { name: '1 post agendado' })).toBeVisible();
    const [post] = await postsOf(stack.url, connectedUser.token);
    expect(post).toMatchObject({ caption: 'Bom dia', mediaType: 'IMAGE' });

    // The hour that is taken now is no longer offered.
    await hands.keys.press(done(page).getByRole('button', { name: 'Agendar mais' }));
    await expect(page.getByRole('heading', { name: 'Agendar vários posts' })).toBeFocused();
    await choose(page, [await pictureFile('três.jpg')]);
    await hours.getByRole('button', { name: '12:00' }).click();
    await page.getByRole('button', { name: /^Agendar 1 post/ }).click();
    await expect(done(page)).toBeVisible();
    const times = (await postsOf(stack.url, connectedUser.token)).map((each) => each.scheduledTime);
    expect(new Set(times).size).toBe(2);
  });
}

for (const look of looks) {
  const { theme, size } = look;
  test(`bulk upload has no barriers in the ${theme} theme at ${size.width} px`, async ({
    page,
    stack,
    connectedUser,
    pictureFile,
  }, info) => {
    await wear(page, look);
    await page.goto('/bulk');
    await expect(page.getByText('disponível nos planos Pro e Premium.')).toBeVisible();
    await expectNoBarriers(page, look);
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
    await page.goto('/bulk');
    const [model] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Planilha modelo' }).click(),
    ]);
    const text = await readFile(await model.path(), 'utf8');
    expect(text).toMatch(/^\uFEFFArquivo;Data;Hora;Tipo;Legenda;/);
    await expectNoBarriers(page, look);
    await choose(page, [await pictureFile('foto.jpg')]);
    await expect(ready(page, '1 post pronto')).toBeVisible();
    await row(page, 'Post 1').getByRole('button', { name: 'Editar Post 1' }).click();
    await expectNoBarriers(page, look);
    const sheet = info.outputPath('plano.csv');
    await writeFile(sheet, aSheet([headings, ['x.jpg', '31/02/2027', '', 'Cartaz', '']]));
    await choose(page, [sheet]);
    await expect(page.getByText('1 post para corrigir')).toBeVisible();
    await expectNoBarriers(page, look);
  });
}
