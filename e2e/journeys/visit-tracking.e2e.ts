import type { Page } from '@playwright/test';
import { atEachSize, expectAccessibleInEachTheme } from '../support/accessibility.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { tabTo } from '../support/input-methods.ts';
import { startThrottledProxy } from '../support/network.ts';
import { startRecorder, type Recorder } from '../support/request-recorder.ts';
import { startStack, type Stack } from '../support/stack.ts';

const extendWithVisitTracking = (settingsOf: (url: string) => Record<string, string>) =>
  base.extend<object, { recorder: Recorder; stack: Stack }>({
    recorder: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a pattern, even of an empty one
      async ({}, use) => {
        const recorder = await startRecorder();
        await use(recorder);
        await recorder.close();
      },
      { scope: 'worker' },
    ],
    stack: [
      async ({ recorder }, use) => {
        const stack = await startStack(settingsOf(recorder.url));
        await use(stack);
        await stack.stop();
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  });

const test = extendWithVisitTracking((url) => ({
  PLAUSIBLE_DOMAIN: 'pontual.app',
  PLAUSIBLE_URL: url,
}));
const testAtGoogle = extendWithVisitTracking((url) => ({
  GA4_MEASUREMENT_ID: 'G-ABC123',
  GA4_URL: url,
}));

test.describe.configure({ mode: 'default' });

test.beforeEach(({ recorder }) => recorder.clear());

const getBanner = (page: Page) => page.getByRole('region', { name: 'Medição de visitas' });
const footerLink = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: /^(Legal|Informações legais)$/ })
    .getByRole('link', { name });
const getHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

const readEvents = ({ requests }: Recorder) =>
  requests.map(({ body }) => {
    const { name, url } = JSON.parse(body) as { name: string; url: string };
    return `${name} ${new URL(url).pathname}`;
  });

function recordForeignRequests(page: Page, { url }: Stack): string[] {
  const foreignUrls: string[] = [];
  page.context().on('request', (request) => {
    const requestUrl = request.url();
    if (/^https?:/.test(requestUrl) && !requestUrl.startsWith(`${url}/`))
      foreignUrls.push(requestUrl);
  });
  return foreignUrls;
}

