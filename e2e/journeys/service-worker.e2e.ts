import type { Page } from '@playwright/test';
import { expectNoBarriersInEachTheme } from '../barriers.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { untilKept } from '../kept.ts';
import { wireTo } from '../line.ts';
import { releasesOf } from '../releases.ts';

test.use({ serviceWorkers: 'allow' });

const isReady = (page: Page) =>
  page.evaluate('navigator.serviceWorker.ready.then(({ active }) => active.state)');
const releaseOf = (page: Page) => page.evaluate('globalThis.release');
const versions = (page: Page) =>
  page.evaluate<number>('caches.keys().then((names) => names.length)');

/** A page that comes up in a new process of the browser is not told that its line is only said to be cut. */
const KNOWS_OF_THE_LINE = `Object.defineProperty(Navigator.prototype, 'onLine', {
  get: () => localStorage.getItem('line') !== 'cut',
});`;

test('a release is seen at once, and an open tab keeps its files', async ({
  page,
  context,
  stack,
  user,
}) => {
  const releases = await releasesOf(stack.url);
  await logIn(page, releases, user);
  await page.goto(`${releases.url}/schedule`);
  await untilKept(page);
  expect(await versions(page)).toBe(1);
  releases.goOver('next');

  const other = await context.newPage();
  await other.goto(`${releases.url}/schedule`);
  expect(await releaseOf(other)).toBe('next');
  await expect.poll(() => versions(other)).toBe(2);
  await untilKept(other);

  await test.step('the server has none of the files that this tab still asks for', async () => {
    expect(await releaseOf(page)).toBeUndefined();
    await page.getByRole('button', { name: 'Prévia do perfil' }).click();
    await expect(page.getByRole('dialog', { name: 'Prévia do perfil' })).toBeVisible();
    expect(await releaseOf(page)).toBeUndefined();
  });

  await test.step('once it is gone, so is what was kept for it', async () => {
    await page.close();
    await expect
      .poll(async () => {
        await other.reload();
        return versions(other);
      })
      .toBe(1);
    expect(await releaseOf(other)).toBe('next');
  });
  await test.step('an installation that wants no worker rids browsers of it', async () => {
    const others = await releasesOf(stack.url);
    await logIn(other, others, user);
    await other.goto(`${others.url}/schedule`);
    await untilKept(other);
    others.goOver('withoutWorker');
    await other.reload();
    await expect.poll(() => versions(other)).toBe(0);
    await expect(other.getByRole('heading', { name: 'Calendário & Timeline' })).toBeVisible();
    others.close();
  });
  releases.close();
});

test('the application can be installed, and tells a visitor that the line is cut', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(/net::ERR_/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript({ content: KNOWS_OF_THE_LINE });
  await page.goto('/plans');
  await isReady(page);
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Pontual', start_url: '/dashboard' });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A window of a test keeps no profile, and installs nothing for that alone.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  await expect.poll(() => versions(page)).toBe(1);
  await page.evaluate("localStorage.setItem('line', 'cut')");
  await context.setOffline(true);
  await page.goto('/plans?de=amigos');
  const heading = page.getByRole('heading', { level: 1, name: 'Sem internet' });
  await expect(heading).toBeVisible();
  await expectNoBarriersInEachTheme(page);
  await page.getByRole('link', { name: 'Tentar de novo' }).click();
  await expect(heading).toBeVisible();
  await page.evaluate("localStorage.removeItem('line')");
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible();
  await expect(page).toHaveURL(/\/plans\?de=amigos$/);
});

test('where only the server is away, what is kept opens, and the notice says so and asks again', async ({
  page,
  stack,
  user,
  tolerate,
}) => {
  tolerate(/net::ERR_|502/);
  const wire = await wireTo(stack.url, 10 * 1024 * 1024);
  await logIn(page, wire, user);
  await page.goto(`${wire.url}/schedule`);
  await untilKept(page);
  wire.refuse('GET /schedule ');
  await page.goto(`${wire.url}/schedule`);
  await expect(page.getByRole('button', { name: 'Próximo mês' })).toBeVisible();

  wire.cut();
  await page.goto(`${wire.url}/plans`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Não conseguimos falar com a Pontual' }),
  ).toBeVisible();
  await expect(page.getByText('sai na hora')).toBeHidden();
  wire.mend();
  await expect(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible();
  wire.close();
});
