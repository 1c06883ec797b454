import { composerOf, openComposer } from '../composer.ts';
import { expect, test } from '../fixtures.ts';

test('in the few strong colours of a system, where one is and what floats can still be told', async ({
  page,
  connectedUser,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/schedule');
  const pages = page.getByRole('navigation', { name: 'Principal' });
  const here = pages.getByRole('link', { name: 'Calendário', exact: true });
  await expect(here).toHaveCSS('outline-style', 'solid');
  await expect(pages.getByRole('link', { name: 'Planos', exact: true })).toHaveCSS(
    'outline-style',
    'none',
  );
  const today = page.getByRole('grid').locator('[aria-current=date]');
  await expect(today).toHaveCSS('outline-style', 'solid');
  await openComposer(page);
  await expect(composerOf(page)).toHaveCSS('border-top-width', '1px');
});

test('on paper stands what was asked for, not the way around', async ({ page, user }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
});
