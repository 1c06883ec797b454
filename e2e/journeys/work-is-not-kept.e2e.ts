import type { Page } from '@playwright/test';
import { connectInstagram, postsOf } from '../api.ts';
import {
  chooseAndContinue,
  composerOf,
  fillForm,
  formOf,
  openComposer,
  scheduleInForm,
  timelineEntry,
} from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { fillLogin } from '../login-form.ts';

const restored = (page: Page) => formOf(page).getByText('Você continua de onde parou.');
const captionOf = (page: Page) => formOf(page).getByLabel('Legenda');

/** The browser itself asks before the page is loaded again; the answer is to go. */
async function reloadAsked(page: Page): Promise<void> {
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
}

async function expectEmpty(page: Page): Promise<void> {
  await expect(formOf(page).getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
  await expect(formOf(page).getByRole('list', { name: 'Arquivos do post' })).toBeHidden();
  await expect(restored(page)).toBeHidden();
}

test('a second tab neither gets what the first is at nor writes over it', async ({
  page: first,
  context,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.plan).toBe('free');
  await first.goto('/create-post');
  await fillForm(first, { files: await pictureFile('primeira.jpg'), caption });

  const second = await context.newPage();
  await second.goto('/create-post');
  await expectEmpty(second);
  await chooseAndContinue(second, await pictureFile('segunda.jpg'));
  await captionOf(second).fill('Da segunda aba');

  await first.reload();
  await expect(restored(first)).toBeVisible();
  await expect(captionOf(first)).toHaveValue(caption);
  await expect(formOf(first).getByText('primeira.jpg').first()).toBeVisible();

  await test.step('what the second holds would be lost: the browser asks', async () => {
    await reloadAsked(second);
    await expectEmpty(second);
  });

  await first.close();
  await second.reload();
  await expect(restored(second)).toBeVisible();
  await expect(captionOf(second)).toHaveValue(caption);
});

test('the calendar in a second tab does not open what the first is at over it', async ({
  page: first,
  context,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.plan).toBe('free');
  const composer = await openComposer(first);
  await chooseAndContinue(first, await pictureFile('foto.jpg'));
  await captionOf(first).fill(caption);
  const second = await context.newPage();
  await second.goto('/schedule');
  await expect(second.getByRole('grid')).toBeVisible();

  await first.bringToFront();
  await scheduleInForm(first, { caption });
  await expect(composer).toBeHidden();
  await expect(timelineEntry(second, caption)).toBeVisible({ timeout: 60_000 });
  await expect(composerOf(second)).toBeHidden();
});

/** What a browser does that keeps nothing of a page. */
const refuse = `const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};`;
const noDatabase = `${refuse} IDBFactory.prototype.open = refuse;`;
const noStorage = `${noDatabase}
Object.defineProperty(window, 'localStorage', { get: refuse });
Object.defineProperty(window, 'sessionStorage', { get: refuse });
LockManager.prototype.request = async () => refuse();`;

test('where the browser keeps nothing, a post is made and scheduled all the same', async ({
  page,
  stack,
  newUser,
  caption,
  pictureFile,
}) => {
  const account = await newUser();
  await connectInstagram(stack.url, account.token);
  await page.addInitScript({ content: noStorage });
  await page.goto('/login');
  await fillLogin(page, account);
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Criar post' }).click();
  await expect(page).toHaveURL('/create-post');
  await scheduleInForm(page, { files: await pictureFile('foto.jpg'), caption });
  await expect(page).toHaveURL('/schedule');
  const posts = await postsOf(stack.url, account.token);
  expect(posts).toMatchObject([{ caption, status: 'scheduled', mediaType: 'IMAGE' }]);
});

test('where it keeps words alone, a page that is loaded again says which file is missing', async ({
  page,
  stack,
  connectedUser,
  caption,
  pictureFile,
}) => {
  await page.addInitScript({ content: noDatabase });
  await page.goto('/create-post');
  const photo = await pictureFile('foto.jpg');
  await fillForm(page, { files: photo, caption });
  await page.reload();
  await expect(
    formOf(page).getByText(
      'O texto está aqui, mas não foi possível recuperar um arquivo. Escolha-o de novo.',
    ),
  ).toBeVisible();
  await chooseAndContinue(page, photo);
  await expect(captionOf(page)).toHaveValue(caption);
  await scheduleInForm(page, { caption });
  const posts = await postsOf(stack.url, connectedUser.token);
  expect(posts).toMatchObject([{ caption, status: 'scheduled', mediaType: 'IMAGE' }]);
});

test('what was kept in another shape does not stand in the way', async ({ page, pictureFile }) => {
  await page.goto('/login');
  await page.evaluate(() => {
    localStorage.setItem('pontual.composer.visitor', JSON.stringify({ version: 2, form: null }));
  });
  await page.goto('/create-post');
  await chooseAndContinue(page, await pictureFile('caneca.jpg'));
  await captionOf(page).fill('Caneca azul');
  // The place works again.
  await page.reload();
  await expect(restored(page)).toBeVisible();
  await expect(captionOf(page)).toHaveValue('Caneca azul');
  await expect(formOf(page).getByText('caneca.jpg').first()).toBeVisible();
});

test("a visitor's second tab says that it keeps nothing, and asks before its work is left", async ({
  page: first,
  context,
  pictureFile,
}) => {
  await first.goto('/create-post');
  await chooseAndContinue(first, await pictureFile('primeira.jpg'));

  const page = await context.newPage();
  await page.goto('/create-post');
  await expect(formOf(page).getByText('Outra aba já guarda um post seu')).toBeVisible();
  await formOf(page).getByRole('button', { name: 'Salvar rascunho' }).click();
  const question = page.getByRole('dialog', { name: 'Entre para salvar o rascunho' });
  await expect(question).toContainText('Outra aba já guarda um post deste navegador');
  await question.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Entrar' })).toBeVisible();
  await page.goBack();
  await expect(formOf(page).getByText('Outra aba já guarda um post seu')).toBeVisible();
  await chooseAndContinue(page, await pictureFile('segunda.jpg'));
  await captionOf(page).fill('Da segunda aba');
  await page.goForward();
  await page
    .getByRole('alertdialog', { name: 'Descartar este post?' })
    .getByRole('button', { name: 'Continuar editando' })
    .click();
  await expect(page).toHaveURL('/create-post');
  await expect(captionOf(page)).toHaveValue('Da segunda aba');
});
