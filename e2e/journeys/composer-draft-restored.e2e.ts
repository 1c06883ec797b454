import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { connectInstagram, fetchPosts } from '../support/api.ts';
import {
  fillForm,
  getForm,
  readTime,
  getSendButton,
  roundUpToMinute,
} from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { fillLogin } from '../support/login-form.ts';
import { createPictureOfSize } from '../support/pictures.ts';

const HOUR = 3_600_000;
/** With a user account, a file of this size (in bytes) is uploaded as soon as it is chosen. */
const LARGE = 6 * 1024 * 1024;

const getRestoredMessage = (form: Locator) => form.getByText('Você continua de onde parou.');

async function expectCarousel(
  page: Page,
  { caption, dueAt }: { caption: string; dueAt: Date },
): Promise<void> {
  const form = getForm(page);
  await expect(form.getByRole('heading', { name: 'Detalhes do carrossel' })).toBeVisible();
  await expect(form.getByText('2 arquivos')).toBeVisible();
  await expect(form.getByLabel('Legenda')).toHaveValue(caption);
  await expect.poll(() => readTime(page)).toBe(formatTime(dueAt));
}

async function expectEmptyPage(page: Page, caption: string): Promise<void> {
  await expect(page).toHaveURL('/create-post');
  const form = getForm(page);
  await expect(form.getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
  await expect(form.getByRole('list', { name: 'Arquivos do post' })).toBeHidden();
  await expect(getRestoredMessage(form)).toBeHidden();
  await expect(page.getByText(caption)).toBeHidden();
}

test.describe('a visitor with a browser in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-US' });

  async function makeCarousel(
    page: Page,
    given: { caption: string; dueAt: Date; files: string[] },
  ): Promise<Locator> {
    await page.goto('/create-post');
    await fillForm(page, given);
    await getSendButton(page).click();
    return page.getByRole('dialog', { name: 'Entre para agendar' });
  }

  test('creates a post, is prompted to log in, and schedules it', async ({
    page,
    stack,
    newUser,
    caption,
    pictureFile,
  }, testInfo) => {
    const account = await newUser();
    await connectInstagram(stack.url, account.token);
    const large = testInfo.outputPath('vitrine.jpg');
    await writeFile(large, await createPictureOfSize(LARGE));
    const photos = [large, await pictureFile('caneca.jpg')];
    const dueAt = roundUpToMinute(HOUR);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(stack.url) && request.method() !== 'GET')
        sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });

    const question = await makeCarousel(page, { caption, dueAt, files: photos });
    await expect(question).toContainText('fica guardado neste navegador');
    expect(sent).toEqual([]);
    await question.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await fillLogin(page, account);

    await expect(page).toHaveURL('/create-post');
    await expectCarousel(page, { caption, dueAt });
    await getSendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible({
      timeout: 60_000,
    });
    const [post, ...others] = await fetchPosts(stack.url, account.token);
    expect(others).toEqual([]);
    expect(post).toMatchObject({
      status: 'scheduled',
      mediaType: 'CAROUSEL',
      caption,
      scheduledTime: dueAt.toISOString(),
      mediaItems: [{ type: 'image' }, { type: 'image' }],
    });
    await expect(page).toHaveURL('/schedule');
    await page.goto('/create-post');
    await expectEmptyPage(page, caption);
  });
});
