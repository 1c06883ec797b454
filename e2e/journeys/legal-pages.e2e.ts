import { createTestUser } from '../support/api.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { startStack } from '../support/stack.ts';

const pages = [
  { path: '/privacy', heading: 'Política de Privacidade' },
  { path: '/terms', heading: 'Termos de Uso' },
  { path: '/cookies', heading: 'Cookies' },
  { path: '/accessibility', heading: 'Acessibilidade' },
] as const;

test('a visitor reads every public page, and no page makes a request to another site', async ({
  page,
  stack,
}) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(`${stack.url}/`)) strangers.push(url);
  });
  for (const path of ['/', '/login', '/register', '/schedule', '/nao-existe']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  for (const { path, heading } of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(`${heading} · Pontual`);
  }
  expect(strangers).toEqual([]);
});

test('a visitor reads the company data on the legal pages and where plans are sold', async ({
  browser,
}) => {
  const stack = await startStack({
    COMPANY_NAME: 'Pontual & Cia. Ltda.',
    COMPANY_CNPJ: '12.345.678/0001-90',
    COMPANY_ADDRESS: 'Rua das Laranjeiras, 18, Rio de Janeiro',
    SUPPORT_EMAIL: 'ajuda@pontual.example',
    DPO_CONTACT: 'Ana Souza, dados@pontual.example',
  });
  const page = await browser.newPage();
  await page.goto(`${stack.url}/privacy`);
  const company =
    'Pontual & Cia. Ltda., CNPJ 12.345.678/0001-90, Rua das Laranjeiras, 18, Rio de Janeiro';
  await expect(page.getByText(`O responsável pelo serviço é ${company}.`)).toBeVisible();
  await expect(page.getByText('(LGPD, art. 41): Ana Souza, dados@pontual.example.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'ajuda@pontual.example' }).first()).toHaveAttribute(
    'href',
    'mailto:ajuda@pontual.example',
  );
  await expect(page.getByRole('contentinfo')).toContainText(company);

  await test.step('the pages that sell plans show the company data to visitors and to users', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${stack.url}/schedule`);
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Planos' }).click();
    await expect(page).toHaveURL(/\/plans$/);
    await expect(page.getByRole('contentinfo')).toContainText(company);
    await logIn(page, stack, await createTestUser(stack));
    await page.goto(`${stack.url}/plans`);
    await expect(page.getByRole('main').getByText(company)).toBeVisible();
  });
  await page.close();
  await stack.stop();
});
