import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { postsOf } from '../api.ts';
import {
  chooseAndContinue,
  composerOf,
  openComposer,
  publishAtOnce,
  scheduleInForm,
} from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import type { LedgerEntry, Sandbox } from '../sandbox.ts';

/** Schedules what stands in the form and publishes it at once; answers what Instagram got. */
async function publish(page: Page, sandbox: Sandbox, caption: string): Promise<LedgerEntry> {
  await scheduleInForm(page, { caption });
  await expect(composerOf(page)).toBeHidden();
  return publishAtOnce(page, sandbox, caption);
}

/** The picture in which somebody is marked, ready to be pressed. */
async function stageOf(page: Page, button: string): Promise<Locator> {
  await composerOf(page).getByRole('button', { name: button }).click();
  return page.getByRole('dialog', { name: 'Marcar pessoas' });
}

test('a reel goes out with its sound, its place and its people, without a mouse', async ({
  page,
  sandbox,
  connectedUser,
  caption,
  videoFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const composer = await openComposer(page);
  await chooseAndContinue(page, await videoFile('torno.mp4'));

  await composer.getByRole('switch', { name: 'Mostrar também no feed' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(composer.getByRole('slider', { name: 'Capa' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(composer.getByLabel('Nome do áudio')).toBeFocused();
  await page.keyboard.type('Som original, Ateliê Barro');
  await page.keyboard.press('Tab');
  await page.keyboard.type('@Lia.Azulejos feira.daprata,bia');
  await page.keyboard.press('Enter');
  await expect(composer.getByText('3 de 3')).toBeVisible();
  await page.keyboard.type('d');
  await expect(composer.getByText('Máximo 3 colaboradores')).toHaveCount(2);
  await page.keyboard.press('Backspace');
  await expect(composer.getByText('2 de 3')).toBeVisible();

  await page.keyboard.press('Tab');
  await expect(composer.getByRole('combobox', { name: 'Local' })).toBeFocused();
  await page.keyboard.type('reci');
  await expect(composer.getByRole('option', { name: 'Recife' }).last()).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(composer.getByRole('combobox', { name: 'Local' })).toHaveValue('Recife');
  await composer.getByRole('textbox', { name: 'Marcar pessoas' }).focus();
  await page.keyboard.type('ana');
  // Leaving the field is enough.
  await page.keyboard.press('Tab');

  expect(await publish(page, sandbox, caption)).toMatchObject({
    media_product_type: 'REELS',
    share_to_feed: false,
    audio_name: 'Som original, Ateliê Barro',
    collaborators: ['lia.azulejos', 'feira.daprata'],
    location_id: '213000000000008',
    user_tags: [{ username: 'ana' }],
  });
});

test('people are marked in a photo where they are, and the photo is described', async ({
  page,
  sandbox,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const composer = await openComposer(page);
  // Cut to 4:5: what is marked is a place in what goes out.
  await chooseAndContinue(page, await pictureFile('alta.jpg', { width: 1080, height: 1920 }));
  const dialog = await stageOf(page, 'Marcar na foto');
  const picture = dialog.getByRole('button', { name: 'Marcar alguém em alta.jpg' });
  // The dialog grows as it opens.
  await picture.click({ trial: true });
  const box = await picture.boundingBox();
  if (box === null) throw new Error('the picture is not seen');
  await picture.click({ position: { x: box.width / 4, y: (box.height * 3) / 4 } });
  await expect(dialog.getByLabel('Quem está aqui?')).toBeFocused();
  await page.keyboard.type('@Lia');
  await page.keyboard.press('Enter');
  await picture.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('bia');
  await page.keyboard.press('Enter');
  await expect(
    dialog.getByRole('button', { name: '@bia, 50% da esquerda, 50% do alto' }),
  ).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await dialog.getByRole('button', { name: 'Pronto' }).click();
  await expect(dialog).toBeHidden();
  await expect(composer.getByText('@lia, @bia')).toBeVisible();

  await composer.getByText('Opções avançadas').click();
  await composer.getByLabel('Texto alternativo').fill('Uma torre de canecas');
  const { user_tags: tags, ...published } = await publish(page, sandbox, caption);
  expect(published).toMatchObject({ alt_text: 'Uma torre de canecas', location_id: null });
  expect(tags).toEqual([
    { username: 'lia', x: expect.closeTo(0.25, 2), y: expect.closeTo(0.75, 2) },
    { username: 'bia', x: 0.55, y: 0.49 },
  ]);
});

test('a faulty name in a photo that the browser does not show stays until it is mended', async ({
  page,
  connectedUser,
}, testInfo) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const photo = testInfo.outputPath('IMG_0042.HEIC');
  await writeFile(photo, 'not for browsers');
  const composer = await openComposer(page);
  await chooseAndContinue(page, photo, 'Post de Imagem');
  const dialog = await stageOf(page, 'Marcar na foto');
  const names = dialog.getByRole('textbox', { name: 'Pessoas em IMG_0042.HEIC' });
  await names.pressSequentially('@joão');
  await dialog.getByRole('button', { name: 'Pronto' }).click();
  await expect(names).toBeFocused();
  await expect(names).toHaveValue('@joão');
  await expect(names).toHaveAccessibleDescription(/"@joão" não é um nome de usuário/);
  await names.fill('joao');
  await dialog.getByRole('button', { name: 'Pronto' }).click();
  await expect(dialog).toBeHidden();
  await expect(composer.getByText('@joao')).toBeVisible();
});

test('in a carousel what is said of a photo follows it', async ({
  page,
  sandbox,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const photos = await Promise.all(['um.jpg', 'dois.jpg'].map((name) => pictureFile(name)));
  const composer = await openComposer(page);
  await chooseAndContinue(page, photos);
  const dialog = await stageOf(page, 'Marcar nas fotos');
  await dialog.getByRole('radio', { name: /^Item 2/ }).press('Space');
  await dialog.getByRole('button', { name: 'Marcar alguém em dois.jpg' }).press('Enter');
  await page.keyboard.type('lia');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await composer.getByText('Opções avançadas').click();
  await composer.getByLabel('Texto alternativo do item 1').fill('O primeiro vaso');

  // Back at the files the second becomes the first.
  await composer.getByRole('button', { name: 'Voltar', exact: true }).click();
  const grip = composer.getByRole('button', { name: 'Mover dois.jpg', exact: true });
  await grip.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await composer.getByRole('button', { name: 'Continuar' }).click();

  const { children } = await publish(page, sandbox, caption);
  expect(children).toMatchObject([
    { user_tags: [{ username: 'lia', x: 0.5, y: 0.5 }], alt_text: null },
    { user_tags: [], alt_text: 'O primeiro vaso' },
  ]);
});

test('without an account the place is told by its id', async ({ page, user, pictureFile }) => {
  expect(user.user.instagramUsername).toBeNull();
  const composer = await openComposer(page);
  await chooseAndContinue(page, await pictureFile('vaso.jpg'));
  const place = composer.getByRole('textbox', { name: 'ID do local' });
  await place.fill('Recife');
  await place.press('Tab');
  await composer.getByLabel('Legenda').focus();
  await expect(composer.getByText('O ID do local tem só números, até 25.')).toBeVisible();
  await place.fill('213000000000008');
  await expect(composer.getByText('O ID do local tem só números, até 25.')).toBeHidden();
});

test.describe('with an account that may not search', () => {
  test.use({ instagram: 'cafe.serra' });

  test('the place is told by its id once a search has shown it', async ({
    page,
    stack,
    connectedUser,
    caption,
    pictureFile,
  }) => {
    expect(connectedUser.user.instagramUsername).toBe('cafe.serra');
    const composer = await openComposer(page);
    await chooseAndContinue(page, await pictureFile('cafe.jpg'));
    await composer.getByRole('combobox', { name: 'Local' }).pressSequentially('Recife');
    const place = composer.getByRole('textbox', { name: 'ID do local' });
    await expect(place).toHaveAccessibleDescription(
      'Esta conta não pode buscar locais pelo nome: informe o ID do local, que tem só números.',
    );
    // Whoever was writing writes on.
    await expect(place).toBeFocused();
    await expect(place).toHaveValue('Recife');
    await composer.getByLabel('Legenda').focus();
    await expect(composer.getByText('O ID do local tem só números, até 25.')).toBeVisible();
    await place.fill('213000000000008');
    await scheduleInForm(page, { caption });
    const posts = await postsOf(stack.url, connectedUser.token);
    expect(posts).toMatchObject([{ caption, locationId: '213000000000008' }]);
  });
});

test('a place or a name that is only half told stays and is marked', async ({
  page,
  connectedUser,
  videoFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const composer = await openComposer(page);
  await chooseAndContinue(page, await videoFile('torno.mp4'));
  const place = composer.getByRole('combobox', { name: 'Local' });
  const unfinished = 'Escolha um local da lista ou apague o texto.';
  await place.pressSequentially('Olinda');
  await composer.getByRole('textbox', { name: 'Colaboradores' }).pressSequentially('@joão');
  await expect(composer.getByText(unfinished)).toBeVisible();
  await expect(place).toHaveValue('Olinda');
  await expect(place).toHaveAttribute('aria-invalid', 'true');
  await expect(place).toHaveAttribute('data-fault');

  await place.click();
  const names = composer.getByRole('textbox', { name: 'Colaboradores' });
  await expect(names).toHaveValue('@joão');
  await expect(names).toHaveAttribute('aria-invalid', 'true');
  await expect(names).toHaveAttribute('data-fault');
  await names.fill('joao');
  await names.press('Enter');
  await expect(composer.getByText('1 de 3')).toBeVisible();
  await expect(names).not.toHaveAttribute('data-fault');
  await place.press('ArrowDown');
  await composer
    .getByRole('option', { name: /^Olinda/ })
    .first()
    .click();
  await expect(composer.getByText(unfinished)).toBeHidden();
  await expect(place).not.toHaveAttribute('aria-invalid');
  await expect(place).not.toHaveAttribute('data-fault');
});
