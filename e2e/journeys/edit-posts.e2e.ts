import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Page } from '@playwright/test';
import { fetchPosts, schedule } from '../support/api.ts';
import {
  chooseTime,
  getDetails,
  openDetails,
  getTimelineEntry,
  roundUpToMinute,
} from '../support/composer.ts';
import { expect, test, withMotion } from '../support/fixtures.ts';
import { tabTo } from '../support/input-methods.ts';
import { createPicture } from '../support/pictures.ts';
import { createVideo } from '../support/videos.ts';

test.use(withMotion);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.use({ timezoneId: 'Asia/Tokyo' });

const save = (page: Page) => getDetails(page).getByRole('button', { name: 'Salvar' });
const editButton = (page: Page) => getDetails(page).getByRole('button', { name: 'Editar post' });

async function expectSaved(page: Page): Promise<void> {
  const success = page.getByRole('dialog', { name: 'Post Atualizado!' });
  await success.waitFor();
  await expect(success).toBeHidden();
  await expect(getDetails(page)).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
}

const getRow = (page: Page, caption: string) => page.getByRole('button', { name: caption }).first();

test('caption, due time, location, tagged users and picture of a scheduled post change in one form', async ({
  page,
  stack,
  connectedUser: { token },
  caption,
  pictureFile,
}) => {
  const scheduledTime = roundUpToMinute(HOUR);
  const picture = await createPicture();
  const { _id } = await schedule(stack.url, token, { caption, scheduledTime, picture });
  const when = roundUpToMinute(26 * HOUR);
  await page.goto('/schedule');
  const details = await openDetails(page, caption);
  await editButton(page).click();
  await expect(details.getByRole('heading', { name: 'Editar post' })).toBeFocused();

  await test.step('neither Esc nor the back button loses the changes', async () => {
    await details.getByLabel('Legenda').fill(`${caption} mudada`);
    const question = page.getByRole('alertdialog', { name: 'Descartar esta mudança?' });
    await page.keyboard.press('Escape');
    await expect(question).toContainText('O que você mudou ainda não foi salvo');
    await question.getByRole('button', { name: 'Continuar editando' }).click();
    await expect(question).toBeHidden();
    await page.evaluate('history.back()');
    await question.getByRole('button', { name: 'Continuar editando' }).click();
    // The question returns the focus after it has closed, and would close a list that opens before that.
    await expect(question).toHaveCount(0);
    await expect(details.getByLabel('Legenda')).toHaveValue(`${caption} mudada`);
  });

  await chooseTime(page, when);
  await details.getByRole('combobox', { name: 'Local' }).fill('reci');
  await details.getByRole('option', { name: 'Recife' }).last().click();
  await details.getByRole('button', { name: 'Marcar na foto' }).click();
  const people = page.getByRole('dialog', { name: 'Marcar pessoas' });
  await people.getByRole('button', { name: 'Marcar alguém em foto' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('lia.azulejos');
  await page.keyboard.press('Enter');
  await people.getByRole('button', { name: 'Pronto' }).click();
  await expect(details.getByText('@lia.azulejos')).toBeVisible();
  await save(page).click();
  await expectSaved(page);
  await openDetails(page, `${caption} mudada`);
  await expect(details.getByRole('time').first()).toHaveText(formatTime(when));
  await expect(details.getByText('@lia.azulejos')).toBeVisible();
  const [post] = await fetchPosts(stack.url, token);
  expect(post).toMatchObject({
    _id,
    caption: `${caption} mudada`,
    scheduledTime: when.toISOString(),
    locationId: '213000000000008',
    userTags: [{ username: 'lia.azulejos', x: 0.5, y: 0.5 }],
  });

  await test.step('another picture has its own tagged users and alternative text', async () => {
    await editButton(page).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      details.getByRole('button', { name: 'Escolher arquivo' }).filter({ hasText: /./ }).click(),
    ]);
    await chooser.setFiles(await pictureFile('nova.jpg', { width: 1080, height: 1350 }));
    await expect(details.getByText('nova.jpg').first()).toBeVisible();
    await expect(details.getByText('@lia.azulejos')).toBeHidden();
    await details.getByText('Opções avançadas').click();
    await details.getByLabel('Texto alternativo').fill('Uma torre de canecas');
    await save(page).click();
    await expectSaved(page);
    const [changed] = await fetchPosts(stack.url, token);
    expect(changed).toMatchObject({
      caption: `${caption} mudada`,
      userTags: [],
      mediaItems: [{ width: 1080, height: 1350, altText: 'Uma torre de canecas' }],
    });
  });
});

