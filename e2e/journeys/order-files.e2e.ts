import type { Page } from '@playwright/test';
import { postsOf } from '../api.ts';
import { chooseFile, composerOf, goOn, scheduleInForm } from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { centreOf, swipe } from '../hands.ts';

/** Each of another height, by which it is told afterwards. */
const heights = [1350, 1300, 1250, 1200];

const tiles = (page: Page) =>
  composerOf(page).getByRole('list', { name: 'Arquivos do post' }).getByRole('listitem');
const grip = (page: Page, name: string) =>
  composerOf(page).getByRole('button', { name: `Mover ${name}`, exact: true });

/** The files in their order, by their height. */
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

test('a photo is dragged to the front by mouse, and the post keeps that order', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await tiles(page).nth(2).hover();
  const from = await centreOf(tiles(page).nth(2));
  const to = await centreOf(tiles(page).nth(0));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expectOrder(page, [1250, 1350, 1300, 1200]);
  await expect(composerOf(page).getByRole('status')).toContainText(['1250.jpg, posição 1 de 4']);

  await goOn(page, null);
  await scheduleInForm(page, { caption });
  const [post] = await postsOf(stack.url, connectedUser.token);
  expect(post?.mediaItems).toHaveLength(4);
  expect(post?.mediaItems[0]).toMatchObject({ height: 1250 });
});

test('Esc puts a dragged photo back, and leaves the dialog open', async ({ page }) => {
  await tiles(page).nth(0).hover();
  const from = await centreOf(tiles(page).nth(0));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 300, from.y, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expectOrder(page, heights);
  await expect(composerOf(page)).toBeVisible();
});

test('the arrow keys move a photo, the focus stays with it, and its place is announced', async ({
  page,
}) => {
  const handle = grip(page, '1350.jpg');
  const said = composerOf(page).getByRole('status').filter({ hasText: 'posição' });
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await expectOrder(page, [1300, 1350, 1250, 1200]);
  await expect(handle).toBeFocused();
  await expect(said).toHaveText('1350.jpg, posição 2 de 4');
  await page.keyboard.press('End');
  await expectOrder(page, [1300, 1250, 1200, 1350]);
  await expect(handle).toBeFocused();
  await expect(said).toHaveText('1350.jpg, posição 4 de 4');
  await page.keyboard.press('ArrowRight');
  await expectOrder(page, [1300, 1250, 1200, 1350]);
  await page.keyboard.press('Home');
  await expectOrder(page, heights);
});

test('whoever cannot drag moves a photo by buttons', async ({ page }) => {
  const composer = composerOf(page);
  await grip(page, '1200.jpg').click();
  const places = composer.getByRole('group', { name: 'Posição de 1200.jpg' });
  await places.getByRole('button', { name: 'Mover para o início' }).click();
  await expectOrder(page, [1200, 1350, 1300, 1250]);
  const onwards = places.getByRole('button', { name: 'Mover uma posição para a frente' });
  await onwards.click();
  await expectOrder(page, [1350, 1200, 1300, 1250]);
  await expect(onwards).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(places).toBeHidden();
  await expect(grip(page, '1200.jpg')).toBeFocused();
  await expect(composer).toBeVisible();
});

test('all photos are taken out at once', async ({ page }) => {
  await composerOf(page).getByRole('button', { name: 'Remover todos' }).click();
  await expect(tiles(page)).toHaveCount(0);
  await expect(
    composerOf(page).getByRole('heading', { name: 'Envie seus arquivos' }),
  ).toBeFocused();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a photo is dragged by its grip, and the rest of it scrolls the page', async ({ page }) => {
    const handle = grip(page, '1350.jpg');
    await handle.scrollIntoViewIfNeeded();
    const from = await centreOf(handle);
    const to = await centreOf(grip(page, '1250.jpg'));
    await swipe(page, from, to);
    await expectOrder(page, [1300, 1250, 1350, 1200]);

    const first = tiles(page).nth(0);
    const before = await centreOf(first);
    await swipe(page, before, { x: before.x, y: before.y - 150 });
    await expect
      .poll(async () => (await centreOf(tiles(page).nth(0))).y)
      .toBeLessThan(before.y - 50);
    await expectOrder(page, [1300, 1250, 1350, 1200]);
  });
});
