import { expect, test } from '../support/fixtures.ts';

test('a visitor and a search engine read the same document, before and after its script runs', async ({
  page,
  stack,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('Pontual · Seus posts, na hora certa');
  const picture = page.locator('meta[property="og:image"]');
  await expect(picture).toHaveAttribute('content', `${stack.url}/og.png`);
  const { headers, ok } = await fetch(`${stack.url}/og.png`);
  expect([ok, headers.get('content-type')]).toEqual([true, 'image/png']);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${stack.url}/`);
  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click();
  await expect(page).toHaveTitle('Entrar · Pontual');
  // The head that the server rendered is removed once the application has written its own.
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${stack.url}/login`);
});
