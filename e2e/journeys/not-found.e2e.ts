import { expect, test } from '../support/fixtures.ts';
import { emulateNetwork } from '../support/network.ts';

test('a visitor at an unknown address goes to the start page, and reloads a page that failed to load', async ({
  page,
  tolerate,
}) => {
  tolerate(/net::ERR_|Failed to fetch dynamically imported module|Unable to preload/);
  const answer = await page.goto('/nao-existe');
  expect(answer?.status()).toBe(404);
  await page.getByRole('button', { name: 'Voltar à página anterior' }).click();
  await expect(page).toHaveURL('/');
  const line = await emulateNetwork(page);
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Bom te ver de novo' })).toBeVisible();
  await line.block('*/assets/register-page*');
  await page
    .getByRole('main')
    .getByRole('link', { name: /[Cc]ri/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Esta página não abriu' })).toBeVisible();
  await expect(page).toHaveTitle('Esta página não abriu · Pontual');
  await expect(page.getByText(/informe a referência [0-9A-F]{8}/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ir para o início' })).toHaveAttribute('href', '/');
  await line.block();
  await page.getByRole('button', { name: 'Recarregar a página' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Crie sua conta' })).toBeVisible();
});
