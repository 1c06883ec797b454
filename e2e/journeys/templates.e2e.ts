import type { Page } from '@playwright/test';
import { createDraft, fetchPosts } from '../support/api.ts';
import { chooseFile, continueToDetails, openDetails } from '../support/composer.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { inputMethods } from '../support/input-methods.ts';
import { givePlan } from '../support/payments.ts';
import { createPicture } from '../support/pictures.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Modelos', exact: true });
const ownList = (page: Page) => page.getByRole('list', { name: 'Meus modelos' });
const cards = (page: Page) => list(page).getByRole('button');
/** The label receives the click, because the radio itself is visually hidden. */
const getSectionHeading = (page: Page, name: string) => page.getByText(name, { exact: true });
const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Detalhes do modelo' });
const getDeleteDialog = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Excluir este modelo?' });
const caption = (where: Page) => where.getByRole('textbox', { name: /^Legenda/ });
const getStatusMessage = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).first();

test('a Pro user finds a template, fills it in and saves it as a draft, by keyboard at 390 px', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'pro'));
  await page.goto('/dashboard');
  await inputMethods.keys.press(page.getByRole('button', { name: 'Mais', exact: true }));
  await inputMethods.keys.press(page.getByRole('link', { name: 'Modelos' }));
  await expect(page.getByText(/^\d{2,} modelos$/)).toBeVisible();
  await inputMethods.keys.press(page.getByLabel('Buscar modelos'));
  await page.keyboard.type('vitrine horario');
  await expect(page.getByText('1 modelo', { exact: true })).toBeVisible();
  await inputMethods.keys.press(cards(page).first());
  const dialog = getDialog(page);
  await expect(dialog.getByRole('heading', { name: 'Produto novo na vitrine' })).toBeFocused();
  await inputMethods.keys.press(dialog.getByLabel('Produto'));
  await page.keyboard.type('bolo de fubá');
  await expect(dialog.getByText('Tem novidade na vitrine: bolo de fubá.')).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toContainText('bolo de fubá, já no prato');
  await inputMethods.keys.press(dialog.getByRole('button', { name: 'Usar modelo' }));
  await expect(page).toHaveURL('/create-post');

  await chooseFile(page, await pictureFile('bolo.jpg'), inputMethods.keys);
  await continueToDetails(page, 'Post de Imagem');
  await expect(page.getByRole('heading', { name: 'Detalhes da imagem' })).toBeVisible();
  await expect(caption(page)).toHaveValue(/^Tem novidade na vitrine: bolo de fubá\./);
  await expect(page.getByText(/Ainda há o que completar na legenda: \{como é\}/)).toBeVisible();
  await inputMethods.keys.press(page.getByRole('button', { name: 'Salvar rascunho' }));
  await expect
    .poll(async () =>
      (await fetchPosts(stack.url, connectedUser.token)).map((post) => post.caption),
    )
    .toEqual([expect.stringMatching(/^Tem novidade na vitrine: bolo de fubá\./)]);
});

test('a Premium user saves a post as a template in two clicks, then renames, uses and deletes it', async ({
  page,
  stack,
  connectedUser,
  tolerate,
}) => {
  test.slow();
  tolerate(/409 .*\/api\/templates\/custom/);
  const { token } = connectedUser;
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'premium'));
  await createDraft(stack.url, token, {
    caption: 'Caneca dupla com esmalte azul, a primeira.\n\n#barro',
    picture: await createPicture(),
    scheduledTime: new Date(Date.now() + 3_600_000),
  });
  await page.goto('/schedule');
  await openDetails(page, 'Caneca dupla');

  await test.step('saves with two clicks', async () => {
    await page.getByRole('button', { name: 'Salvar como modelo' }).click();
    await page.getByRole('button', { name: 'Salvar modelo' }).click();
    await expect(
      getStatusMessage(page, 'Modelo salvo: Caneca dupla com esmalte azul'),
    ).toBeVisible();
  });

  await test.step('a name that exists is refused next to its field', async () => {
    await page.getByRole('button', { name: 'Salvar como modelo' }).click();
    await page.getByRole('button', { name: 'Salvar modelo' }).click();
    const name = page.getByLabel('Nome do modelo');
    await expect(name).toBeFocused();
    await expect(page.getByText('Você já tem um modelo com este nome.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('button', { name: 'Salvar como modelo' })).toBeFocused();
  });

  await page.goto('/templates');
  await getSectionHeading(page, 'Meus modelos').click();
  await ownList(page)
    .getByRole('button', { name: /Caneca dupla/ })
    .click();
  await test.step('renames it and turns words into a field', async () => {
    await getDialog(page).getByRole('button', { name: 'Editar' }).click();
    const form = page.getByRole('form', { name: 'Editar modelo' });
    await form.getByLabel('Nome do modelo').fill('Peça do dia');
    await form.getByLabel('Legenda').fill('Hoje na bancada: {peça}.\n\n#barro');
    await form.getByLabel('Roteiro das imagens').fill('{peça} de perto\n\nDetalhe do esmalte');
    await page.getByRole('button', { name: 'Salvar modelo' }).click();
    await expect(getDialog(page).getByRole('heading', { name: 'Peça do dia' })).toBeVisible();
    await expect(getDialog(page).getByRole('listitem')).toHaveCount(2);
  });
  await test.step('uses it', async () => {
    await getDialog(page).getByLabel('Peça').fill('um vaso');
    await getDialog(page).getByRole('button', { name: 'Usar modelo' }).click();
    await expect(page).toHaveURL('/create-post');
  });
  await test.step('deletes it after a confirmation', async () => {
    await page.goto('/templates');
    await getSectionHeading(page, 'Meus modelos').click();
    await ownList(page)
      .getByRole('button', { name: /Peça do dia/ })
      .click();
    await getDialog(page).getByRole('button', { name: 'Excluir' }).click();
    await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await getDeleteDialog(page).getByRole('button', { name: 'Excluir' }).click();
    await expect(page.getByText('Nenhum modelo salvo')).toBeVisible();
  });
});
