import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { focusOn } from '../../testing/focus-on.ts';
import { openPage, PHONE } from '../../testing/open-page.tsx';

const back = page.getByRole('button', { name: 'Voltar à página anterior' });

test('an unknown address shows the not-found page with links to other pages', async () => {
  await openPage('/nao-existe', { size: PHONE });
  const main = page.getByRole('main');
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Oops! Página não encontrada');
  expect(document.title).toBe('Página não encontrada · Pontual');
  await expect
    .element(main.getByRole('link', { name: 'Ir para o início' }))
    .toHaveAttribute('href', '/');
  await expect
    .element(main.getByRole('link', { name: 'Abrir o calendário' }))
    .toHaveAttribute('href', '/schedule');
  const popular = page.getByRole('navigation', { name: 'Páginas populares' }).getByRole('link');
  await expect.element(popular).toHaveLength(3);
  expect(popular.elements().map((link) => link.getAttribute('href'))).toEqual([
    '/schedule',
    '/plans',
    '/support',
  ]);
  await expectAccessible();
  await popular.first().click();
  await expect.poll(() => location.pathname).toBe('/schedule');
});

test('the keyboard activates Voltar, which returns to the previous page', async () => {
  const router = await openPage('/login');
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Bom te ver de novo' }))
    .toBeVisible();
  await router.navigate('/nao-existe');
  await expect.element(back).toBeVisible();
  await focusOn(back);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/login');
});

test('an encoded address of a plain page, for which the server sends the application, leads to the page', async () => {
  await openPage('/%74erms');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Termos de Uso');
  expect(location.pathname).toBe('/terms');
});
