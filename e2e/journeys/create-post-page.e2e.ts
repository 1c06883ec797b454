import type { Page } from '@playwright/test';
import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { fetchPosts } from '../support/api.ts';
import {
  chooseFile,
  fillForm,
  getForm,
  getSendButton,
  getTimelineEntry,
  getTypeOption,
  roundUpToMinute,
} from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';

const HOUR = 3_600_000;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const pressBack = (page: Page) => getForm(page).getByRole('button', { name: 'Voltar' }).click();

test('a photo is scheduled from the page, with one step forward and one step back', async ({
  page,
  stack,
  connectedUser,
  caption,
  pictureFile,
}) => {
  const photo = await pictureFile('canecas.jpg');
  const dueAt = roundUpToMinute(HOUR);

  await test.step('the user can return to the calendar while no file is chosen', async () => {
    await page.goto('/create-post');
    await expect(heading(page, 'Envie seus arquivos')).toBeVisible();
    await page.getByRole('button', { name: 'Calendário' }).click();
    await expect(page).toHaveURL('/schedule');
  });

  await test.step('the back button returns to the previous step', async () => {
    await page.goto('/create-post');
    await chooseFile(page, photo);
    await getForm(page).getByRole('button', { name: 'Continuar' }).click();
    await expect(heading(page, 'Como esta foto vai ao ar?')).toBeFocused();
    await getTypeOption(page, 'Post de Imagem').click();
    await expect(heading(page, 'Detalhes da imagem')).toBeFocused();
    await pressBack(page);
    await expect(heading(page, 'Como esta foto vai ao ar?')).toBeFocused();
    await pressBack(page);
    await expect(heading(page, 'Envie seus arquivos')).toBeFocused();
    await expect(getForm(page).getByRole('list', { name: 'Arquivos do post' })).toBeVisible();
  });

  await test.step('the post is scheduled, and the calendar opens', async () => {
    await getForm(page).getByRole('button', { name: 'Continuar' }).click();
    await getTypeOption(page, 'Post de Imagem').click();
    await fillForm(page, { caption, dueAt });
    await getSendButton(page).click();
    await expect(heading(page, 'Post Agendado!')).toBeFocused();
    await expect(page).toHaveURL('/schedule');
    await expect(getTimelineEntry(page, caption)).toContainText(formatTime(dueAt));
  });

  const [post] = await fetchPosts(stack.url, connectedUser.token);
  expect(post).toMatchObject({
    mediaType: 'IMAGE',
    status: 'scheduled',
    caption,
    scheduledTime: dueAt.toISOString(),
  });
});
