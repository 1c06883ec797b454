import { paths } from '@pontual/contract/paths.ts';
import type { Locator, Page } from '@playwright/test';
import { planCatalogue } from '@pontual/contract/plans.ts';
import { expectNoBarriersInEachTheme } from '../barriers.ts';
import { expect, test } from '../fixtures.ts';
import { tabTo } from '../hands.ts';

const header = (page: Page) => page.getByRole('banner');
const plan = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Planos' })
    .getByRole('article', { name: `Plano ${name}`, exact: true });

const targets = async (links: Locator) =>
  Promise.all((await links.all()).map((link) => link.getAttribute('href')));

test('a visitor reads what is offered, in the words of the specification', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Seus posts,');
  const figures = page.getByRole('region', { name: 'Pontual em números' });
  await expect(figures).toContainText('10K+');
  await expect(figures).toContainText('1K+');
  await expect(figures).toContainText('99.9%');
  await expect(page.getByText('Teste grátis de 14 dias. Garantia de 30 dias')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'A Pontual publica' })).toHaveCount(1);

  await expect(plan(page, 'Free')).toContainText('Grátis');
  await expect(plan(page, 'Pro')).toContainText('R$ 19,99/mês');
  await expect(plan(page, 'Pro')).toContainText('Mais Popular');
  await expect(plan(page, 'Premium')).toContainText('R$ 49,99/mês');
  for (const { name, features } of Object.values(planCatalogue)) {
    await expect(plan(page, name).getByRole('listitem')).toHaveText(features);
    await expect(plan(page, name).getByRole('link')).toHaveAttribute('href', '/register');
  }
});

test('a visitor is led to the account, a user to what is theirs', async ({ page, newUser }) => {
  await page.goto('/');
  const main = header(page).getByRole('navigation', { name: 'Principal' }).getByRole('link');
  await expect(main).toHaveText(['Funcionalidades', 'Planos', 'Suporte']);
  expect(await targets(main)).toEqual(['/#funcionalidades', '/#planos', paths.support]);
  await expect(header(page).getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  const start = page.getByRole('link', { name: 'Comece Agora' });
  expect(new Set(await targets(start))).toEqual(new Set(['/register']));
  await header(page).getByRole('link', { name: 'Entrar' }).click();
  await expect(page).toHaveURL('/login');

  const { email, password } = await newUser();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/');
  await expect(header(page).getByRole('link', { name: 'Entrar' })).toHaveCount(0);
  for (const { name } of Object.values(planCatalogue)) {
    await expect(plan(page, name).getByRole('link')).toHaveAttribute('href', '/plans');
  }
  await header(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('the anchors lead to their parts, and Tab goes on from there', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Ver planos' }).press('Enter');
  await expect(page).toHaveURL('/#planos');
  await expect(page.getByRole('heading', { name: 'Planos', exact: true })).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(plan(page, 'Free').getByRole('link')).toBeFocused();

  await header(page).getByRole('link', { name: 'Funcionalidades' }).press('Enter');
  await expect(page.getByRole('heading', { name: /Oito minutos de manhã/ })).toBeInViewport();

  await page.goto('/terms');
  await header(page).getByRole('link', { name: 'Funcionalidades' }).click();
  await expect(page).toHaveURL('/#funcionalidades');
  await expect(page.getByRole('heading', { name: /Oito minutos de manhã/ })).toBeInViewport();
});

test('on a phone the links stand behind the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const button = page.getByRole('button', { name: 'Abrir menu' });
  await tabTo(button);
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('link')).toHaveText([
    'Funcionalidades',
    'Planos',
    'Suporte',
    'Entrar',
  ]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole('link', { name: 'Planos' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Planos', exact: true })).toBeInViewport();
});

test('the open menu has no barriers', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectNoBarriersInEachTheme(page);
});

test('the line hangs on the full stop at every width, and is still where that is wished', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate('document.getAnimations().length')).toBe(0);
  const stem = page.locator('.hero-stem');
  for (const width of [360, 390, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const line = await stem.boundingBox();
    const stop = await stem.locator('xpath=../..').boundingBox();
    if (line === null || stop === null) throw new Error('the line is not to be seen');
    const apart = line.x + line.width / 2 - (stop.x + stop.width / 2);
    expect(Math.abs(apart), `at ${width} px`).toBeLessThanOrEqual(1);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
    const edges = await Promise.all(
      [page.getByRole('heading', { level: 1 }), page.locator('#um-dia')].map((part) =>
        part.boundingBox(),
      ),
    );
    expect(edges[0]?.x, `the left edge at ${width} px`).toBe(edges[1]?.x);
  }
});

test('the document is one to a search engine, before and after its script', async ({
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
  await header(page).getByRole('link', { name: 'Entrar' }).click();
  await expect(page).toHaveTitle('Entrar · Pontual');
  // The served head goes once the application has written its own.
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${stack.url}/login`);
});
