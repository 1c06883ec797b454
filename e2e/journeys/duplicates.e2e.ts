import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { findSimilar } from '@pontual/contract/similar.ts';
import { call, draft, postsOf, schedule, type Account } from '../api.ts';
import { expectNoBarriers, looks, wear } from '../barriers.ts';
import { chooseFile, detailsOf, formOf, goOn, openDetails, timelineEntry } from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { withPlan } from '../payments.ts';
import { aDrawing, aPicture } from '../pictures.ts';
import { aSheet, dayAhead } from '../sheets.ts';
import type { Stack } from '../stack.ts';

const TEXT = 'Chegou a fornada de canecas esmaltadas em azul, feitas à mão no ateliê';
const OTHER = 'Pratos fundos em verde, com esmalte de cinza, só até sábado na loja';
const DAY = 86_400_000;
/** The worker looks at new files every few seconds. */
const LOOKED_MS = 60_000;

/** A post with the drawing and the text, once the worker knows what it looks like. */
async function schedulePoster(stack: Stack, token: string): Promise<void> {
  const [scheduledTime, picture] = [new Date(Date.now() + DAY), await aDrawing(1080)];
  await schedule(stack.url, token, { caption: `${TEXT}. #barro`, scheduledTime, picture });
  const { _id: postId } = await draft(stack.url, token, {
    caption: TEXT,
    picture: await aDrawing(900),
  });
  const isKnown = async () =>
    (await call(stack.url, findSimilar, { token, body: { postId } })).similar.some(
      ({ sharesMedia }) => sharesMedia,
    );
  await expect.poll(isKnown, { timeout: LOOKED_MS }).toBe(true);
}

/** Chooses files by the button and the system's own dialog. */
async function choose(page: Page, button: Locator, paths: string | string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(paths);
}

const repeatsIn = (within: Page | Locator) =>
  within.getByRole('region', { name: 'Já publiquei isso?' });

for (const look of [looks[0], looks[3]]) {
  const at = `${look.theme} at ${look.size.width} px`;

  test(`what was made before is pointed out and stops nobody, ${at}`, async ({
    page,
    stack,
    connectedUser: { token },
  }, testInfo) => {
    await schedulePoster(stack, token);
    const path = testInfo.outputPath('de-novo.jpg');
    await writeFile(path, await aDrawing(720));
    await wear(page, look);
    await page.goto('/schedule');
    await page.getByRole('link', { name: 'Criar post' }).click();
    await chooseFile(page, path);
    await goOn(page, 'Post de Imagem');
    const form = formOf(page);
    const found = repeatsIn(form);
    await expect(found.getByRole('link', { name: /^Imagem quase igual/ })).toBeVisible();
    await form.getByLabel('Legenda').fill(`${TEXT}!`);
    const link = found.getByRole('link', { name: /^Imagem e legenda quase iguais/ });
    await expect(link).toContainText('Agendado para');
    await expect(link).toHaveAttribute('href', /\/schedule\?post=/);
    await expect(form.getByRole('button', { name: /^Agendar/ })).toBeEnabled();
    await expectNoBarriers(page, look);
    await form
      .getByLabel('Legenda')
      .fill('Outro assunto, bem diferente do que já foi dito antes aqui');
    await expect(found.getByRole('link', { name: /^Imagem quase igual/ })).toBeVisible();
  });

  test(`rows of a batch say what they nearly repeat, and the batch goes on, ${at}`, async ({
    page,
    stack,
    connectedUser,
    pictureFile,
  }, testInfo) => {
    const { token } = connectedUser;
    await schedulePoster(stack, token);
    const path = testInfo.outputPath('de-novo.jpg');
    await writeFile(path, await aDrawing(720));
    const sheet = testInfo.outputPath('plano.csv');
    const lines = [
      ['um.jpg', dayAhead(2), '18h', `${TEXT}!`],
      ['de-novo.jpg', dayAhead(3), '18h', 'Bom dia'],
      ['dois.jpg', dayAhead(4), '18h', OTHER],
      ['três.jpg', dayAhead(5), '18h', `${OTHER}. #barro`],
      ['quatro.jpg', dayAhead(6), '18h', 'Boa noite'],
    ];
    await writeFile(sheet, aSheet([['Arquivo', 'Data', 'Hora', 'Legenda'], ...lines]));
    const names = ['um', 'dois', 'três', 'quatro'];
    const pictures = await Promise.all(names.map((name) => pictureFile(`${name}.jpg`)));
    await wear(page, look);
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
    await page.goto('/bulk');
    const button = page.getByRole('button', { name: 'Escolher arquivos', exact: true });
    await choose(page, button, [sheet, path, ...pictures]);

    const found = repeatsIn(page);
    await expect(found).toContainText('3 posts quase repetem outros. Se for de propósito');
    await expect(found.getByRole('listitem')).toHaveText(['Linha 2', 'Linha 3', 'Linha 5']);
    const row = (name: string) => page.getByRole('listitem', { name, exact: true });
    await expect(row('Linha 2')).toContainText(
      /Legenda quase igual à do post agendado para \d\d\/\d\d\/\d{4}, \d\d:\d\d\./,
    );
    await expect(row('Linha 3')).toContainText('Imagem quase igual à do post agendado para');
    await expect(row('Linha 4')).not.toContainText('quase');
    await expect(row('Linha 5')).toContainText('Legenda quase igual à da Linha 4.');
    const link = row('Linha 2').getByRole('link', { name: 'Ver post em outra aba' });
    await expect(link).toHaveAttribute('href', /\/schedule\?post=/);
    await found.getByRole('button', { name: 'Linha 5' }).click();
    await expect(row('Linha 5')).toBeFocused();
    await row('Linha 5').getByRole('button', { name: 'Ver Linha 4' }).click();
    await expect(row('Linha 4')).toBeFocused();
    await expectNoBarriers(page, look);

    await test.step('what is written anew is asked about anew', async () => {
      await row('Linha 5').getByRole('button', { name: 'Editar Linha 5' }).click();
      await row('Linha 5').getByLabel('Legenda').fill('Outra coisa');
      await row('Linha 5').getByLabel('Data').focus();
      await expect(found.getByRole('listitem')).toHaveText(['Linha 2', 'Linha 3']);
      await expect(row('Linha 5')).not.toContainText('quase');
    });
    await page.getByRole('button', { name: 'Agendar 5 posts' }).click();
    await expect(page.getByRole('heading', { name: '5 posts agendados' })).toBeVisible();
    expect(await postsOf(stack.url, token, { status: 'scheduled' })).toHaveLength(6);
  });

  test(`a post that becomes like another says so, and never of itself, ${at}`, async ({
    page,
    stack,
    connectedUser: { token },
  }, testInfo) => {
    await schedulePoster(stack, token);
    const [scheduledTime, picture] = [new Date(Date.now() + 2 * DAY), await aPicture()];
    await schedule(stack.url, token, { caption: OTHER, scheduledTime, picture });
    const path = testInfo.outputPath('de-novo.jpg');
    await writeFile(path, await aDrawing(720));
    await wear(page, look);
    await page.goto('/schedule');
    const details = await openDetails(page, OTHER);
    await details.getByRole('button', { name: 'Editar post' }).click();
    const found = repeatsIn(details);
    const caption = details.getByLabel('Legenda');
    await caption.fill(`${TEXT}!`);
    const link = found.getByRole('link', { name: /^Legenda quase igual/ });
    await expect(link).toContainText('Agendado para');
    await expect(link).toHaveAttribute('href', /\/schedule\?post=/);
    await expect(found.getByRole('link')).toHaveCount(1);
    await expectNoBarriers(page, look);
    await caption.fill(`${OTHER} amanhã`);
    await expect(found).toBeHidden();

    await choose(
      page,
      details.getByRole('button', { name: 'Escolher arquivo' }).filter({ hasText: /./ }),
      path,
    );
    await expect(found.getByRole('link')).toHaveText(/^Imagem quase igual/);
    await caption.fill(`${TEXT} hoje`);
    await expect(found.getByRole('link')).toHaveText(/^Imagem e legenda quase iguais/);
    await expectNoBarriers(page, look);
    await details.getByRole('button', { name: 'Salvar' }).click();
    await expect(detailsOf(page)).toHaveCount(0);
    const posts = await postsOf(stack.url, token, { status: 'scheduled' });
    expect(posts.map((post) => post.caption)).toContain(`${TEXT} hoje`);
  });
}

