import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { focusOn } from '../../../testing/focus-on.ts';
import { openDocument, PHONE } from '../../../testing/open-page.tsx';

const pages = [
  { link: 'Privacidade', path: '/privacy', heading: 'Política de Privacidade' },
  { link: 'Termos de Uso', path: '/terms', heading: 'Termos de Uso' },
  { link: 'Cookies', path: '/cookies', heading: 'Cookies' },
  { link: 'Acessibilidade', path: '/accessibility', heading: 'Acessibilidade' },
] as const;

for (const path of ['/', '/login', '/register', '/schedule', '/nao-existe', '/terms']) {
  test(`${path} links to the legal pages, and shows no consent banner`, async () => {
    await openDocument(path);
    const legal = page.getByRole('navigation', { name: /^(Legal|Informações legais)$/ });
    for (const { link, path: target } of pages) {
      await expect.element(legal.getByRole('link', { name: link })).toHaveAttribute('href', target);
    }
    await expect
      .element(page.getByRole('region', { name: 'Medição de visitas' }))
      .not.toBeInTheDocument();
  });
}

describe('the table of contents', () => {
  for (const { path, heading } of pages) {
    test(`of ${path} leads to the chosen section with the keyboard`, async () => {
      await openDocument(path, { size: PHONE });
      await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(document.title).toBe(`${heading} · Pontual`);
      await expectAccessible();
      const contents = page.getByRole('navigation', { name: 'Nesta página' });
      const last = contents.getByRole('link').last();
      const name = (last.element().textContent ?? '').replace(/^\d+/, '');
      const target = page.getByRole('heading', { level: 2, name: new RegExp(`\\d+\\. ${name}`) });
      await expect.element(target).not.toBeInViewport();
      await focusOn(last);
      await userEvent.keyboard('{Enter}');
      await expect.element(target).toBeInViewport();
    });
  }
});

test('a user finds the legal pages in the account menu', async () => {
  await openDocument('/dashboard', { as: aUser() });
  await page
    .getByRole('button', { name: /ana@example\.com/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Conta' }).getByRole('link', { name: 'Cookies' }).click();
  await expect.poll(() => location.pathname).toBe('/cookies');
  await expect
    .element(page.getByText(/Neste endereço nenhum serviço de medição está ligado\./))
    .toBeVisible();
});

test('a link to a section opens the text at this section', async () => {
  await openDocument('/privacy#excluir');
  await expect
    .element(page.getByRole('heading', { name: /Como excluir a conta e os dados/ }))
    .toBeInViewport();
});

test('without company data the pages state that it is not provided', async () => {
  await openDocument('/privacy');
  await expect
    .element(
      page.getByText(/O nome, o CNPJ e o endereço da empresa ainda não foram informados aqui\./),
    )
    .toBeVisible();
  await expect
    .element(page.getByText(/^O encarregado pelo tratamento de dados pessoais ainda não foi/))
    .toBeVisible();
});
