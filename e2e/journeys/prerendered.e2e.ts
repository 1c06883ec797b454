import { planCatalogue } from '@pontual/contract/plans.ts';
import { paths } from '@pontual/contract/paths.ts';
import type { Page } from '@playwright/test';
import { expect, logIn, test } from '../fixtures.ts';
import { tabTo, takeUp } from '../hands.ts';
import { lineOf, wireTo } from '../line.ts';
import { releasesOf } from '../releases.ts';

test.use({ serviceWorkers: 'allow' });

const read = [
  paths.home,
  paths.support,
  paths.privacy,
  paths.terms,
  paths.cookies,
  paths.accessibility,
];
const banner = (page: Page) => page.getByRole('banner');
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
/** Playwright finds no text in the element itself. */
const noScript = (page: Page) => page.locator('body > noscript > p');
const inForm = (page: Page) => page.getByRole('form', { name: 'Falar com o suporte' });

/** Names of the scripts that were asked for, without the mark of their content. */
function scriptsOf(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = /([^/]+?)(-[\w-]{8})?\.js$/.exec(new URL(request.url()).pathname)?.[1];
    if (name !== undefined) names.push(name);
  });
  return names;
}

const FAST = 100_000_000;
/** How the request for it begins. */
const APPLICATION = 'GET /assets/main';

const READING = ['theme', 'visit', 'preload'];

