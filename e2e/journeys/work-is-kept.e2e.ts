import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { logout } from '@pontual/contract/auth.ts';
import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { call, connectInstagram, postsOf } from '../api.ts';
import {
  chooseAndContinue,
  composerOf,
  fillForm,
  formOf,
  hourIn,
  openComposer,
  sendButton,
  wholeMinuteAfter,
} from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { fillLogin } from '../login-form.ts';
import { aPictureOf } from '../pictures.ts';

const HOUR = 3_600_000;
/** Of such a size a file is sent as soon as it is chosen, for somebody who has an account. */
const LARGE = 6 * 1024 * 1024;

const restored = (form: Locator) => form.getByText('Você continua de onde parou.');

/** The carousel that was being made is there, at its last step. */
async function expectCarousel(
  page: Page,
  { caption, when }: { caption: string; when: Date },
): Promise<void> {
  const form = formOf(page);
  await expect(form.getByRole('heading', { name: 'Detalhes do carrossel' })).toBeVisible();
  await expect(form.getByText('2 arquivos')).toBeVisible();
  await expect(form.getByLabel('Legenda')).toHaveValue(caption);
  await expect.poll(() => hourIn(page)).toBe(formatTime(when));
}

/** The page begins with nothing, and says nothing of anybody's work. */
async function expectEmptyPage(page: Page, caption: string): Promise<void> {
  await expect(page).toHaveURL('/create-post');
  const form = formOf(page);
  await expect(form.getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
  await expect(form.getByRole('list', { name: 'Arquivos do post' })).toBeHidden();
  await expect(restored(form)).toBeHidden();
  await expect(page.getByText(caption)).toBeHidden();
}

test.describe('a visitor, with a browser in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-US' });

  /** A carousel of two photos, up to the question that a visitor is asked. */
  async function makeCarousel(
    page: Page,
    given: { caption: string; when: Date; files: string[] },
  ): Promise<Locator> {
    await page.goto('/create-post');
    await fillForm(page, given);
    await sendButton(page).click();
    return page.getByRole('dialog', { name: 'Entre para agendar' });
  }

  test('makes a post, is asked to log in, and schedules it', async ({
    page,
    stack,
    newUser,
    caption,
    pictureFile,
  }, testInfo) => {
    const account = await newUser();
    await connectInstagram(stack.url, account.token);
    const large = testInfo.outputPath('vitrine.jpg');
    await writeFile(large, await aPictureOf(LARGE));
    const photos = [large, await pictureFile('caneca.jpg')];
    const when = wholeMinuteAfter(HOUR);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(stack.url) && request.method() !== 'GET')
        sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });

    const question = await makeCarousel(page, { caption, when, files: photos });
    await expect(question).toContainText('fica guardado neste navegador');
    expect(sent).toEqual([]);
    await question.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await fillLogin(page, account);

    await expect(page).toHaveURL('/create-post');
    await expectCarousel(page, { caption, when });
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible({
      timeout: 60_000,
    });
    const [post, ...others] = await postsOf(stack.url, account.token);
    expect(others).toEqual([]);
    expect(post).toMatchObject({
      status: 'scheduled',
      mediaType: 'CAROUSEL',
      caption,
      scheduledTime: when.toISOString(),
      mediaItems: [{ type: 'image' }, { type: 'image' }],
    });
    await expect(page).toHaveURL('/schedule');
    await page.goto('/create-post');
    await expectEmptyPage(page, caption);
  });

  test('without an account creates one, and finds the post where it was', async ({
    page,
    caption,
    pictureFile,
  }) => {
    const person = { email: `visita-${Date.now()}@example.com`, password: 'Senha1' };
    const photos = await Promise.all(['um.jpg', 'dois.jpg'].map((name) => pictureFile(name)));
    const when = wholeMinuteAfter(HOUR);
    const question = await makeCarousel(page, { caption, when, files: photos });
    await question.getByRole('button', { name: 'Criar conta grátis' }).click();
    await expect(page).toHaveURL('/register');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Senha', { exact: true }).fill(person.password);
    await page.getByLabel('Confirmar senha').fill(person.password);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(page).toHaveURL('/login');
    await fillLogin(page, person);
    await expect(page).toHaveURL('/create-post');
    await expectCarousel(page, { caption, when });
  });
});

