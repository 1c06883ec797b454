import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { paths } from '@pontual/contract/shared/paths.ts';
import type { Page } from '@playwright/test';
import { CONNECTION_ERROR, expect, logIn, test } from '../support/fixtures.ts';
import { emulateNetwork, startThrottledProxy } from '../support/network.ts';
import { startReleaseProxy } from '../support/release-proxy.ts';

test.use({ serviceWorkers: 'allow' });

const banner = (page: Page) => page.getByRole('banner');
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
/** Playwright does not find text in the `noscript` element itself. */
const noScript = (page: Page) => page.locator('body > noscript > p');
const getSupportForm = (page: Page) => page.getByRole('form', { name: 'Falar com o suporte' });

function recordScripts(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = /([^/]+?)(-[\w-]{8})?\.js$/.exec(new URL(request.url()).pathname)?.[1];
    if (name !== undefined) names.push(name);
  });
  return names;
}

const BYTES_PER_SECOND = 100_000_000;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the public pages are readable, and other pages state that they require JavaScript', async ({
    page,
    stack,
  }) => {
    await test.step('the landing page is complete, and its links work', async () => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Seus posts,');
      const plans = page.getByRole('region', { name: 'Planos' });
      for (const { name } of Object.values(planCatalogue)) {
        const plan = plans.getByRole('article', { name: `Plano ${name}`, exact: true });
        await expect(plan.getByRole('link')).toHaveAttribute('href', paths.register);
      }
      await page.getByRole('link', { name: 'Ver planos' }).click();
      await expect(page).toHaveURL('/#planos');
      await expect(page.getByRole('heading', { name: 'Planos', exact: true })).toBeInViewport();
      await banner(page).getByRole('link', { name: 'Suporte' }).click();
      await expect(page).toHaveURL('/support');
    });
    await test.step('every answer of the help centre is readable', async () => {
      for (const text of ['Existe reembolso?', 'Posso trocar para outra conta do Instagram?']) {
        const item = page.locator('details').filter({ hasText: text });
        await item.locator('summary').click();
        await expect(item.getByRole('paragraph').first()).toBeVisible();
      }
      await expect(page.getByRole('tab')).toHaveCount(0);
      await expect(getSupportForm(page)).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
      await expect(noScript(page)).toContainText('Dá para ler esta página e seguir os links');
      await expect(noScript(page)).toBeVisible();
    });
    await test.step('the page for developers names the address of this installation', async () => {
      await page.goto(paths.developers);
      await expect(page.getByRole('region', { name: /listar os próximos posts/ })).toContainText(
        `curl "${stack.url}/api/scheduled`,
      );
    });
    await test.step('a page that requires JavaScript says so and links to a readable page', async () => {
      for (const path of [paths.plans, paths.login, paths.dashboard]) {
        await page.goto(path);
        await expect(noScript(page)).toContainText('Esta página precisa de JavaScript.');
        await expect(noScript(page)).not.toContainText('Dá para ler esta página');
      }
      await page.getByRole('link', { name: 'Central de Ajuda' }).click();
      await expect(page).toHaveURL('/support');
    });
  });
});