test('nothing is reported before consent, only page views after it, and nothing once it is withdrawn', async ({
  page,
  stack,
  recorder,
  tolerate,
}) => {
  tolerate(/404 \(Not Found\).*\/convite\//);
  const strangers = recordForeignRequests(page, stack);
  await page.clock.install();

  await test.step('before the choice the page works and reports nothing', async () => {
    await page.goto('/?utm=1');
    await expect(getBanner(page)).toContainText('Sem publicidade e sem cookies.');
    await footerLink(page, 'Privacidade').click();
    await expect(getHeading(page, 'Política de Privacidade')).toBeVisible();
    await page.clock.fastForward(20_000);
    await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click();
    await expect(getHeading(page, 'Bom te ver de novo')).toBeVisible();
    await expect(getBanner(page)).toBeVisible();
    expect(strangers).toEqual([]);
  });

  await test.step('after Aceitar the open page and each following page are reported', async () => {
    await getBanner(page).getByRole('button', { name: 'Aceitar' }).click();
    await expect(getBanner(page)).toBeHidden();
    await expect(getHeading(page, 'Bom te ver de novo')).toBeFocused();
    await expect.poll(() => readEvents(recorder)).toEqual(['pageview /login']);
    // Together with the real time this stays below the 5 s from which the time on a page is reported.
    await page.clock.fastForward(1000);
    await footerLink(page, 'Cookies').click();
    await expect.poll(() => readEvents(recorder)).toEqual(['pageview /login', 'pageview /cookies']);
  });

  await test.step('a time of more than 5 s on a page is reported', async () => {
    recorder.clear();
    await page.clock.fastForward(12_000);
    await footerLink(page, 'Termos de Uso').click();
    await expect
      .poll(() => readEvents(recorder))
      .toEqual(['time_on_page /cookies', 'pageview /terms']);
    const { props } = JSON.parse(recorder.requests[0]?.body ?? '{}') as { props: unknown };
    expect(props).toEqual({ seconds: expect.stringMatching(/^1[2-9]$/) });
  });

  await test.step('parameters and unknown paths are never reported', async () => {
    recorder.clear();
    await page.goto('/login?token=segredo&email=ana%40example.com');
    await expect(getHeading(page, 'Bom te ver de novo')).toBeVisible();
    await page.goto('/convite/ana@example/segredo#segredo');
    await expect(getHeading(page, 'Oops! Página não encontrada')).toBeVisible();
    await expect.poll(() => readEvents(recorder).at(-1)).toBe('pageview /404');
    await page.goto('/schedule?post=segredo');
    await expect.poll(() => readEvents(recorder).at(-1)).toBe('pageview /schedule');
    const all = JSON.stringify(recorder.requests);
    expect(all).not.toMatch(/segredo|ana|%40|example/);
    expect(recorder.requests.map(({ cookie, referer }) => [cookie, referer])).toEqual(
      recorder.requests.map(() => [undefined, undefined]),
    );
  });

  await test.step('a withdrawal on /cookies ends the tracking at once', async () => {
    await page.goto('/cookies');
    const choice = page.getByRole('group', { name: 'Contar as minhas visitas' });
    await expect(choice.getByRole('button', { name: 'Aceitar' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect.poll(() => readEvents(recorder).at(-1)).toBe('pageview /cookies');
    await page.clock.fastForward(20_000);
    recorder.clear();
    strangers.length = 0;
    await choice.getByRole('button', { name: 'Recusar' }).click();
    await expect(page.getByText(/^Você recusou em \d\d\/\d\d\/\d{4} às \d\d:\d\d/)).toBeVisible();
    await footerLink(page, 'Acessibilidade').click();
    await expect(getHeading(page, 'Acessibilidade')).toBeVisible();
    await page.goto('/');
    await expect(getHeading(page, /Seus posts/)).toBeVisible();
    await expect(getBanner(page)).toBeHidden();
    expect([strangers, recorder.requests]).toEqual([[], []]);
    expect(await page.context().cookies()).toEqual([]);
  });
});

test('a visitor who refuses by keyboard is not tracked and can change the choice', async ({
  page,
  stack,
  recorder,
}) => {
  const strangers = recordForeignRequests(page, stack);
  await page.goto('/');
  const [refuse, accept] = [
    getBanner(page).getByRole('button', { name: 'Recusar' }),
    getBanner(page).getByRole('button', { name: 'Aceitar' }),
  ];
  const lookOf = async (button: typeof refuse) => {
    const box = await button.boundingBox();
    return [await button.getAttribute('class'), Math.round(box?.width ?? 0), box?.height];
  };
  await expect(refuse).toBeVisible();
  expect(await lookOf(refuse)).toEqual(await lookOf(accept));
  await tabTo(page.getByRole('link', { name: 'Pular para o conteúdo' }));
  await page.keyboard.press('Tab');
  await expect(getBanner(page).getByRole('link', { name: 'O que é contado' })).toBeFocused();
  await tabTo(refuse);
  await page.keyboard.press('Enter');
  await expect(getBanner(page)).toBeHidden();
  await expect(getHeading(page, /Seus posts/)).toBeFocused();
  await page.reload();
  await expect(getHeading(page, /Seus posts/)).toBeVisible();
  await expect(getBanner(page)).toBeHidden();
  await footerLink(page, 'Cookies').click();
  await expect(page.getByText(/^Você recusou em/)).toBeVisible();
  const storedConsent = await page.evaluate('JSON.parse(localStorage.getItem("pontual.consent"))');
  expect(storedConsent).toEqual({
    choice: 'refused',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    version: '2 plausible',
  });
  expect(strangers).toEqual([]);

  await page.getByRole('group').getByRole('button', { name: 'Aceitar' }).click();
  await expect(page.getByText(/^Você aceitou em/)).toBeVisible();
  await expect.poll(() => readEvents(recorder)).toEqual(['pageview /cookies']);
  await test.step('a withdrawal in another tab ends the tracking in this tab', async () => {
    const other = await page.context().newPage();
    await other.goto('/cookies');
    await expect.poll(() => readEvents(recorder)).toHaveLength(2);
    await other.getByRole('group').getByRole('button', { name: 'Recusar' }).click();
    await expect
      .poll(() => page.evaluate('localStorage.getItem("pontual.consent")'))
      .toContain('refused');
    recorder.clear();
    await footerLink(page, 'Privacidade').click();
    await expect(getHeading(page, 'Política de Privacidade')).toBeVisible();
    expect(recorder.requests).toEqual([]);
  });
});

test('the consent banner covers nothing, blocks nothing, and returns when its question changes', async ({
  page,
  stack,
}) => {
  for (const path of ['/', '/login', '/schedule', '/cookies']) {
    await test.step(path, async () => {
      await atEachSize(page, async () => {
        await page.goto(path);
        await expect(getBanner(page)).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const above = await getBanner(page).evaluate((banner) => {
          const next = banner.nextElementSibling?.getBoundingClientRect().top ?? 0;
          return next - banner.getBoundingClientRect().bottom;
        });
        expect(above, 'room between the question and the page').toBeGreaterThanOrEqual(0);
        await expectAccessibleInEachTheme(page);
      });
    });
  }
  await test.step('the banner is hidden while a user writes a post', async () => {
    await page.goto('/create-post');
    await expect(page.getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
    await expect(getBanner(page)).toBeHidden();
    await page.goto('/schedule');
    await expect(getBanner(page)).toBeVisible();
  });
  await test.step('a choice for an older question does not count, even before the script has loaded', async () => {
    const answer = (version: string) =>
      page.evaluate(
        `localStorage.setItem('pontual.consent', JSON.stringify({ choice: 'refused', at: '2026-01-10T15:00:00.000Z', version: '${version}' }))`,
      );
    const proxy = await startThrottledProxy(stack.url, 100_000_000);
    await page.goto(`${proxy.url}/privacy`);
    proxy.holdResponsesTo('GET /assets/plain');
    for (const [version, isRequested] of [
      ['1 plausible', true],
      ['2 ga4', true],
      ['2 plausible', false],
    ] as const) {
      await answer(version);
      await page.reload({ waitUntil: 'commit' });
      await expect(getHeading(page, 'Política de Privacidade')).toBeVisible();
      await expect(getBanner(page)).toBeVisible({ visible: isRequested });
    }
    proxy.close();
  });
});

testAtGoogle(
  'Google Analytics gets the page views in the same way, without its code and its cookies',
  async ({ page, stack, recorder }) => {
    const strangers = recordForeignRequests(page, stack);
    await page.goto('/');
    await expect(getBanner(page)).toBeVisible();
    expect(strangers).toEqual([]);
    await getBanner(page).getByRole('button', { name: 'Aceitar' }).click();
    await expect.poll(() => recorder.requests).toHaveLength(1);
    await footerLink(page, 'Cookies').click();
    await expect.poll(() => recorder.requests).toHaveLength(2);
    await expect(page.getByText('Nenhum código do Google Analytics roda')).toBeVisible();
    expect(recorder.requests.map(({ path, query }) => [path, query['en'], query['dl']])).toEqual([
      ['/g/collect', 'page_view', `${stack.url}/`],
      ['/g/collect', 'page_view', `${stack.url}/cookies`],
    ]);
    expect(new Set(strangers.map((address) => new URL(address).origin))).toEqual(
      new Set([recorder.url]),
    );
    expect(await page.context().cookies()).toEqual([]);
  },
);