test('a page that is loaded again goes on with its carousel, until it is begun anew', async ({
  page,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.plan).toBe('free');
  const photos = await Promise.all(['um.jpg', 'dois.jpg'].map((name) => pictureFile(name)));
  const when = wholeMinuteAfter(HOUR);
  await page.goto('/create-post');
  await fillForm(page, { files: photos, caption, when });
  await page.reload();
  await expect(restored(formOf(page))).toBeVisible();
  await expectCarousel(page, { caption, when });

  await formOf(page).getByRole('button', { name: 'Começar de novo' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Começar de novo?' });
  await asked.getByRole('button', { name: 'Começar de novo' }).click();
  await expect(formOf(page).getByRole('heading', { name: 'Envie seus arquivos' })).toBeFocused();
  await expectEmptyPage(page, caption);
  await page.reload();
  await expectEmptyPage(page, caption);
});

test('a dialog that is loaded again is open again, with the video and its cover', async ({
  page,
  connectedUser,
  caption,
  videoFile,
}) => {
  expect(connectedUser.user.plan).toBe('free');
  const composer = await openComposer(page);
  await chooseAndContinue(page, await videoFile('torno.mp4'));
  await composer.getByLabel('Legenda').fill(caption);
  const cover = composer.getByRole('slider', { name: 'Capa' });
  await cover.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const chosen = await cover.inputValue();
  expect(Number(chosen)).toBeGreaterThan(0);
  await page.reload();
  await expect(restored(composer)).toBeVisible();
  await expect(composer.getByRole('heading', { name: 'Detalhes do Reels' })).toBeVisible();
  await expect(composer.getByText('torno.mp4').first()).toBeVisible();
  await expect(composer.getByLabel('Legenda')).toHaveValue(caption);
  await expect(cover).toHaveValue(chosen);
});

test('a browser that does not open its storage says what is missing, and forgets none of it', async ({
  page,
  context,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.plan).toBe('free');
  await page.goto('/create-post');
  await chooseAndContinue(page, await pictureFile('caneca.jpg'));
  const form = formOf(page);
  await form.getByLabel('Legenda').fill(caption);
  // Nothing ever comes of such a request.
  await page.addInitScript({ content: 'IDBFactory.prototype.open = () => ({})' });
  await page.reload();
  await expect(form.getByText('não foi possível recuperar um arquivo')).toBeVisible();
  // The text is there with the first step, and the file is named still: its storage answers again.
  const again = await context.newPage();
  await page.close();
  await again.goto('/create-post');
  await expect(restored(formOf(again))).toBeVisible();
  await expect(formOf(again).getByText('caneca.jpg').first()).toBeVisible();
});

test('what is discarded is forgotten', async ({ page, connectedUser, caption, pictureFile }) => {
  expect(connectedUser.user.plan).toBe('free');
  await page.goto('/create-post');
  await chooseAndContinue(page, await pictureFile('caneca.jpg'));
  await formOf(page).getByLabel('Legenda').fill(caption);
  await page.getByRole('button', { name: 'Calendário' }).click();
  const question = page.getByRole('alertdialog', { name: 'Descartar este post?' });
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(page).toHaveURL('/schedule');
  await expect(composerOf(page)).toBeHidden();
  await page.goto('/create-post');
  await expectEmptyPage(page, caption);
});

test.describe('a session that ends while a post is made', () => {
  test.beforeEach(async ({ page, stack, connectedUser, caption, pictureFile, tolerate }) => {
    tolerate(/401 .*\/api\//);
    const photos = await Promise.all(['um.jpg', 'dois.jpg'].map((name) => pictureFile(name)));
    await page.goto('/create-post');
    await fillForm(page, { files: photos, caption });
    await call(stack.url, logout, { token: connectedUser.token });
    // The page may learn of it before the press.
    const atLogin = page.getByRole('heading', { name: 'Bom te ver de novo' });
    await sendButton(page).or(atLogin).click();
    await expect(page).toHaveURL('/login');
  });

  test('leads back to everything, and the post can be scheduled', async ({
    page,
    connectedUser,
    caption,
  }) => {
    await fillLogin(page, connectedUser);
    await expect(page).toHaveURL('/create-post');
    await expect(formOf(page).getByText('2 arquivos')).toBeVisible();
    await expect(formOf(page).getByLabel('Legenda')).toHaveValue(caption);
    await expect(formOf(page).getByText('Você continua de onde parou.')).toBeVisible();
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
  });

  test('keeps it for its user while a visitor looks around', async ({
    page,
    connectedUser,
    caption,
  }) => {
    await page.goto('/create-post');
    await expectEmptyPage(page, caption);
    await page.goto('/login');
    await fillLogin(page, connectedUser);
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/create-post');
    await expect(formOf(page).getByText('2 arquivos')).toBeVisible();
    await expect(formOf(page).getByLabel('Legenda')).toHaveValue(caption);
  });

  test('shows nothing of it to somebody else who logs in', async ({ page, newUser, caption }) => {
    await fillLogin(page, await newUser());
    await expectEmptyPage(page, caption);
  });
});