/** A post that Instagram refuses for this, to be mended from its line on the timeline. */
async function scheduleRefused(stack: Stack, { token }: Account, caption: string): Promise<void> {
  const scheduledTime = new Date(Date.now() + 120_000);
  await schedule(stack.url, token, { caption, scheduledTime, picture: await aPicture() });
}

test('a post that failed is told what its new caption or file nearly repeats', async ({
  page,
  stack,
  connectedUser,
}, testInfo) => {
  test.slow();
  await schedulePoster(stack, connectedUser.token);
  await scheduleRefused(stack, connectedUser, 'Prato #falha_create_36004_2207010');
  await scheduleRefused(stack, connectedUser, 'Vaso #falha_create_36003_2207009');
  const path = testInfo.outputPath('de-novo.jpg');
  await writeFile(path, await aDrawing(720));
  await page.goto('/schedule');

  const again = timelineEntry(page, 'Prato').getByRole('button', { name: 'Editar legenda' });
  await again.click({ timeout: 60_000 });
  const words = page.getByRole('dialog', { name: 'Editar legenda' });
  await words.getByLabel('Legenda', { exact: true }).fill(TEXT);
  await expect(repeatsIn(words).getByRole('link')).toHaveText(/^Legenda quase igual/);
  await words.getByRole('button', { name: 'Salvar' }).click();
  const changed = page.getByRole('dialog', { name: 'Post Atualizado!' });
  await changed.getByRole('button', { name: 'Fechar' }).click();
  await expect(changed).toBeHidden();

  const other = timelineEntry(page, 'Vaso').getByRole('button', { name: 'Trocar arquivo' });
  await other.click({ timeout: 60_000 });
  const files = page.getByRole('dialog', { name: 'Trocar arquivo' });
  const button = files.getByRole('button', { name: 'Escolher arquivo' }).filter({ hasText: /./ });
  await choose(page, button, path);
  await expect(repeatsIn(files).getByRole('link')).toHaveText(/^Imagem quase igual/);
  await expect(files.getByRole('button', { name: 'Salvar' })).toBeEnabled();
});
