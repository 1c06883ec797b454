import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pickPicture } from '../../../testing/composer-dialog.ts';
import { aConnectedUser } from '../../../testing/examples.ts';
import { openPage } from '../../../testing/open-page.tsx';

test('undo restores a caption that a fix changed', async () => {
  await openPage('/create-post', { as: aConnectedUser() });
  await pickPicture('caneca.jpg', 'Stories');
  const caption = page.getByLabelText('Legenda', { exact: true });
  const tags = Array.from({ length: 31 }, (_, index) => `#t${index}`).join(' ');
  await caption.fill(`Caneca  azul ${tags}`);
  await page.getByRole('button', { name: 'Remover a última' }).click();
  await expect.element(caption).toHaveValue(`Caneca  azul ${tags.replace(/ #t30$/, '')}`);
  await expect.element(caption).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(caption).toHaveValue(`Caneca  azul ${tags}`);

  await page.getByRole('button', { name: 'Remover a legenda' }).click();
  await expect.element(caption).toHaveValue('');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(caption).toHaveValue(`Caneca  azul ${tags}`);
});
