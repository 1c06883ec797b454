import type { Page } from '@playwright/test';
import { login } from '@pontual/contract/auth.ts';
import { forcePublish } from '@pontual/contract/post-changes.ts';
import { getPush } from '@pontual/contract/push.ts';
import { call, schedule } from '../api.ts';
import { expectNoBarriersInEachTheme, sizes } from '../barriers.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { aPicture } from '../pictures.ts';
import { deliver, press, shown, subscribeAt } from '../push.ts';

test.use({ serviceWorkers: 'allow' });

const HOUR = 3_600_000;

/** What the browser of this page has subscribed to. */
const addressOf = (page: Page) =>
  page.evaluate<string | null>(
    `navigator.serviceWorker.ready
      .then(({ pushManager }) => pushManager.getSubscription())
      .then((subscription) => subscription?.endpoint ?? null)`,
  );

const card = (page: Page) => page.getByRole('region', { name: 'Avisos neste aparelho' });
const switches = (page: Page) => card(page).getByRole('switch');

async function turnOn(page: Page): Promise<void> {
  await page.goto('/account');
  await card(page).getByRole('button', { name: 'Ligar avisos neste aparelho' }).press('Enter');
  await expect(page.getByText('Este aparelho recebe os avisos')).toBeVisible();
  await expect(switches(page)).toHaveCount(3);
  await expect(card(page).getByRole('heading', { level: 2 })).toBeFocused();
}

for (const size of sizes) {
  test(`a publication is shown on the device at ${size.width} px, and leads to the post`, async ({
    page,
    context,
    stack,
    sandbox,
    connectedUser,
    caption,
  }) => {
    await page.setViewportSize(size);
    await subscribeAt(context, sandbox);
    await turnOn(page);

    const { token } = connectedUser;
    const scheduledTime = new Date(Date.now() + HOUR);
    const post = await schedule(stack.url, token, {
      caption,
      scheduledTime,
      picture: await aPicture(),
    });
    await call(stack.url, forcePublish, { token, body: { postId: post._id } });
    const path = `/schedule?post=${post._id}`;
    const ownPushes = async () =>
      (await sandbox.pushes()).filter(({ payload }) => payload.path === path);
    await expect.poll(async () => (await ownPushes()).length, { timeout: 90_000 }).toBe(1);
    const [message] = await ownPushes();
    if (message === undefined) throw new Error('nothing has arrived');
    expect(message).toMatchObject({
      payload: {
        title: expect.stringMatching(/^Publicado: post das? \d\d:\d\d$/),
        body: expect.stringMatching(/^Imagem em @atelie\.barro: “Fornada de .+…”$/),
      },
      urgency: 'normal',
    });

    await deliver(page, stack.url, message.payload);
    const { title, body } = message.payload;
    await expect.poll(() => shown(page)).toEqual([{ title, body }]);
    // The later word takes the place of the former.
    await deliver(page, stack.url, { ...message.payload, title: 'Falhou: post das 10:30' });
    const later = { title: 'Falhou: post das 10:30', body };
    await expect.poll(() => shown(page)).toEqual([later]);

    await press(page);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('dialog').getByText(caption)).toBeVisible();
    await expect.poll(() => shown(page)).toEqual([]);
  });
}

test.describe('of another account', () => {
  test.use({ instagram: 'cafe.serra' });

  for (const { what, fault, title, leadsTo } of [
    {
      what: 'a refusal that reconnecting mends is told before the hour',
      fault: '190/460',
      title: /^Em risco: @cafe\.serra$/,
      leadsTo: () => '/dashboard',
    },
    {
      what: 'a picture that Instagram refuses is told at once',
      fault: '36003/2207009',
      title: /^Falhou: post das? \d\d:\d\d$/,
      leadsTo: (id: string) => `/schedule?post=${id}`,
    },
  ]) {
    test(what, async ({ page, context, stack, sandbox, connectedUser, caption }) => {
      await subscribeAt(context, sandbox);
      await turnOn(page);
      const address = await addressOf(page);
      const { token } = connectedUser;
      await sandbox.fault({ service: 'instagram', step: 'create', fault, username: 'cafe.serra' });
      const scheduledTime = new Date(Date.now() + HOUR / 3);
      const picture = await aPicture();
      const post = await schedule(stack.url, token, { caption, scheduledTime, picture });
      const news = async () =>
        (await sandbox.pushes()).filter(({ endpoint }) => endpoint === address);
      await expect.poll(async () => (await news()).length, { timeout: 60_000 }).toBe(1);
      const [message] = await news();
      expect(message?.payload.title).toMatch(title);
      // The cause, in words.
      expect(message?.payload.body).toMatch(/^[A-ZÁÉÍÓÚ].+\./);
      expect(message?.payload.path).toBe(leadsTo(post._id));
      expect(message?.urgency).toBe('high');
      expect(message?.ttl).toBeLessThanOrEqual((24 * HOUR) / 1000);
    });
  }
});

