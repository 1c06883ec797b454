import { expect, test } from '../fixtures.ts';
import { takeUp, tabTo } from '../hands.ts';
import { lineOf } from '../line.ts';

test('an address that is none says so, and leads on', async ({ page }) => {
  const answer = await page.goto('/nao-existe');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle('Página não encontrada · Pontual');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Página não encontrada');
  const main = page.getByRole('main');
  await expect(main).toContainText('404');
  await expect(main.getByRole('link', { name: 'Ir para o início' })).toHaveAttribute('href', '/');
  await expect(main.getByRole('link', { name: 'Abrir o calendário' })).toHaveAttribute(
    'href',
    '/schedule',
  );
  const popular = page.getByRole('navigation', { name: 'Páginas populares' }).getByRole('link');
  await expect(popular).toHaveText([
    /Calendário & Timeline\s*\/schedule/,
    /Planos\s*\/plans/,
    /Central de Ajuda\s*\/support/,
  ]);
  await popular.first().click();
  await expect(page).toHaveURL('/schedule');
});

test('Voltar leads back to the page before, also by keyboard', async ({ page }) => {
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1, name: 'Termos de Uso' })).toBeVisible();
  await page.goto('/nao-existe');
  await tabTo(page.getByRole('button', { name: 'Voltar à página anterior' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/terms');
});

test('who arrives from elsewhere goes on at the start', async ({ page }) => {
  await page.goto('/nao-existe');
  await page.getByRole('button', { name: 'Voltar à página anterior' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1, name: /Seus posts/ })).toBeVisible();
});

test('a page that does not come says so, and opens once the line is there again', async ({
  page,
  tolerate,
}) => {
  tolerate(/net::ERR_|Failed to fetch dynamically imported module|Unable to preload/);
  await page.goto('/terms');
  const line = await lineOf(page);
  // A link of a page that the application has not yet taken up leads on without it.
  await takeUp(page);
  await line.block('*/assets/support-page*');
  await page.getByRole('banner').getByRole('link', { name: 'Suporte' }).click();
  await expect(page.getByRole('heading', { name: 'Esta página não abriu' })).toBeVisible();
  await expect(page).toHaveTitle('Esta página não abriu · Pontual');
  await expect(page.getByText(/informe a referência [0-9A-F]{8}/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ir para o início' })).toHaveAttribute('href', '/');
  await line.block();
  await page.getByRole('button', { name: 'Recarregar a página' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Central de Ajuda' })).toBeVisible();
});
