import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { connectInstagram, postsOf } from '../api.ts';
import { fillForm, formOf, hourIn, sendButton, wholeMinuteAfter } from '../composer.ts';
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
});
