import { formatDayMonth, fromBrasilia, toBrasilia } from '@pontual/contract/brasilia-time.ts';
import type { Page } from '@playwright/test';
import { schedule } from '../api.ts';
import { composerOf, detailsOf } from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { aPicture } from '../pictures.ts';

/** An hour of a day from today, in Brasília. */
function hourOf(days: number, hour: number): Date {
  const today = toBrasilia(new Date());
  return fromBrasilia({ ...today, day: today.day + days, hour, minute: 0 });
}

const day = formatDayMonth(hourOf(2, 12));
const cell = (page: Page) => page.getByRole('button', { name: new RegExp(`^${day}, 3 posts`) });
const panel = (page: Page) => page.getByRole('dialog', { name: new RegExp(`, ${day}$`) });

test.beforeEach(async ({ page, stack, connectedUser, caption }) => {
  const picture = await aPicture();
  for (const hour of [20, 8, 12]) {
    const given = { caption: `${caption} às ${hour}`, picture, scheduledTime: hourOf(2, hour) };
    await schedule(stack.url, connectedUser.token, given);
  }
  await page.goto('/schedule');
});

test('a day with several posts lists them by their hours, and leads to each', async ({
  page,
  caption,
}) => {
  await cell(page).click();
  const rows = panel(page).getByRole('listitem');
  await expect(rows).toHaveText([/^08:00.*Agendado.*às 8$/, /^12:00.*às 12$/, /^20:00.*às 20$/]);
  await rows.filter({ hasText: '12:00' }).getByRole('button', { name: caption }).click();
  await expect(detailsOf(page)).toContainText(`${caption} às 12`);
  await expect(panel(page)).toBeHidden();
});

test('by keyboard the list opens, takes a new post and gives the focus back', async ({ page }) => {
  await expect(cell(page)).toBeVisible();
  await page.getByRole('grid').locator('[tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(cell(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(cell(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: 'Criar post' }).focus();
  await page.keyboard.press('Enter');
  await expect(
    composerOf(page).getByRole('heading', { name: 'Envie seus arquivos' }),
  ).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the list comes up as a sheet', async ({ page, caption }) => {
    await cell(page).tap();
    await expect(panel(page).getByRole('listitem')).toHaveCount(3);
    await panel(page)
      .getByRole('button', { name: `${caption} às 8` })
      .tap();
    await expect(detailsOf(page)).toContainText(`${caption} às 8`);
  });
});
