import { newAccount } from '../api.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { tabTo } from '../hands.ts';
import { startStack } from '../stack.ts';

const pages = [
  { link: 'Privacidade', path: '/privacy', heading: 'Política de Privacidade' },
  { link: 'Termos de Uso', path: '/terms', heading: 'Termos de Uso' },
  { link: 'Cookies', path: '/cookies', heading: 'Cookies' },
  { link: 'Acessibilidade', path: '/accessibility', heading: 'Acessibilidade' },
] as const;

test('every public page leads to the legal pages, and asks nobody else for anything', async ({
  page,
  stack,
}) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const asked = request.url();
    if (/^https?:/.test(asked) && !asked.startsWith(`${stack.url}/`)) strangers.push(asked);
  });
  for (const path of ['/', '/login', '/register', '/schedule', '/nao-existe', '/terms']) {
    await test.step(path, async () => {
      await page.goto(path);
      for (const { link, path: target } of pages) {
        await expect(
          page
            .getByRole('navigation', { name: /^(Legal|Informações legais)$/ })
            .getByRole('link', { name: link }),
        ).toHaveAttribute('href', target);
      }
      await expect(page.getByRole('region', { name: 'Medição de visitas' })).toHaveCount(0);
    });
  }
  for (const { path, heading } of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(`${heading} · Pontual`);
  }
  expect(strangers).toEqual([]);
});

test('a logged-in user finds them in the account menu', async ({ page, user }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: user.email }).click();
  await page.getByRole('dialog', { name: 'Conta' }).getByRole('link', { name: 'Cookies' }).click();
  await expect(page).toHaveURL('/cookies');
  await expect(
    page.getByText('Neste endereço nenhum serviço de medição está ligado.'),
  ).toBeVisible();
});

test('the table of contents leads by keyboard to what is looked for', async ({ page }) => {
  for (const { path, heading } of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const contents = page.getByRole('navigation', { name: 'Nesta página' });
    const last = contents.getByRole('link').last();
    const name = ((await last.textContent()) ?? '').replace(/^\d+/, '');
    const target = page.getByRole('heading', { level: 2, name: new RegExp(`\\d+\\. ${name}`) });
    await expect(target).not.toBeInViewport();
    await tabTo(last);
    await page.keyboard.press('Enter');
    await expect(target).toBeInViewport();
  }
});

test('a link into a text opens it there', async ({ page }) => {
  await page.goto('/privacy#excluir');
  await expect(
    page.getByRole('heading', { name: 'Como excluir a conta e os dados' }),
  ).toBeInViewport();
});

test('without the company’s data the pages say so and name nobody', async ({ page }) => {
  await page.goto('/privacy');
  await expect(
    page.getByText('O nome, o CNPJ e o endereço da empresa ainda não foram informados aqui.'),
  ).toBeVisible();
  await expect(page.getByText('O encarregado pelo tratamento de dados pessoais')).toContainText(
    'ainda não foi informado',
  );
});

test('the company’s data stand on the pages and in the footer', async ({ browser }) => {
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

  await test.step('and where plans are sold, to visitors and to users', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${stack.url}/schedule`);
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Planos' }).click();
    await expect(page).toHaveURL(/\/plans$/);
    await expect(page.getByRole('contentinfo')).toContainText(company);
    await logIn(page, stack, await newAccount(stack.url));
    await page.goto(`${stack.url}/plans`);
    await expect(page.getByRole('main').getByText(company)).toBeVisible();
  });
  await page.close();
  await stack.stop();
});
