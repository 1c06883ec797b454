import { schedule } from '../api.ts';
import { expect, test } from '../fixtures.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;

test('the profile is seen as it will be, newest first, and leads to its posts', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  const picture = await aPicture();
  for (const hours of [3, 30]) {
    await schedule(stack.url, connectedUser.token, {
      caption: `${hours} horas ${caption}`,
      picture,
      scheduledTime: new Date(Date.now() + hours * HOUR),
    });
  }
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Prévia do perfil' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prévia do perfil' });
  await expect(dialog.getByText('@atelie.barro')).toBeVisible();
  const tiles = dialog.getByRole('list', { name: 'Posts do perfil' }).getByRole('button');
  await expect(tiles).toHaveText([/30 horas/, /3 horas/]);
  await tiles.last().press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Detalhes do post' })).toContainText('3 horas');
});
