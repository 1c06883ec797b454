import type { Locator, Page } from '@playwright/test';
import {
  chooseAndContinue,
  getComposer,
  openComposer,
  publishAtOnce,
  scheduleInForm,
} from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import type { LedgerEntry, Sandbox } from '../support/sandbox.ts';

async function publish(page: Page, sandbox: Sandbox, caption: string): Promise<LedgerEntry> {
  await scheduleInForm(page, { caption });
  await expect(getComposer(page)).toBeHidden();
  return publishAtOnce(page, sandbox, caption);
}

async function openTagDialog(page: Page, button: string): Promise<Locator> {
  await getComposer(page).getByRole('button', { name: button }).click();
  return page.getByRole('dialog', { name: 'Marcar pessoas' });
}

test('a reel is published with its audio name, location and collaborators, without a mouse', async ({
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
  // The first press takes the letter away, the second one the third name.
  await page.keyboard.press('Backspace');
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

test('users are tagged at their positions in a photo, and the photo gets an alternative text', async ({
  page,
  sandbox,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const composer = await openComposer(page);
  // The photo is cropped to 4:5; tag positions refer to the published picture.
  await chooseAndContinue(page, await pictureFile('alta.jpg', { width: 1080, height: 1920 }));
  const dialog = await openTagDialog(page, 'Marcar na foto');
  const picture = dialog.getByRole('button', { name: 'Marcar alguém em alta.jpg' });
  // The trial click waits until the dialog has stopped growing.
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
