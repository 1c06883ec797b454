import type { Page } from '@playwright/test';
import { draft } from '../api.ts';
import { expect, test } from '../fixtures.ts';
import { aPicture } from '../pictures.ts';

/** 31 December 2026, 23:30, and 1 January 2027, 00:10, in Brasília (UTC-3). */
const LAST = new Date('2027-01-01T02:30:00Z');
const FIRST = new Date('2027-01-01T03:10:00Z');

const dayOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('region', { name: new RegExp(`^${title}`) });
const cellOf = (page: Page, name: RegExp) => page.getByRole('grid').getByRole('button', { name });

for (const zone of ['Asia/Tokyo', 'America/Los_Angeles']) {
  test.describe(`with a browser in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test('the year ends at midnight in Brasília', async ({
      page,
      stack,
      connectedUser: { token },
      caption,
    }) => {
      // Drafts: the plan does not schedule so far ahead.
      const picture = await aPicture();
      await draft(stack.url, token, { caption: `Último ${caption}`, picture, scheduledTime: LAST });
      await draft(stack.url, token, {
        caption: `Primeiro ${caption}`,
        picture,
        scheduledTime: FIRST,
      });

      await test.step('an hour before it', async () => {
        await page.clock.setFixedTime('2027-01-01T02:00:00Z');
        await page.goto('/schedule');
        await expect(page.getByRole('grid', { name: 'dezembro de 2026' })).toBeVisible();
        await expect(cellOf(page, /^31 de dezembro, 1 post: 23:30/)).toHaveAttribute(
          'aria-current',
          'date',
        );
        await expect(cellOf(page, /^1 de janeiro, 1 post: 00:10/)).toBeVisible();
        await expect(dayOf(page, 'Hoje')).toContainText('quinta, 31 de dezembro');
        await expect(dayOf(page, 'Hoje')).toContainText(`Último ${caption}`);
        await expect(dayOf(page, 'Amanhã')).toContainText('sexta, 1 de janeiro de 2027');
        await expect(dayOf(page, 'Amanhã')).toContainText(`Primeiro ${caption}`);
      });

      await test.step('a minute after it', async () => {
        await page.clock.setFixedTime('2027-01-01T03:01:00Z');
        await page.reload();
        await expect(page.getByRole('grid', { name: 'janeiro de 2027' })).toBeVisible();
        await expect(cellOf(page, /^1 de janeiro, 1 post: 00:10/)).toHaveAttribute(
          'aria-current',
          'date',
        );
        await expect(dayOf(page, 'Hoje')).toContainText(`Primeiro ${caption}`);
        await expect(page.getByRole('button', { name: 'Mostrar 1 post anterior' })).toBeVisible();
      });
    });
  });
}
