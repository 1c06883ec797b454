import type { Page } from '@playwright/test';
import { expectAccessibleInEachTheme } from '../support/accessibility.ts';
import { CONNECTION_ERROR, expect, logIn, test } from '../support/fixtures.ts';
import { waitUntilCached } from '../support/offline-cache.ts';
import { startThrottledProxy } from '../support/network.ts';
import { startReleaseProxy } from '../support/release-proxy.ts';

test.use({ serviceWorkers: 'allow' });

const readWorkerState = (page: Page) =>
  page.evaluate('navigator.serviceWorker.ready.then(({ active }) => active.state)');
const readRelease = (page: Page) => page.evaluate('globalThis.release');
const countCaches = (page: Page) =>
  page.evaluate<number>('caches.keys().then((names) => names.length)');

/** A page in a new browser process does not receive the emulated offline state. */
const FAKE_ONLINE_STATE = `Object.defineProperty(Navigator.prototype, 'onLine', {
  get: () => localStorage.getItem('line') !== 'cut',
});`;

test('a release is used at once, and an open tab keeps its files', async ({
  page,
  context,
  stack,
  user,
  closeAfterPages,
}) => {
  const releases = closeAfterPages(await startReleaseProxy(stack.url));
  await logIn(page, releases, user);
  await page.goto(`${releases.url}/schedule`);
  await waitUntilCached(page);
  expect(await countCaches(page)).toBe(1);
  releases.switchTo('next');

  const other = await context.newPage();
  await other.goto(`${releases.url}/schedule`);
  expect(await readRelease(other)).toBe('next');
  await expect.poll(() => countCaches(other)).toBe(2);
  await waitUntilCached(other);

  await test.step('an open tab loads files that the server no longer has', async () => {
    expect(await readRelease(page)).toBeUndefined();
    await page.getByRole('button', { name: 'Prévia do perfil' }).click();
    await expect(page.getByRole('dialog', { name: 'Prévia do perfil' })).toBeVisible();
    expect(await readRelease(page)).toBeUndefined();
  });

  await test.step('the cache of the tab is deleted after the tab closes', async () => {
    await page.close();
    await expect
      .poll(async () => {
        await other.reload();
        return countCaches(other);
      })
      .toBe(1);
    expect(await readRelease(other)).toBe('next');
  });
  await test.step('an installation without a service worker removes it from browsers', async () => {
    const others = closeAfterPages(await startReleaseProxy(stack.url));
    await logIn(other, others, user);
    await other.goto(`${others.url}/schedule`);
    await waitUntilCached(other);
    others.switchTo('withoutWorker');
    await other.reload();
    await expect.poll(() => countCaches(other)).toBe(0);
    await expect(other.getByRole('heading', { name: 'Calendário & Timeline' })).toBeVisible();
  });
});

test('the application can be installed, and shows a visitor that the device is offline', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(CONNECTION_ERROR);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript({ content: FAKE_ONLINE_STATE });
  await page.goto('/plans');
  await readWorkerState(page);
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Pontual', start_url: '/dashboard' });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Playwright runs an incognito window, which alone prevents installation.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  await expect.poll(() => countCaches(page)).toBe(1);
  await page.evaluate("localStorage.setItem('line', 'cut')");
  await context.setOffline(true);
  await page.goto('/plans?de=amigos');
  const heading = page.getByRole('heading', { level: 1, name: 'Sem internet' });
  await expect(heading).toBeVisible();
  await expectAccessibleInEachTheme(page);
  await page.getByRole('link', { name: 'Tentar de novo' }).click();
  await expect(heading).toBeVisible();
  await page.evaluate("localStorage.removeItem('line')");
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible();
  await expect(page).toHaveURL(/\/plans\?de=amigos$/);
});

test('cached pages open while only the server is unreachable, and the alert says so and retries', async ({
  page,
  stack,
  user,
  tolerate,
  closeAfterPages,
}) => {
  tolerate(CONNECTION_ERROR);
  tolerate(/502/);
  const proxy = closeAfterPages(await startThrottledProxy(stack.url, 10 * 1024 * 1024));
  await logIn(page, proxy, user);
  await page.goto(`${proxy.url}/schedule`);
  await waitUntilCached(page);
  proxy.refuse('GET /schedule ');
  await page.goto(`${proxy.url}/schedule`);
  await expect(page.getByRole('button', { name: 'Próximo mês' })).toBeVisible();

  proxy.cut();
  await page.goto(`${proxy.url}/plans`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Não conseguimos falar com a Pontual' }),
  ).toBeVisible();
  await expect(page.getByText('sai na hora')).toBeHidden();
  proxy.restore();
  await expect(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible();
});
