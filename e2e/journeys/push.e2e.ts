import type { Page } from '@playwright/test';
import { login } from '@pontual/contract/identity/auth.ts';
import { forcePublish } from '@pontual/contract/posts/post-changes.ts';
import { getPush, savePush } from '@pontual/contract/notifications/push.ts';
import { call, schedule } from '../support/api.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { createPicture } from '../support/pictures.ts';
import {
  deliverPush,
  pressNotification,
  readNotifications,
  subscribeAtSandbox,
} from '../support/push.ts';

test.use({ serviceWorkers: 'allow' });

const HOUR = 3_600_000;

const readPushEndpoint = (page: Page) =>
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

test('a user sees a push notification of a publication, opens the post from it, and receives none after logging out', async ({
  page,
  context,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  await subscribeAtSandbox(context, sandbox);
  await turnOn(page);

  const { token } = connectedUser;
  const scheduledTime = new Date(Date.now() + HOUR);
  const post = await schedule(stack.url, token, {
    caption,
    scheduledTime,
    picture: await createPicture(),
  });
  await call(stack.url, forcePublish, { token, body: { postId: post._id } });
  const path = `/schedule?post=${post._id}`;
  const ownPushes = async () =>
    (await sandbox.listPushes()).filter(({ payload }) => payload.path === path);
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

  await deliverPush(page, stack.url, message.payload);
  const { title, body } = message.payload;
  await expect.poll(() => readNotifications(page)).toEqual([{ title, body }]);
  // A later notification of the same post replaces the earlier one.
  await deliverPush(page, stack.url, { ...message.payload, title: 'Falhou: post das 10:30' });
  const later = { title: 'Falhou: post das 10:30', body };
  await expect.poll(() => readNotifications(page)).toEqual([later]);

  await pressNotification(page);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('dialog').getByText(caption)).toBeVisible();
  await expect.poll(() => readNotifications(page)).toEqual([]);

  // Each page load saves the subscription again; a logout in between would refuse it.
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith(`/api${savePush.path}`) &&
      response.request().method() === savePush.method,
  );
  await page.goto('/account');
  await saved;
  const devices = page.getByRole('region', { name: 'Dispositivos' });
  await devices.getByRole('button', { name: /^Sair deste dispositivo/ }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readPushEndpoint(page)).toBeNull();
});

test('a user disables one kind of notification, removes another device and turns this device off', async ({
  page,
  context,
  browser,
  stack,
  sandbox,
  user,
}) => {
  await subscribeAtSandbox(context, sandbox);
  const { email, password } = user;
  const session = await call(stack.url, login, { body: { email, password } });
  const elsewhere = await (await browser.newContext({ baseURL: stack.url })).newPage();
  await subscribeAtSandbox(elsewhere.context(), sandbox);
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

  // The removed device unsubscribes on its next page load instead of registering again.
  await elsewhere.reload();
  await expect.poll(() => readPushEndpoint(elsewhere)).toBeNull();
  const { devices } = await call(stack.url, getPush, { token: user.token });
  expect(devices).toMatchObject([{ isCurrent: true, kinds: { published: false } }]);
  await elsewhere.context().close();

  await card(page).getByRole('button', { name: 'Desligar neste aparelho' }).click();
  await expect(card(page).getByRole('button', { name: /^Ligar avisos/ })).toBeVisible();
  expect((await call(stack.url, getPush, { token: user.token })).devices).toEqual([]);
});

test('a device keeps its preferences when the browser renews its push endpoint, and shows the next user nothing', async ({
  page,
  context,
  stack,
  sandbox,
  user,
  newUser,
}) => {
  await subscribeAtSandbox(context, sandbox);
  await turnOn(page);
  await card(page).getByRole('switch', { name: 'Publicado' }).press('Space');
  await expect(page.getByText('Preferência salva')).toBeVisible();
  const former = await readPushEndpoint(page);
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
  const address = await readPushEndpoint(page);
  expect(address).not.toBeNull();
  expect(address).not.toBe(former);
  const { devices } = await call(stack.url, getPush, { token: user.token });
  expect(devices).toMatchObject([{ isCurrent: true, kinds: { published: false } }]);

  const next = await newUser();
  // Without a running page of the app, which would write back the former session with its next answer.
  await page.goto('/robots.txt');
  await page.evaluate(
    ([token = '', known = '']) => {
      localStorage.setItem('pontual.token', token);
      localStorage.setItem('pontual.user', known);
    },
    [next.token, JSON.stringify(next.user)],
  );
  await page.goto('/account');
  await expect.poll(() => readPushEndpoint(page)).toBeNull();
  expect((await call(stack.url, getPush, { token: next.token })).devices).toEqual([]);
});
