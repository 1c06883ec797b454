import { chooseAndContinue, formOf } from '../composer.ts';
import { expect, test } from '../fixtures.ts';

test('a caption that was mended comes back by undoing', async ({ page, pictureFile }) => {
  await page.goto('/create-post');
  await chooseAndContinue(page, await pictureFile('caneca.jpg'), 'Stories');
  const form = formOf(page);
  const caption = form.getByLabel('Legenda');
  const tags = Array.from({ length: 31 }, (_, index) => `#t${index}`).join(' ');
  await caption.fill(`Caneca  azul ${tags}`);
  await form.getByRole('button', { name: 'Remover a última' }).click();
  await expect(caption).toHaveValue(`Caneca  azul ${tags.replace(/ #t30$/, '')}`);
  await expect(caption).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(caption).toHaveValue(`Caneca  azul ${tags}`);

  await form.getByRole('button', { name: 'Remover a legenda' }).click();
  await expect(caption).toHaveValue('');
  await page.keyboard.press('Control+z');
  await expect(caption).toHaveValue(`Caneca  azul ${tags}`);
});