test('a reel is edited by keyboard alone', async ({
  page,
  stack,
  connectedUser: { token },
  caption,
}) => {
  const scheduledTime = roundUpToMinute(HOUR);
  await schedule(stack.url, token, { caption, scheduledTime, reel: await createVideo() });
  await page.goto('/schedule');
  await getTimelineEntry(page, caption).getByRole('button', { name: caption }).focus();
  await page.keyboard.press('Enter');
  const details = getDetails(page);
  await tabTo(editButton(page));
  await page.keyboard.press('Enter');
  await tabTo(details.getByLabel('Legenda'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`${caption} outra`);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Descartar esta mudança?' });
  await tabTo(question.getByRole('button', { name: 'Continuar editando' }));
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await tabTo(details.getByRole('switch', { name: 'Mostrar também no feed' }));
  await page.keyboard.press('Space');
  await tabTo(details.getByRole('slider', { name: 'Capa' }));
  await page.keyboard.press('PageUp');
  await tabTo(details.getByLabel('Nome do áudio'));
  await page.keyboard.type('Som do torno');
  await tabTo(save(page));
  await page.keyboard.press('Enter');
  await expectSaved(page);
  await expect(getRow(page, `${caption} outra`)).toBeFocused();
  const [post] = await fetchPosts(stack.url, token);
  expect(post).toMatchObject({
    caption: `${caption} outra`,
    scheduledTime: scheduledTime.toISOString(),
    reelsConfig: { shareToFeed: false, thumbOffset: 1000, audioName: 'Som do torno' },
  });
});

test('an edit shortly before the due time may delay the post, and an edit after it is refused', async ({
  page,
  stack,
  connectedUser: { token },
  caption,
  tolerate,
}) => {
  tolerate(/409 .*\/api\/scheduled/);
  // A busy machine has enough time to open the form before the due time.
  const scheduledTime = new Date(Date.now() + MINUTE / 2);
  await schedule(stack.url, token, { caption, scheduledTime, picture: await createPicture() });
  await page.goto('/schedule');
  const details = await openDetails(page, caption);
  await editButton(page).click();
  await expect(details.getByText('Falta menos de 1 minuto para a hora deste post')).toBeVisible();
  await details.getByLabel('Legenda').fill(`${caption} tarde demais`);
  const refusal = 'Este post já foi publicado e não pode mais ser editado.';
  await expect(details.getByText(refusal)).toBeVisible({ timeout: 90_000 });
  await save(page).click();
  const failed = page.getByRole('alertdialog', { name: 'Erro ao Atualizar' });
  await expect(failed).toHaveAccessibleDescription(refusal);
  await expect(failed.getByRole('button', { name: /^Tentar/ })).toBeHidden();
  await failed.getByRole('button', { name: 'Voltar ao Formulário' }).click();
  await details.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();

  await expect(details.getByText('Publicado em')).toBeVisible();
  await editButton(page).click();
  const refusalDialog = page.getByRole('dialog', { name: 'Post publicado' });
  await expect(refusalDialog).toHaveAccessibleDescription(refusal);
  await page.keyboard.press('Escape');
  await expect(refusalDialog).toBeHidden();
  await expect(editButton(page)).toBeFocused();
  await expect(details.getByRole('button', { name: 'Excluir' })).toBeHidden();
});