test('a visitor loads one small script and no application, and the script shifts no layout', async ({
  page,
  stack,
  closeAfterPages,
}) => {
  const scripts = recordScripts(page);
  const proxy = closeAfterPages(await startThrottledProxy(stack.url, BYTES_PER_SECOND));
  for (const path of [paths.home, paths.support, paths.cookies, paths.developers]) {
    scripts.length = 0;
    proxy.holdResponsesTo('GET /assets/plain');
    await page.goto(proxy.url + path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(
      `document.fonts.ready.then(() => {
        globalThis.moved = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) moved += value;
        }).observe({ type: 'layout-shift' });
      })`,
    );
    proxy.release();
    await page.waitForLoadState();
    await page.getByRole('banner').getByRole('link').first().hover();
    await expect.poll(() => scripts).toEqual(['theme', 'plain']);
    const transferred = await page.evaluate<number>(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    expect(transferred).toBeLessThan(5000);
    expect(await page.evaluate('moved')).toBe(0);
  }
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the menu opens before the script has loaded, and text typed before is preserved', async ({
    page,
    stack,
    closeAfterPages,
  }) => {
    const proxy = closeAfterPages(await startThrottledProxy(stack.url, BYTES_PER_SECOND));
    const form = getSupportForm(page);

    await test.step('a menu opens before any script has loaded', async () => {
      proxy.holdResponsesTo('GET /assets/plain');
      await page.goto(proxy.url, { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Abrir menu' }).tap();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await expect(menu).toBeVisible();
      proxy.release();
      await expect(page.getByText(/Agora em Brasília: \d\d:\d\d/)).toBeVisible();
      await expect(menu).toBeVisible();
      await menu.getByRole('link', { name: 'Planos' }).tap();
      await expect(menu).toBeHidden();
      await expect(page.getByRole('heading', { name: 'Planos', exact: true })).toBeInViewport();
    });
    await test.step('a tab of the help centre is selected', async () => {
      await page.goto(`${proxy.url}/support`);
      await tab(page, 'Agendamento').tap();
      await expect(tab(page, 'Agendamento')).toHaveAttribute('aria-selected', 'true');
    });
    await test.step('form values from before the script are sent', async () => {
      proxy.holdResponsesTo('GET /assets/plain');
      await page.goto(`${proxy.url}/support`, { waitUntil: 'commit' });
      await form.getByLabel('Nome').fill('Nina Prado');
      await form.getByLabel('Categoria').selectOption('tecnico');
      await form.getByLabel('Mensagem').fill('O vídeo não abre.');
      proxy.release();
      await page.waitForLoadState();
      await form.getByRole('button', { name: 'Enviar mensagem' }).tap();
      await expect(form.getByText('Assunto é obrigatório').last()).toBeVisible();
      await expect(form.getByLabel('Nome')).toHaveValue('Nina Prado');
      await expect(form.getByLabel('Categoria')).toHaveValue('tecnico');
      await expect(form.getByLabel('Mensagem')).toHaveValue('O vídeo não abre.');
    });
    await test.step('the answer in the URL opens, and the keyboard continues there', async () => {
      await page.goto('about:blank');
      await page.goto(`${proxy.url}/support#existe-reembolso`);
      await expect(page.locator('details#existe-reembolso summary')).toBeFocused();
      await expect(page.getByText(/Novos usuários têm 7 dias/)).toBeInViewport();
    });
    await test.step('typing continues while the answer in the URL opens', async () => {
      proxy.holdResponsesTo('GET /assets/plain');
      await page.goto('about:blank');
      await page.goto(`${proxy.url}/support#esqueci-a-minha-senha`, { waitUntil: 'commit' });
      await form.getByLabel('Nome').click();
      await page.keyboard.type('Nina');
      proxy.release();
      await expect(page.locator('details#esqueci-a-minha-senha')).toHaveAttribute('open');
      await page.keyboard.type(' Prado');
      await expect(form.getByLabel('Nome')).toHaveValue('Nina Prado');
      await expect(form.getByLabel('Nome')).toBeInViewport();
    });
  });
});

test('a user reads the plain pages as a user, and has the help centre in the application', async ({
  page,
  context,
  stack,
  user,
  tolerate,
  closeAfterPages,
}) => {
  tolerate(CONNECTION_ERROR);
  tolerate(/Failed to fetch dynamically imported module/);
  const accountLink = (name: string) => banner(page).getByRole('link', { name });
  const proxy = closeAfterPages(await startThrottledProxy(stack.url, BYTES_PER_SECOND));
  await test.step('the links are those of a user before the script has loaded', async () => {
    await logIn(page, proxy, user);
    proxy.holdResponsesTo('GET /assets/plain');
    await page.goto(proxy.url, { waitUntil: 'commit' });
    await expect(accountLink('Dashboard')).toBeVisible();
    await expect(accountLink('Entrar')).toHaveCount(0);
    proxy.release();
  });
  await test.step('the help centre for visitors stays hidden until the application has loaded', async () => {
    proxy.holdResponsesTo('GET /assets/react');
    await page.goto(`${proxy.url}/support`, { waitUntil: 'commit' });
    await expect(page.locator('.plain-page')).toBeAttached();
    await expect(page.locator('.plain-page')).toBeHidden();
    proxy.release();
    await expect(getSupportForm(page).getByLabel('Email')).toHaveValue(user.email);
    await expect(page.locator('.plain-page')).toHaveCount(0);
    await expect(page).toHaveTitle('Central de Ajuda · Pontual');
  });
  await test.step('without the application the help centre for visitors appears and works', async () => {
    const line = await emulateNetwork(page);
    await line.block('*/assets/react*');
    await page.goto(`${proxy.url}/support`);
    await tab(page, 'Agendamento').click();
    await expect(tab(page, 'Agendamento')).toHaveAttribute('aria-selected', 'true');
    await line.block();
  });
  await test.step('a login and a logout in another tab change an open page', async () => {
    await page.goto(proxy.url);
    await expect(accountLink('Dashboard')).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${proxy.url}/terms`);
    await other.evaluate('localStorage.clear()');
    await expect(accountLink('Entrar')).toBeVisible();
    await expect(accountLink('Dashboard')).toHaveCount(0);
    await other.close();
  });
});

test('a form that stays open across a release loses no text', async ({
  page,
  stack,
  tolerate,
  closeAfterPages,
}) => {
  tolerate(/404 \(Not Found\)|Failed to fetch dynamically imported module/);
  const releases = closeAfterPages(await startReleaseProxy(stack.url));
  const name = getSupportForm(page).getByLabel('Nome');
  await page.goto(`${releases.url}/support`);
  releases.switchTo('next');
  await name.fill('Nina Prado');
  await getSupportForm(page).getByRole('button', { name: 'Enviar mensagem' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('copie o que você escreveu e recarregue a página');
  await alert.getByRole('button', { name: 'Tentar Novamente' }).click();
  await expect(name).toHaveValue('Nina Prado');
});