test('a search engine is sent the page itself, and nothing that the content policy forbids', async ({
  stack,
}) => {
  for (const path of read) {
    const answer = await fetch(stack.url + path);
    const html = await answer.text();
    expect(answer.status, path).toBe(200);
    expect(html, path).toMatch(new RegExp(`<div id="root" data-page="${path}">.*<h1`, 's'));
    expect(html, path).not.toMatch(/<[^>]* (style|on\w+)=/);
    expect(html, path).not.toContain('modulepreload');
    // A browser whose script is only held back does not show it.
    expect(html, path).toMatch(/<noscript>.*Este navegador está sem JavaScript.*<\/noscript>/s);
    const inline = [...html.matchAll(/<script(?![^>]* src=)([^>]*)>/g)].map(([, type]) => type);
    expect(inline, path).toEqual(path === paths.home ? [' type="application/ld+json"'] : []);
    expect(answer.headers.get('etag'), path).not.toBeNull();
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing reads whole, and its links lead on', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Seus posts,');
    const plans = page.getByRole('region', { name: 'Planos' });
    for (const { name } of Object.values(planCatalogue)) {
      const plan = plans.getByRole('article', { name: `Plano ${name}`, exact: true });
      await expect(plan.getByRole('link')).toHaveAttribute('href', paths.register);
    }
    await expect(plans).toContainText('R$ 19,99/mês');
    await expect(plans).toContainText('R$ 49,99/mês');
    await page.getByRole('link', { name: 'Ver planos' }).click();
    await expect(page).toHaveURL('/#planos');
    await expect(page.getByRole('heading', { name: 'Planos', exact: true })).toBeInViewport();
    await banner(page).getByRole('link', { name: 'Suporte' }).click();
    await expect(page).toHaveURL('/support');
  });

  test('every answer of the help centre can be read', async ({ page }) => {
    await page.goto('/support');
    for (const text of ['Existe reembolso?', 'Posso trocar para outra conta do Instagram?']) {
      const item = page.locator('details').filter({ hasText: text });
      await item.locator('summary').click();
      await expect(item.getByRole('paragraph').first()).toBeVisible();
    }
    await expect(page.getByRole('tab')).toHaveCount(0);
    // What only the application can do is not offered.
    await expect(inForm(page)).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await expect(noScript(page)).toContainText('Dá para ler esta página e seguir os links');
    await expect(noScript(page)).toBeVisible();
  });

  test('where there is nothing without it, the page says so and where there is', async ({
    page,
  }) => {
    for (const path of [paths.plans, paths.login, paths.dashboard]) {
      await page.goto(path);
      await expect(noScript(page)).toContainText('Esta página precisa de JavaScript.');
      await expect(noScript(page)).not.toContainText('Dá para ler esta página');
    }
    await page.getByRole('link', { name: 'Central de Ajuda' }).click();
    await expect(page).toHaveURL('/support');
    await page.goto(paths.login);
    await page.getByRole('link', { name: 'o que é a Pontual' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('whoever only reads fetches no application, and it moves nothing when it comes', async ({
  page,
}) => {
  const scripts = scriptsOf(page);
  await page.goto('/');
  for (const part of ['Planos', 'Para quem vende, cria e atende']) {
    await page.getByRole('heading', { name: part, exact: true }).scrollIntoViewIfNeeded();
  }
  await page.mouse.wheel(0, 600);
  await expect.poll(() => scripts).toEqual(READING);
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
  expect(scripts.length).toBeGreaterThan(READING.length);
});

for (const path of read) {
  test(`${path} is the same before and after the application has taken it up`, async ({ page }) => {
    await page.goto(path);
    const seen = () =>
      page.evaluate<string>(
        `document.getElementById('root').innerText.replace(/©.*/g, '').replace(/Agora em.*/g, '').trim()`,
      );
    const before = await seen();
    await takeUp(page);
    expect(await seen()).toBe(before);
    await expect(page.locator('title')).toHaveCount(1);
    await expect(page.locator('[data-served]')).toHaveCount(0);
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  });
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a press is not lost, however early it comes', async ({ page, stack }) => {
    const scripts = scriptsOf(page);
    const wire = await wireTo(stack.url, FAST);
    wire.holdAnswersTo('GET /assets/visit');
    await page.goto(wire.url, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Abrir menu' }).tap();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    wire.release();
    await expect(page.locator('#root[data-page]')).toHaveCount(0);
    expect(scripts).toContain('main');
    await expect(menu).toBeVisible();
    await menu.getByRole('link', { name: 'Planos' }).tap();
    await expect(menu).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Planos', exact: true })).toBeInViewport();
    wire.close();
  });

  test('what is pressed and typed before there is an application is kept', async ({ page }) => {
    await page.goto('/support');
    await tab(page, 'Agendamento').tap();
    await expect(tab(page, 'Agendamento')).toHaveAttribute('aria-selected', 'true');
    await expect(tab(page, 'Agendamento')).not.toHaveAttribute('aria-busy');
    await page.reload();
    await inForm(page).getByLabel('Nome').fill('Nina Prado');
    await inForm(page).getByLabel('Categoria').selectOption('tecnico');
    await expect(page.locator('#root[data-page]')).toHaveCount(0);
    await inForm(page).getByRole('button', { name: 'Enviar mensagem' }).tap();
    await expect(inForm(page).getByText('Assunto é obrigatório').last()).toBeVisible();
    await expect(inForm(page).getByLabel('Nome')).toHaveValue('Nina Prado');
    await expect(inForm(page).getByLabel('Categoria')).toHaveValue('tecnico');
  });
});

test('what is chosen while the application is taking over is kept', async ({ page }) => {
  await page.goto('/support');
  // The first that the application does to the page is to listen to it, before it knows any field.
  await page.evaluate(`{
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
  }`);
  await takeUp(page);
  const category = inForm(page).getByLabel('Categoria');
  await expect(category).toHaveValue('tecnico');
  await inForm(page).getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(inForm(page).getByLabel('Nome')).toHaveAttribute('aria-invalid', 'true');
  await expect(category).not.toHaveAttribute('aria-invalid', 'true');
});

test('without a line links still lead on, and a press says that it has reached nobody', async ({
  page,
  tolerate,
}) => {
  tolerate(/net::ERR_|Failed to fetch dynamically imported module|Unable to preload/);
  await page.goto('/support');
  const line = await lineOf(page);
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

test('whoever is logged in sees what is theirs, and never a visitor’s page', async ({
  page,
  stack,
  user,
}) => {
  const wire = await wireTo(stack.url, FAST);
  await logIn(page, wire, user);
  wire.holdAnswersTo(APPLICATION);
  await page.goto(wire.url);
  await expect(page.locator('#root[data-page]')).toBeAttached();
  await expect(page.locator('#root')).toBeHidden();
  wire.release();
  await expect(banner(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.locator('#root')).toBeVisible();
  // Nothing is on its way any more: the worker has what it keeps, and no page asks for pictures.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.goto('about:blank');
  wire.close();

  await logIn(page, stack, user);
  await page.goto('/');
  await expect(banner(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(banner(page).getByRole('link', { name: 'Entrar' })).toHaveCount(0);
  await page.goto('/support');
  await expect(inForm(page).getByLabel('Email')).toHaveValue(user.email);
});

test('by keyboard a page answers from its first link on', async ({ page }) => {
  await page.goto('/');
  await tabTo(page.getByRole('link', { name: 'Ver planos' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Planos', exact: true })).toBeInViewport();
});

test('what stands in a field without anybody having told of it is kept', async ({ page }) => {
  await page.goto('/support');
  // As a browser puts back what was written before a reload.
  await page.evaluate(
    `for (const [name, value] of [['input[autocomplete=name]', 'Nina Prado'], ['form select', 'tecnico'], ['form textarea', 'O vídeo não abre.']])
      document.querySelector(name).value = value;`,
  );
  await takeUp(page);
  await inForm(page).getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(inForm(page).getByText('Assunto é obrigatório').last()).toBeVisible();
  await expect(inForm(page).getByLabel('Nome')).toHaveValue('Nina Prado');
  await expect(inForm(page).getByLabel('Categoria')).toHaveValue('tecnico');
  await expect(inForm(page).getByLabel('Mensagem')).toHaveValue('O vídeo não abre.');
});

for (const path of ['/support/', '/Support']) {
  test(`${path} is taken up as the page that it is`, async ({ page }) => {
    await page.goto(path);
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
    await takeUp(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await heading?.evaluate(({ isConnected }) => isConnected)).toBe(true);
  });
}

test('whoever is writing when the answer of the address comes goes on writing', async ({
  page,
  stack,
}) => {
  const wire = await wireTo(stack.url, FAST);
  wire.holdAnswersTo(APPLICATION);
  await page.goto(`${wire.url}/support#esqueci-a-minha-senha`);
  await inForm(page).getByLabel('Nome').click();
  await page.keyboard.type('Nina');
  wire.release();
  await expect(page.locator('#root[data-page]')).toHaveCount(0);
  await expect(page.locator('details#esqueci-a-minha-senha')).toHaveAttribute('open');
  await page.keyboard.type(' Prado');
  await expect(inForm(page).getByLabel('Nome')).toHaveValue('Nina Prado');
  await expect(inForm(page).getByLabel('Nome')).toBeInViewport();
  wire.close();
});

test('a tab left open over a new release goes on with the new one, and loses no words', async ({
  page,
  stack,
  tolerate,
}) => {
  tolerate(/404 \(Not Found\)|Failed to fetch dynamically imported module|Unable to preload/);
  const releases = await releasesOf(stack.url);
  const releaseOf = () => page.evaluate('globalThis.release');
  await page.goto(`${releases.url}/support`);
  releases.goOver('next');
  await inForm(page).getByLabel('Nome').fill('Nina Prado');
  await inForm(page).getByRole('button', { name: 'Enviar mensagem' }).click();
  const told = page.getByRole('alert');
  await expect(told).toContainText('A Pontual acabou de ser atualizada.');
  await expect(inForm(page).getByLabel('Nome')).toHaveValue('Nina Prado');
  expect(await releaseOf()).toBeUndefined();
  await told.getByRole('button', { name: 'Recarregar a página' }).click();
  await expect.poll(releaseOf).toBe('next');
  await tab(page, 'Agendamento').click();
  await expect(tab(page, 'Agendamento')).toHaveAttribute('aria-selected', 'true');
  releases.close();
});

test('a tab left open in which nothing was written is renewed by the first press', async ({
  page,
  stack,
  tolerate,
}) => {
  tolerate(/404 \(Not Found\)|Failed to fetch dynamically imported module|Unable to preload/);
  const releases = await releasesOf(stack.url);
  await page.goto(`${releases.url}/support`);
  releases.goOver('next');
  const renewal = page.waitForEvent('framenavigated');
  await tab(page, 'Agendamento').click();
  await renewal;
  await expect.poll(() => page.evaluate('globalThis.release')).toBe('next');
  await expect(page.getByRole('alert')).toHaveCount(0);
  releases.close();
});
