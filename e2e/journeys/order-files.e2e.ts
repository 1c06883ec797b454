import type { Page } from '@playwright/test';
import { chooseFile, getComposer } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { getCenter, swipe } from '../support/input-methods.ts';

const heights = [1350, 1300, 1250, 1200];

const tiles = (page: Page) =>
  getComposer(page).getByRole('list', { name: 'Arquivos do post' }).getByRole('listitem');
const grip = (page: Page, name: string) =>
  getComposer(page).getByRole('button', { name: `Mover ${name}`, exact: true });

async function expectOrder(page: Page, order: readonly number[]): Promise<void> {
  await expect(tiles(page)).toHaveText(order.map((height) => new RegExp(`${height}\\.jpg`)));
}

test.beforeEach(async ({ page, connectedUser, pictureFile }) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  await page.goto('/schedule');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('link', { name: 'Criar post' }).click();
  const photos = heights.map((height) => pictureFile(`${height}.jpg`, { width: 1080, height }));
  await chooseFile(page, await Promise.all(photos));
  await expectOrder(page, heights);
});

test.describe('with touch input', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a photo is dragged by its handle, and a swipe elsewhere scrolls the page', async ({
    page,
  }) => {
    const handle = grip(page, '1350.jpg');
    await handle.scrollIntoViewIfNeeded();
    const from = await getCenter(handle);
    const to = await getCenter(grip(page, '1250.jpg'));
    await swipe(page, from, to);
    await expectOrder(page, [1300, 1250, 1350, 1200]);

    const first = tiles(page).nth(0);
    const before = await getCenter(first);
    await swipe(page, before, { x: before.x, y: before.y - 150 });
    await expect
      .poll(async () => (await getCenter(tiles(page).nth(0))).y)
      .toBeLessThan(before.y - 50);
    await expectOrder(page, [1300, 1250, 1350, 1200]);
  });
});
