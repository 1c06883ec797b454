import {
  formatDayMonth,
  fromBrasilia,
  toBrasilia,
  weekOf,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { Page } from '@playwright/test';
import { fetchPosts, schedule } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { getCenter } from '../support/input-methods.ts';
import { createPicture } from '../support/pictures.ts';

const WEEK_MS = 7 * 86_400_000;

function timeAt(days: number, hour: number, minute = 0): Date {
  const today = toBrasilia(new Date());
  return fromBrasilia({ ...today, day: today.day + days, hour, minute });
}

const hourCell = (page: Page, days: number, hour: number) =>
  page.getByRole('grid').getByRole('button', {
    name: new RegExp(`^${formatDayMonth(timeAt(days, 12))}, ${hour} h,`),
  });

async function showWeekWith(page: Page, days: number): Promise<void> {
  await page.getByText('Semana', { exact: true }).click();
  const ahead = weekOf(timeAt(days, 12)).from.getTime() - weekOf(new Date()).from.getTime();
  for (let weeks = 0; weeks < Math.round(ahead / WEEK_MS); weeks += 1) {
    await page.getByRole('button', { name: 'Próxima semana' }).click();
  }
}

test.describe('with a post', () => {
  let hours: () => Promise<(string | null)[]>;

  test.beforeEach(async ({ page, stack, connectedUser, caption }) => {
    const { token } = connectedUser;
    const given = { caption, picture: await createPicture(), scheduledTime: timeAt(2, 10, 20) };
    await schedule(stack.url, token, given);
    hours = async () =>
      (await fetchPosts(stack.url, token)).map(({ scheduledTime }) => scheduledTime);
    await page.goto('/schedule');
    await showWeekWith(page, 2);
    await expect(hourCell(page, 2, 10)).toContainText('1 post: 10:20');
  });

  test('a post is dragged to another time of the week, in quarter hours', async ({ page }) => {
    const block = page.getByRole('grid').locator('[data-post]');
    const target = hourCell(page, 2, 13);
    // Scrolls to 6:00, where the header with the day names does not cover the target, at any time of day.
    await page.evaluate(`(() => {
      const scroller = document.querySelector('table[role=grid]').parentElement;
      scroller.scrollTop += document.querySelector('[data-hour="6"]').getBoundingClientRect().top
        - scroller.getBoundingClientRect().top;
    })()`);
    await expect.poll(async () => (await getCenter(block)).y).toBeGreaterThan(400);
    const from = await getCenter(block);
    const to = await getCenter(target);

    await test.step('a small movement of the pointer keeps the due time', async () => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 9, from.y + 2, { steps: 3 });
      await page.mouse.up();
      await expect(page.getByText('O post continua em')).toBeAttached();
      expect(await hours()).toEqual([timeAt(2, 10, 20).toISOString()]);
    });

    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
    await expect(page.getByRole('status').filter({ hasText: 'Movido para' })).toContainText(
      '13:00',
    );
    await expect.poll(hours).toEqual([timeAt(2, 13).toISOString()]);
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a phone shows one day of the week, and a swipe turns to the next', async ({
    page,
    user,
  }) => {
    expect(user.user.instagramAccountId).toBeNull();
    await page.goto('/schedule');
    await showWeekWith(page, 0);
    const morning = hourCell(page, 0, 9);
    await expect(morning).toBeVisible();
    await expect(hourCell(page, 1, 9)).toBeHidden();
    await morning.click({ trial: true });
    const { y } = await getCenter(morning);
    const finger = await page.context().newCDPSession(page);
    await finger.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: 300, y }],
    });
    for (let x = 280; x >= 120; x -= 20) {
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(hourCell(page, 1, 9)).toBeVisible();
  });
});
