import { truncate, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dayKey, startOfDay } from '@pontual/contract/brasilia-time.ts';
import { errorCatalogue } from '@pontual/contract/errors.ts';
import { postsOf } from '../api.ts';
import {
  chooseAndContinue,
  chooseFile,
  chooseTime,
  composerOf,
  dayButton,
  fillForm,
  openComposer,
  sendButton,
  timelineEntry,
  wholeMinuteAfter,
} from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { lineOf } from '../line.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;

/** What the composer says about the last choice of a file. */
const complaint = (page: Page) => composerOf(page).getByRole('alert').filter({ hasText: /./ });

test.describe('a file that Instagram would not take', () => {
  test('larger than 8 MB is refused, and what was chosen before stays', async ({
    page,
    stack,
    connectedUser,
    pictureFile,
  }, testInfo) => {
    const large = testInfo.outputPath('enorme.jpg');
    await writeFile(large, Buffer.concat([await aPicture(), Buffer.alloc(8 * 1024 * 1024)]));
    const good = await pictureFile('boa.jpg');
    const composer = await openComposer(page);

    await chooseFile(page, large);
    await expect(complaint(page)).toContainText('Arquivo deve ter no máximo 8MB');
    await expect(complaint(page)).toContainText('enorme.jpg');
    await expect(composer.getByRole('list', { name: 'Arquivos do post' })).toBeHidden();

    await chooseFile(page, good);
    await expect(complaint(page)).toBeHidden();
    const chosen = composer.getByRole('list', { name: 'Arquivos do post' });
    await expect(chosen).toContainText('boa.jpg');
    await chooseFile(page, large);
    await expect(complaint(page)).toContainText('Arquivo deve ter no máximo 8MB');
    await expect(chosen).toContainText('boa.jpg');
    expect(await postsOf(stack.url, connectedUser.token)).toEqual([]);
  });

  test('a text that calls itself a photo is refused', async ({ page, connectedUser }, testInfo) => {
    expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
    const text = testInfo.outputPath('receita.jpg');
    await writeFile(text, 'Duas xícaras de farinha.');
    await openComposer(page);
    await chooseFile(page, text);
    await expect(complaint(page)).toContainText(errorCatalogue.MEDIA_UNREADABLE.message);
  });

  test('a video larger than 300 MB is refused', async ({ page, connectedUser }, testInfo) => {
    expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
    const path = testInfo.outputPath('fornada.mp4');
    await writeFile(path, '');
    await truncate(path, 412 * 1024 * 1024);
    await openComposer(page);
    await chooseFile(page, path);
    await expect(complaint(page)).toContainText(
      'fornada.mp4 (412 MB). Arquivo deve ter no máximo 300MB',
    );
  });

  test('no file at all does not get past the first step', async ({ page, connectedUser }) => {
    expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
    const composer = await openComposer(page);
    await composer.getByRole('button', { name: 'Continuar' }).click();
    await expect(complaint(page)).toContainText('Selecione pelo menos um arquivo');
    await expect(composer.getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
  });
});

test('a caption too long, no time and a time in the past are told at their fields', async ({
  page,
  stack,
  connectedUser,
  caption,
  pictureFile,
}) => {
  const composer = await openComposer(page);
  await chooseAndContinue(page, await pictureFile('foto.jpg'));
  const text = composer.getByLabel('Legenda');
  const day = dayButton(page);
  const hour = composer.getByLabel('Hora', { exact: true });

  await text.fill('a'.repeat(2201));
  await expect(composer.getByText('Limite excedido!').first()).toBeVisible();
  await sendButton(page).click();
  await expect(text).toHaveAccessibleDescription(/Legenda deve ter no máximo 2200 caracteres/);
  await expect(day).toHaveAccessibleDescription(/^Selecione data e hora/);
  await expect(hour).toHaveAccessibleDescription('Selecione data e hora');

  await text.fill(caption);
  await expect(composer.getByText('Legenda deve ter no máximo 2200 caracteres')).toBeHidden();
  await chooseTime(page, startOfDay(dayKey(new Date())));
  await expect(composer.getByText('Selecione data e hora')).toBeHidden();
  const past = new RegExp(`^${errorCatalogue.SCHEDULED_TIME_PAST.message}`);
  await expect(day).toHaveAccessibleDescription(past);
  await sendButton(page).click();
  await expect(hour).toHaveAccessibleDescription(past);
  expect(await postsOf(stack.url, connectedUser.token)).toEqual([]);

  await text.fill('a'.repeat(2200));
  await chooseTime(page, wholeMinuteAfter(HOUR));
  await sendButton(page).click();
  await expect(composer.getByText('Post Agendado!')).toBeVisible();
  const [post] = await postsOf(stack.url, connectedUser.token);
  expect(post?.caption).toHaveLength(2200);
});

test.describe('without a connected account', () => {
  test.beforeEach(async ({ page, user, caption, pictureFile, tolerate }) => {
    tolerate(/403 .*\/api\/schedule/);
    expect(user.user.instagramAccountId).toBeNull();
    await openComposer(page);
    await expect(page.getByText('Conta do Instagram não conectada')).toBeVisible();
    await fillForm(page, { files: await pictureFile('demo.jpg'), caption });
    await sendButton(page).click();
    await expect(page.getByRole('dialog', { name: 'Quase lá!' })).toBeVisible();
  });

  test('one may go back to the form and find it as it was', async ({ page, caption }) => {
    await page.getByRole('button', { name: 'Voltar ao Formulário' }).click();
    await expect(page.getByRole('dialog', { name: 'Quase lá!' })).toBeHidden();
    await expect(composerOf(page).getByLabel('Legenda')).toHaveValue(caption);
  });

  test('one may go and connect, and comes back to the post', async ({
    page,
    stack,
    user,
    caption,
  }) => {
    await page.getByRole('button', { name: 'Conectar Instagram & Agendar' }).click();
    await expect(page).toHaveURL('/dashboard');
    expect(await postsOf(stack.url, user.token)).toEqual([]);
    await expect(page.getByRole('link', { name: 'Voltar ao post' })).toHaveAttribute(
      'href',
      '/create-post',
    );
    await page.getByRole('button', { name: 'Conectar Instagram', exact: true }).click();
    await page.getByRole('button', { name: 'atelie.barro' }).click();
    await expect(page.getByRole('link', { name: 'Criar meu primeiro post' })).toBeVisible();
    await page.getByRole('link', { name: 'Agendar o post' }).click();
    await expect(page.getByText('Você continua de onde parou.')).toBeVisible();
    await expect(page.getByLabel('Legenda')).toHaveValue(caption);
    await sendButton(page).click();
    await expect(page.getByText('Post Agendado!')).toBeVisible();
    const [post] = await postsOf(stack.url, user.token);
    expect(post).toMatchObject({ caption, status: 'scheduled', demo: false });
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
    await expect(page.getByRole('link', { name: /^(Voltar ao|Agendar o) post$/ })).toBeHidden();
  });

  test('one may go on exploring, and the form starts afresh', async ({
    page,
    stack,
    user,
    caption,
  }) => {
    const composer = composerOf(page);
    await page.getByRole('button', { name: 'Continuar Explorando (Demo)' }).click();
    await expect(composer.getByText('Post Agendado!')).toBeVisible();
    await expect(composer.getByText(/Demonstração/)).toBeVisible();
    await expect(composer.getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
    await composer.getByRole('button', { name: 'Cancelar' }).last().click();
    await expect(composer).toBeHidden();

    const entry = timelineEntry(page, caption);
    await expect(entry).toContainText('Agendado');
    await expect(entry).toContainText('Conta do Instagram não conectada');
    const posts = await postsOf(stack.url, user.token);
    expect(posts).toHaveLength(1);
    expect(posts[0]).toMatchObject({ caption, status: 'scheduled', demo: true });
  });
});

test('a post whose server dies in the middle leaves nothing, and can be sent again', async ({
  page,
  stack,
  connectedUser,
  caption,
  pictureFile,
  tolerate,
}) => {
  tolerate(/net::ERR_/);
  const composer = await openComposer(page);
  const photo = await pictureFile('grande.jpg', { width: 1440, height: 1440 });
  await fillForm(page, { files: photo, caption });
  await (await lineOf(page)).slowDown(100_000);
  await sendButton(page).click();
  await expect(composer.getByRole('progressbar')).toHaveAttribute('value', /[1-9]/);
  await stack.kill9();
  const failed = page.getByRole('alertdialog', { name: 'Erro ao Agendar' });
  await expect(failed).toContainText('Sem conexão com o servidor.', { timeout: 60_000 });
  await failed.getByRole('button', { name: 'Voltar ao Formulário' }).click();
  await expect(failed).toBeHidden();

  await stack.start();
  expect(await postsOf(stack.url, connectedUser.token)).toEqual([]);
  await sendButton(page).click();
  await expect(composer.getByText('Post Agendado!')).toBeVisible({ timeout: 60_000 });
  const posts = await postsOf(stack.url, connectedUser.token);
  expect(posts.map((post) => post.caption)).toEqual([caption]);
});
