import type { Page } from '@playwright/test';
import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { postsOf } from '../api.ts';
import {
  chooseAndContinue,
  chooseFile,
  fillForm,
  formOf,
  hourIn,
  sendButton,
  timelineEntry,
  typeOption,
  wholeMinuteAfter,
} from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { lineOf } from '../line.ts';

const HOUR = 3_600_000;
/** Bytes a second. */
const SLOW = 100_000;

/** What the step is called: the page's own heading. */
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const pressBack = (page: Page) => formOf(page).getByRole('button', { name: 'Voltar' }).click();

test('a photo is scheduled from the page, one step forth and one back', async ({
  page,
  stack,
  connectedUser,
  caption,
  pictureFile,
}) => {
  const photo = await pictureFile('canecas.jpg');
  const when = wholeMinuteAfter(HOUR);

  await test.step('the way to the calendar is open while nothing is chosen', async () => {
    await page.goto('/create-post');
    await expect(heading(page, 'Envie seus arquivos')).toBeVisible();
    await page.getByRole('button', { name: 'Calendário' }).click();
    await expect(page).toHaveURL('/schedule');
  });

  await test.step('back leads to the step before', async () => {
    await page.goto('/create-post');
    await chooseFile(page, photo);
    await formOf(page).getByRole('button', { name: 'Continuar' }).click();
    await expect(heading(page, 'Como esta foto vai ao ar?')).toBeFocused();
    await typeOption(page, 'Post de Imagem').click();
    await expect(heading(page, 'Detalhes da imagem')).toBeFocused();
    await pressBack(page);
    await expect(heading(page, 'Como esta foto vai ao ar?')).toBeFocused();
    await pressBack(page);
    await expect(heading(page, 'Envie seus arquivos')).toBeFocused();
    await expect(formOf(page).getByRole('list', { name: 'Arquivos do post' })).toBeVisible();
  });

  await test.step('schedules, and comes to the calendar by itself', async () => {
    await formOf(page).getByRole('button', { name: 'Continuar' }).click();
    await typeOption(page, 'Post de Imagem').click();
    await fillForm(page, { caption, when });
    await sendButton(page).click();
    await expect(heading(page, 'Post Agendado!')).toBeFocused();
    await expect(page).toHaveURL('/schedule');
    await expect(timelineEntry(page, caption)).toContainText(formatTime(when));
  });

  const [post] = await postsOf(stack.url, connectedUser.token);
  expect(post).toMatchObject({
    mediaType: 'IMAGE',
    status: 'scheduled',
    caption,
    scheduledTime: when.toISOString(),
  });
});

test('a draft is saved as it is, from the first step and from the last', async ({
  page,
  stack,
  connectedUser,
  caption,
  pictureFile,
}) => {
  const photos = await Promise.all(['um.jpg', 'dois.jpg'].map((name) => pictureFile(name)));
  const saveDraft = async () => {
    await formOf(page).getByRole('button', { name: 'Salvar rascunho' }).click();
    // Shown for a moment: it looks more often than an assertion would.
    await heading(page, 'Sucesso!').waitFor();
    await expect(page).toHaveURL('/schedule');
  };

  await test.step('two photos, before anything is written', async () => {
    await page.goto('/create-post');
    await chooseFile(page, photos);
    const form = formOf(page);
    await expect(form.getByRole('list', { name: 'Arquivos do post' })).toBeVisible();
    const line = await lineOf(page);
    await line.slowDown(SLOW);
    await form.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(form.getByRole('progressbar', { name: 'Enviando 2 arquivos' })).toBeVisible();
    await expect(form.getByRole('status').filter({ hasText: 'Enviando arquivos' })).toBeAttached();
    await form.getByRole('button', { name: 'Cancelar envio' }).click();
    await expect(form.getByRole('progressbar')).toBeHidden();
    await line.slowDown(-1);
    await saveDraft();
  });

  await test.step('a photo and its caption, without an hour', async () => {
    await page.goto('/create-post');
    await chooseAndContinue(page, photos.slice(0, 1));
    await formOf(page).getByLabel('Legenda').fill(caption);
    await saveDraft();
  });

  const drafts = await postsOf(stack.url, connectedUser.token, { status: 'draft' });
  const kept = drafts.map((draft) => ({
    caption: draft.caption,
    mediaType: draft.mediaType,
    files: draft.mediaItems.length,
    scheduledTime: draft.scheduledTime,
  }));
  expect(kept).toHaveLength(2);
  expect(kept).toEqual(
    expect.arrayContaining([
      { caption: '', mediaType: 'CAROUSEL', files: 2, scheduledTime: null },
      { caption, mediaType: 'IMAGE', files: 1, scheduledTime: null },
    ]),
  );
});

test('what navigation brings along is there: type, caption and hour', async ({
  page,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const when = wholeMinuteAfter(HOUR);
  const state = { mediaType: 'STORIES', caption, scheduledTime: when.toISOString() };
  await page.goto('/create-post');
  // Where the router keeps what a link carries.
  await page.evaluate(`history.replaceState(${JSON.stringify({ usr: state, key: 'link' })}, '')`);
  await page.reload();

  await chooseFile(page, await pictureFile('vitrine.jpg'));
  await formOf(page).getByRole('button', { name: 'Continuar' }).click();
  await expect(typeOption(page, 'Stories')).toHaveAttribute('aria-current', 'true');
  await typeOption(page, 'Stories').click();
  await expect(heading(page, 'Detalhes do Stories')).toBeVisible();
  await expect(formOf(page).getByLabel('Legenda')).toHaveValue(caption);
  await expect.poll(() => hourIn(page)).toBe(formatTime(when));
});
