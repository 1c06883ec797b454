import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { focusOn } from '../../../testing/focus-on.ts';
import { openDocument, PHONE } from '../../../testing/open-page.tsx';

const header = page.getByRole('banner');
const plan = (name: string) =>
  page.getByRole('region', { name: 'Planos' }).getByRole('article', { name: `Plano ${name}` });
const plansHeading = page.getByRole('heading', { name: 'Planos', exact: true });
const featuresHeading = page.getByRole('heading', { name: /Oito minutos de manhã/ });

test('a visitor sees the offer, and every plan links to the registration', async () => {
  await openDocument('/');
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Seus posts,');
  const figures = page.getByRole('region', { name: 'Pontual em números' });
  for (const figure of ['10K+', '1K+', '99.9%']) {
    await expect.element(figures).toMatchTextContent(figure);
  }
  await expect
    .element(page.getByText(/Teste grátis de 14 dias\. Garantia de 30 dias/))
    .toBeVisible();
  await expect
    .element(page.getByRole('listitem').filter({ hasText: /A Pontual publica/ }))
    .toHaveLength(1);
  await expect.element(plan('Free')).toMatchTextContent('Grátis');
  await expect.element(plan('Pro')).toMatchTextContent(/R\$ 19,99\/mês/);
  await expect.element(plan('Pro')).toMatchTextContent('Mais Popular');
  await expect.element(plan('Premium')).toMatchTextContent(/R\$ 49,99\/mês/);
  for (const { name, features } of Object.values(planCatalogue)) {
    const items = plan(name).getByRole('listitem').elements();
    expect(items.map(({ textContent }) => textContent.trim())).toEqual(features);
    await expect.element(plan(name).getByRole('link')).toHaveAttribute('href', '/register');
  }
});

test('the header links a visitor to the sections, the help and the login', async () => {
  await openDocument('/');
  const main = header.getByRole('navigation', { name: 'Principal' }).getByRole('link');
  await expect.element(main).toHaveLength(3);
  expect(main.elements().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Funcionalidades', '/#funcionalidades'],
    ['Planos', '/#planos'],
    ['Suporte', '/support'],
  ]);
  await expect.element(header.getByRole('link', { name: 'Dashboard' })).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: 'Comece Agora' }).first())
    .toHaveAttribute('href', '/register');
  await header.getByRole('link', { name: 'Entrar' }).click();
  await expect.poll(() => location.pathname).toBe('/login');
});

test('the header links a user to the dashboard, and every plan links to the plans page', async () => {
  await openDocument('/', { as: aUser() });
  await expect.element(plan('Pro')).toBeVisible();
  await expect.element(header.getByRole('link', { name: 'Entrar' })).not.toBeInTheDocument();
  for (const { name } of Object.values(planCatalogue)) {
    await expect.element(plan(name).getByRole('link')).toHaveAttribute('href', '/plans');
  }
  await header.getByRole('link', { name: 'Dashboard' }).click();
  await expect.poll(() => location.pathname).toBe('/dashboard');
});

describe('the anchors', () => {
  test('lead to their sections, and Tab continues from there', async () => {
    await openDocument('/');
    const link = page.getByRole('link', { name: 'Ver planos' });
    await expect.element(link).toBeVisible();
    await focusOn(link);
    await userEvent.keyboard('{Enter}');
    await expect.element(plansHeading).toBeInViewport();
    expect(location.hash).toBe('#planos');
    await userEvent.keyboard('{Tab}');
    await expect.element(plan('Free').getByRole('link')).toHaveFocus();
    await header.getByRole('link', { name: 'Funcionalidades' }).click();
    await expect.element(featuresHeading).toBeInViewport();
  });

  test('lead to their sections from another page', async () => {
    await openDocument('/terms');
    await header.getByRole('link', { name: 'Funcionalidades' }).click();
    await expect.element(featuresHeading).toBeInViewport();
    expect(location.pathname + location.hash).toBe('/#funcionalidades');
  });
});

test('on a phone the links are in the menu', async () => {
  await openDocument('/', { size: PHONE });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const button = page.getByRole('button', { name: 'Abrir menu' });
  await expect.element(button).toBeVisible();
  await focusOn(button);
  await userEvent.keyboard('{Enter}');
  await expect.element(menu.getByRole('link')).toHaveLength(4);
  const names = menu.getByRole('link').elements();
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Funcionalidades',
    'Planos',
    'Suporte',
    'Entrar',
  ]);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await button.click();
  await menu.getByRole('link', { name: 'Planos' }).click();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(plansHeading).toBeInViewport();
});

for (const width of [360, 390, 1024, 1440, 1920]) {
  test(`the timeline aligns with the full stop of the headline at ${width} px`, async () => {
    await openDocument('/', { size: { width, height: 900 } });
    const title = page.getByRole('heading', { level: 1 });
    await expect.element(title).toBeVisible();
    const stem = document.querySelector('.hero-stem');
    const centreOf = (element: Element | null | undefined) => {
      const { x, width } = element?.getBoundingClientRect() ?? new DOMRect();
      return x + width / 2;
    };
    expect(centreOf(stem)).toBeGreaterThan(0);
    expect(Math.abs(centreOf(stem) - centreOf(stem?.parentElement?.parentElement))).toBeLessThan(1);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    const left = document.querySelector('#um-dia')?.getBoundingClientRect().x;
    expect(title.element().getBoundingClientRect().x).toBe(left);
  });
}
