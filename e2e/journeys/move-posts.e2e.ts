import {
  formatDayMonth,
  fromBrasilia,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { Locator, Page } from '@playwright/test';
import { fetchPosts, schedule } from '../support/api.ts';
import { getTimelineEntry } from '../support/composer.ts';
import { CONNECTION_ERROR, expect, test } from '../support/fixtures.ts';
import { getCenter } from '../support/input-methods.ts';
import { waitUntilCached } from '../support/offline-cache.ts';
import { createPicture } from '../support/pictures.ts';

test.use({ serviceWorkers: 'allow' });

function timeAt(days: number, hour: number): Date {
  const today = toBrasilia(new Date());
  return fromBrasilia({ ...today, day: today.day + days, hour, minute: 0 });
}

const cell = (page: Page, days: number) =>
  page.getByRole('grid').getByRole('button', {
    name: new RegExp(`^${formatDayMonth(timeAt(days, 12))},`),
  });
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });
const getDraggedPost = (page: Page) => page.locator('.cursor-grabbing');

let hours: () => Promise<(string | null)[]>;

test.beforeEach(async ({ page, stack, connectedUser, caption }) => {
  const { token } = connectedUser;
  const picture = await createPicture();
  await schedule(stack.url, token, { caption, picture, scheduledTime: timeAt(2, 10) });
  hours = async () =>
    (await fetchPosts(stack.url, token)).map(({ scheduledTime }) => scheduledTime);
  await page.goto('/schedule');
  await expect(cell(page, 2)).toContainText('1 post');
});

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await to.scrollIntoViewIfNeeded();
  await from.scrollIntoViewIfNeeded();
  const begin = await getCenter(from);
  const end = await getCenter(to);
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move((begin.x + end.x) / 2, begin.y, { steps: 5 });
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await expect(getDraggedPost(page)).toBeVisible();
  await page.mouse.up();
}

test('a post is dragged to another day and back, and does not move while offline', async ({
  page,
  caption,
  tolerate,
}) => {
  tolerate(CONNECTION_ERROR);
  // The page loads the failure dialog when the pointer nears the calendar.
  const words = page.waitForResponse(/move-failure-dialog/);
  await page.mouse.move(0, 0);
  await cell(page, 3).hover();
  await (await words).finished();
  await drag(page, cell(page, 2).locator('[data-post]'), cell(page, 4));
  await expect(toast(page, 'Movido para')).toContainText('10:00');
  await expect(cell(page, 4)).toContainText('1 post: 10:00');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(hours).toEqual([timeAt(4, 10).toISOString()]);

  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(toast(page, 'De volta para')).toBeVisible();
  await expect(cell(page, 2)).toContainText('1 post: 10:00');
  await expect(cell(page, 2)).toBeFocused();
  await expect(getTimelineEntry(page, caption)).toContainText('10:00');
  await expect.poll(hours).toEqual([timeAt(2, 10).toISOString()]);

  await test.step('offline the post returns to its day', async () => {
    await waitUntilCached(page);
    await page.context().setOffline(true);
    await expect(page.getByText(/^Sem internet\./)).toBeVisible();
    await drag(page, cell(page, 2).locator('[data-post]'), cell(page, 4));
    const refusal = page.getByRole('alertdialog', { name: 'Erro ao Atualizar' });
    await expect(refusal).toContainText('Não foi possível atualizar o post.');
    await page.context().setOffline(false);
    await refusal.getByRole('button', { name: 'Entendi' }).click();
    await expect(cell(page, 2)).toContainText('1 post: 10:00');
    await expect(cell(page, 4)).toContainText('sem posts');
    expect(await hours()).toEqual([timeAt(2, 10).toISOString()]);
  });
});

test.describe('with touch input', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a post is dragged to another day after a long press', async ({ page }) => {
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: object[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points as { x: 0; y: 0 }[] });
    const carry = async (from: Locator, to: Locator) => {
      // Centred, the element is not covered by the bar at the bottom.
      await from.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
      const begin = await getCenter(from);
      await touch('touchStart', [begin]);
      await expect(getDraggedPost(page)).toBeVisible();
      const end = await getCenter(to);
      for (let step = 1; step <= 8; step += 1) {
        const x = begin.x + ((end.x - begin.x) * step) / 8;
        await touch('touchMove', [{ x, y: begin.y + ((end.y - begin.y) * step) / 8 }]);
      }
      await touch('touchEnd', []);
    };
    await carry(cell(page, 2), cell(page, 4));
    await expect(cell(page, 4)).toContainText('1 post: 10:00');
    await expect.poll(hours).toEqual([timeAt(4, 10).toISOString()]);
  });
});
