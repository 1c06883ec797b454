import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { paths } from '@pontual/contract/shared/paths.ts';
import type { Page } from '@playwright/test';
import { CONNECTION_ERROR, expect, logIn, test } from '../support/fixtures.ts';
import { waitForHydration } from '../support/input-methods.ts';
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
const APPLICATION_REQUEST = 'GET /assets/main';

const READER_SCRIPTS = ['theme', 'visit', 'preload'];

/** Chooses a category when the application attaches its listeners, before it knows any field. */
const CHOOSES_MEANWHILE = `{
  const root = document.getElementById('root');
  const listen = root.addEventListener;
  root.addEventListener = (...listener) => {
    listen.apply(root, listener);
    if (root.addEventListener === listen) return;
    root.addEventListener = listen;
    queueMicrotask(() => {
      const select = document.querySelector('form select');
      select.value = 'tecnico';
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
    });
  };
}`;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the public pages are readable, and other pages state that they require JavaScript', async ({
    page,
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

test('a reading visitor loads no application code, and hydration shifts no layout', async ({
  page,
}) => {
  const scripts = recordScripts(page);
  await page.goto('/');
  await page.mouse.wheel(0, 600);
  // A wheel scrolls after its event is sent, and would cancel a later scroll to the focused link.
  await expect.poll(() => page.evaluate('scrollY')).toBe(600);
  for (const part of ['Planos', 'Para quem vende, cria e atende']) {
    await page.getByRole('heading', { name: part, exact: true }).scrollIntoViewIfNeeded();
  }
  await expect.poll(() => scripts).toEqual(READER_SCRIPTS);
  const transferred = await page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
  expect(transferred).toBeLessThan(4000);

  await page.evaluate(
    `globalThis.moved = 0; new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value; }).observe({ type: 'layout-shift' })`,
  );
  await page.getByRole('link', { name: 'Assinar Pro' }).focus();
  await expect(page.locator('#root[data-page]')).toHaveCount(0);
  await expect(page.getByText(/Agora em Brasília: \d\d:\d\d/)).toBeVisible();
  expect(await page.evaluate('moved')).toBe(0);
  await expect(page.getByRole('link', { name: 'Assinar Pro' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Assinar Pro' })).toBeInViewport();
  expect(scripts.length).toBeGreaterThan(READER_SCRIPTS.length);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('presses and typed text from before the hydration are preserved', async ({
    page,
    stack,
    closeAfterPages,
  }) => {
    const scripts = recordScripts(page);
    const proxy = closeAfterPages(await startThrottledProxy(stack.url, BYTES_PER_SECOND));
    const fields = getSupportForm(page);

    await test.step('a menu opens before any script has loaded', async () => {
      proxy.holdResponsesTo('GET /assets/visit');
      await page.goto(proxy.url, { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Abrir menu' }).tap();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await expect(menu).toBeVisible();
      proxy.release();
      await expect(page.locator('#root[data-page]')).toHaveCount(0);
      expect(scripts).toContain('main');
      await expect(menu).toBeVisible();
      await menu.getByRole('link', { name: 'Planos' }).tap();
      await expect(menu).toBeHidden();
      await expect(page.getByRole('heading', { name: 'Planos', exact: true })).toBeInViewport();
    });
    await test.step('a tab of the help centre is selected', async () => {
      await page.goto(`${proxy.url}/support`);
      await tab(page, 'Agendamento').tap();
      await expect(tab(page, 'Agendamento')).toHaveAttribute('aria-selected', 'true');
      await expect(tab(page, 'Agendamento')).not.toHaveAttribute('aria-busy');
    });
    await test.step('restored form values and a choice during the hydration are preserved', async () => {
      await page.reload();
      // Simulates a browser that restores form values after a reload.
      await page.evaluate(
        `for (const [name, value] of [['input[autocomplete=name]', 'Nina Prado'], ['form textarea', 'O vídeo não abre.']])
          document.querySelector(name).value = value;`,
      );
      await page.evaluate(CHOOSES_MEANWHILE);
      await waitForHydration(page);
      await fields.getByRole('button', { name: 'Enviar mensagem' }).tap();
      await expect(fields.getByText('Assunto é obrigatório').last()).toBeVisible();
      await expect(fields.getByLabel('Nome')).toHaveValue('Nina Prado');
      await expect(fields.getByLabel('Categoria')).toHaveValue('tecnico');
      await expect(fields.getByLabel('Mensagem')).toHaveValue('O vídeo não abre.');
    });
    await test.step('typing continues while the answer in the URL opens', async () => {
      proxy.holdResponsesTo(APPLICATION_REQUEST);
      await page.goto('about:blank');
      await page.goto(`${proxy.url}/support#esqueci-a-minha-senha`);
      await fields.getByLabel('Nome').click();
      await page.keyboard.type('Nina');
      proxy.release();
      await expect(page.locator('#root[data-page]')).toHaveCount(0);
      await expect(page.locator('details#esqueci-a-minha-senha')).toHaveAttribute('open');
      await page.keyboard.type(' Prado');
      await expect(fields.getByLabel('Nome')).toHaveValue('Nina Prado');
      await expect(fields.getByLabel('Nome')).toBeInViewport();
    });
  });
});

test('a user does not see the visitor page, and sees a message when the connection fails', async ({
  page,
  stack,
  user,
  tolerate,
  closeAfterPages,
}) => {
  tolerate(CONNECTION_ERROR);
  tolerate(/Failed to fetch dynamically imported module|Unable to preload/);
  await test.step('the visitor page stays hidden until the application has loaded', async () => {
    const proxy = closeAfterPages(await startThrottledProxy(stack.url, BYTES_PER_SECOND));
    await logIn(page, proxy, user);
    proxy.holdResponsesTo(APPLICATION_REQUEST);
    await page.goto(proxy.url);
    await expect(page.locator('#root[data-page]')).toBeAttached();
    await expect(page.locator('#root')).toBeHidden();
    proxy.release();
    await expect(banner(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(page.locator('#root')).toBeVisible();

    await logIn(page, stack, user);
    await page.goto('/');
    await expect(banner(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(banner(page).getByRole('link', { name: 'Entrar' })).toHaveCount(0);
    await page.goto('/support');
    await expect(getSupportForm(page).getByLabel('Email')).toHaveValue(user.email);
  });
  await test.step('without the application links work, and a press shows an error message', async () => {
    await page.context().setStorageState({ cookies: [], origins: [] });
    await page.goto('/support');
    const line = await emulateNetwork(page);
    await line.block('*/assets/main*', '*/assets/react*');
    await tab(page, 'Agendamento').click();
    await expect(page.getByRole('alert')).toHaveText(
      'Sem conexão com a Pontual. Verifique a sua internet e tente de novo.',
    );
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacidade' }).click();
    await expect(page).toHaveURL('/privacy');
    await page.goBack();
    await line.block();
    await tab(page, 'Conta e Login').click();
    await expect(tab(page, 'Conta e Login')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('a tab that stays open across a release switches to the new release and loses no text', async ({
  page,
  stack,
  tolerate,
  closeAfterPages,
}) => {
  tolerate(/404 \(Not Found\)|Failed to fetch dynamically imported module|Unable to preload/);
  const releases = closeAfterPages(await startReleaseProxy(stack.url));
  const releaseOf = () => page.evaluate('globalThis.release');
  await page.goto(`${releases.url}/support`);
  releases.switchTo('next');
  await getSupportForm(page).getByLabel('Nome').fill('Nina Prado');
  await getSupportForm(page).getByRole('button', { name: 'Enviar mensagem' }).click();
  const updateAlert = page.getByRole('alert');
  await expect(updateAlert).toContainText('A Pontual acabou de ser atualizada.');
  await expect(getSupportForm(page).getByLabel('Nome')).toHaveValue('Nina Prado');
  expect(await releaseOf()).toBeUndefined();
  await updateAlert.getByRole('button', { name: 'Recarregar a página' }).click();
  await expect.poll(releaseOf).toBe('next');
  await tab(page, 'Agendamento').click();
  await expect(tab(page, 'Agendamento')).toHaveAttribute('aria-selected', 'true');

  await test.step('without typed text the first press reloads the page', async () => {
    const others = closeAfterPages(await startReleaseProxy(stack.url));
    await page.goto(`${others.url}/support`);
    others.switchTo('next');
    const renewal = page.waitForEvent('framenavigated');
    await tab(page, 'Agendamento').click();
    await renewal;
    await expect.poll(releaseOf).toBe('next');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