test('a kind is switched off, another device removed, and this one turned off', async ({
  page,
  context,
  browser,
  stack,
  sandbox,
  user,
}) => {
  await subscribeAt(context, sandbox);
  const { email, password } = user;
  const session = await call(stack.url, login, { body: { email, password } });
  const elsewhere = await (await browser.newContext({ baseURL: stack.url })).newPage();
  await subscribeAt(elsewhere.context(), sandbox);
  await logIn(elsewhere, stack, { ...user, ...session });
  await turnOn(elsewhere);

  await turnOn(page);
  const published = card(page).getByRole('switch', { name: 'Publicado' });
  await published.press('Space');
  await expect(page.getByText('Preferência salva')).toBeVisible();
  await page.reload();
  await expect(published).not.toBeChecked();
  await expect(card(page).getByRole('switch', { name: 'Falhou' })).toBeChecked();

  await expect(card(page).getByRole('listitem')).toHaveCount(1);
  await card(page)
    .getByRole('button', { name: /^Remover/ })
    .press('Enter');
  await expect(card(page).getByRole('listitem')).toHaveCount(0);
  await expect(card(page).getByRole('heading', { level: 2 })).toBeFocused();

  // It gives itself up with its next page, instead of being there again.
  await elsewhere.reload();
  await expect.poll(() => addressOf(elsewhere)).toBeNull();
  const { devices } = await call(stack.url, getPush, { token: user.token });
  expect(devices).toMatchObject([{ isCurrent: true, kinds: { published: false } }]);
  await elsewhere.context().close();

  await card(page).getByRole('button', { name: 'Desligar neste aparelho' }).click();
  await expect(card(page).getByRole('button', { name: /^Ligar avisos/ })).toBeVisible();
  expect((await call(stack.url, getPush, { token: user.token })).devices).toEqual([]);
});

test('who leaves the account is told nothing more here', async ({
  page,
  context,
  stack,
  sandbox,
  user,
}) => {
  await subscribeAt(context, sandbox);
  await turnOn(page);
  const devices = page.getByRole('region', { name: 'Dispositivos' });
  await devices.getByRole('button', { name: /^Sair deste dispositivo/ }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => addressOf(page)).toBeNull();
  const { email, password } = user;
  const { token } = await call(stack.url, login, { body: { email, password } });
  expect((await call(stack.url, getPush, { token })).devices).toEqual([]);
});

test('an address that the browser has renewed is told, with what was chosen', async ({
  page,
  context,
  stack,
  sandbox,
  user,
}) => {
  await subscribeAt(context, sandbox);
  await turnOn(page);
  await card(page).getByRole('switch', { name: 'Publicado' }).press('Space');
  await expect(page.getByText('Preferência salva')).toBeVisible();
  const former = await addressOf(page);
  await page.evaluate(`navigator.serviceWorker.ready.then(async ({ pushManager }) => {
    const { applicationServerKey } = (await pushManager.getSubscription()).options;
    const key = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)));
    await pushManager.subscribe({
      applicationServerKey: key.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    });
  })`);
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' && response.url().endsWith('/api/account/push'),
  );
  await page.reload();
  expect((await saved).status()).toBe(200);
  const address = await addressOf(page);
  expect(address).not.toBeNull();
  expect(address).not.toBe(former);
  const { devices } = await call(stack.url, getPush, { token: user.token });
  expect(devices).toMatchObject([{ isCurrent: true, kinds: { published: false } }]);
});

test('what somebody left in the browser is not told to who uses it next', async ({
  page,
  context,
  stack,
  sandbox,
  user,
  newUser,
}) => {
  await subscribeAt(context, sandbox);
  await turnOn(page);
  await expect(page.getByRole('main').getByText(user.email, { exact: true })).toBeVisible();
  const next = await newUser();
  await page.evaluate(
    ([token = '', known = '']) => {
      localStorage.setItem('pontual.token', token);
      localStorage.setItem('pontual.user', known);
    },
    [next.token, JSON.stringify(next.user)],
  );
  await page.reload();
  await expect.poll(() => addressOf(page)).toBeNull();
  expect((await call(stack.url, getPush, { token: next.token })).devices).toEqual([]);
});

test('a browser that blocks notices says how that is mended', async ({ page, user }) => {
  await page.goto('/account');
  await expect(page.getByRole('main').getByText(user.email, { exact: true })).toBeVisible();
  await expect(card(page).getByText(/bloqueados neste navegador/)).toBeVisible();
  await expect(card(page).getByRole('button')).toHaveCount(0);
});

for (const size of sizes) {
  test(`has no barriers at ${size.width} px`, async ({ page, context, sandbox, user }) => {
    await page.setViewportSize(size);
    await subscribeAt(context, sandbox);
    await page.goto('/account');
    await expect(page.getByRole('main').getByText(user.email, { exact: true })).toBeVisible();
    await expect(card(page).getByRole('button', { name: /^Ligar avisos/ })).toBeVisible();
    await expectNoBarriersInEachTheme(page);
    await turnOn(page);
    await expect(page.getByText('Este aparelho recebe os avisos')).toBeHidden();
    await expectNoBarriersInEachTheme(page);
  });
}
