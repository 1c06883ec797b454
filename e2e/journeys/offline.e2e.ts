import type { Page } from '@playwright/test';
import { login } from '@pontual/contract/identity/auth.ts';
import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { expectAccessible, appearances, applyAppearance } from '../support/accessibility.ts';
import { call, createDraft, fetchPosts, schedule } from '../support/api.ts';
import { fillForm, getSendButton, getTimelineEntry, roundUpToMinute } from '../support/composer.ts';
import { CONNECTION_ERROR, expect, logIn, test } from '../support/fixtures.ts';
import { waitUntilCached } from '../support/offline-cache.ts';
import { emulateNetwork, startThrottledProxy } from '../support/network.ts';
import { createPicture } from '../support/pictures.ts';

test.use({ serviceWorkers: 'allow' });

const HOUR = 3_600_000;

test.beforeEach(({ tolerate }) => {
  tolerate(CONNECTION_ERROR);
});

const COUNT_STORED = `Promise.all([['pontual-kept', 'queries'], ['pontual-waiting', 'posts']].map(
  ([base, table]) => new Promise((resolve) => {
    const opening = indexedDB.open(base);
    opening.onsuccess = () => {
      const count = opening.result.transaction(table).objectStore(table).count();
      count.onsuccess = () => resolve(count.result);
    };
  }),
))`;

const COUNT_STORED_MONTHS = `new Promise((resolve) => {
  const opening = indexedDB.open('pontual-kept');
  // Aborts, because opening a missing database would create it.
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve(0);
  opening.onsuccess = () => {
    const names = opening.result.transaction('queries').objectStore('queries').getAllKeys();
    names.onsuccess = () => resolve(names.result.filter((name) => /"month"/.test(name)).length);
  };
})`;

const getWaitingPosts = (page: Page) => page.getByRole('region', { name: 'Aguardando internet' });
const draftsCard = (page: Page) => page.locator('details').filter({ hasText: 'Rascunhos' });

test('calendar, timeline, drafts and counts are readable offline, and update again once online', async ({
  page,
  context,
  stack,
  connectedUser,
  caption,
}) => {
  const { token } = connectedUser;
  const picture = await createPicture();
  const when = roundUpToMinute(HOUR);
  await schedule(stack.url, token, { caption, picture, scheduledTime: when });
  await createDraft(stack.url, token, { caption: 'Uma ideia', picture });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/schedule');
  await expect(getTimelineEntry(page, caption)).toContainText(formatTime(when));
  await expect(draftsCard(page)).toContainText('Uma ideia');
  await waitUntilCached(page);
  await expect.poll(() => page.evaluate(COUNT_STORED_MONTHS)).toBe(2);

  await context.setOffline(true);
  await page.goto('/schedule');
  await expect(
    page.getByText(/^Sem internet\. Mostrando o que havia às \d\d:\d\d\.$/),
  ).toBeVisible();
  await expect(getTimelineEntry(page, caption)).toContainText(formatTime(when));
  await expect(draftsCard(page)).toContainText('Uma ideia');
  await expect(page.getByText('não carregou')).toBeHidden();
  await page.getByRole('button', { name: 'Próximo mês' }).click();
  await expect(page.getByText('não carregou')).toBeHidden();
  let failed = 0;
  page.on('requestfailed', (request) => {
    if (request.url().includes('/stats')) failed += 1;
  });
  await page.goto('/dashboard');
  await expect(page.getByText(/^Sem internet\. Mostrando/)).toBeVisible();
  await expect.poll(() => failed).toBeGreaterThan(1);
  // The offline strip replaces this error.
  await expect(page.getByText('Não foi possível carregar os números')).toBeHidden();

  await page.goto('/schedule');
  await schedule(stack.url, token, {
    caption: 'A nova',
    picture,
    scheduledTime: roundUpToMinute(2 * HOUR),
  });
  await context.setOffline(false);
  await expect(getTimelineEntry(page, 'A nova')).toBeVisible();
  await expect(page.getByText(/Mostrando o que havia/)).toBeHidden();
});

test('a draft and a post created offline arrive once when the connection is back', async ({
  page,
  context,
  stack,
  connectedUser,
  caption,
  pictureFile,
}) => {
  const { token } = connectedUser;
  const look = appearances[3];
  await applyAppearance(page, look);
  await page.goto('/schedule');
  await waitUntilCached(page);
  await context.setOffline(true);
  const dueAt = roundUpToMinute(HOUR);
  for (const aim of ['draft', 'schedule'] as const) {
    await page.goto('/create-post');
    await fillForm(page, {
      files: await pictureFile(`${aim}.jpg`),
      caption: `${aim} ${caption}`,
      dueAt,
    });
    await (
      aim === 'draft' ? page.getByRole('button', { name: 'Salvar rascunho' }) : getSendButton(page)
    ).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Enviar quando a internet voltar' })
      .click();
    await expect(getWaitingPosts(page)).toContainText(`${aim} ${caption}`);
  }
  await expect(getWaitingPosts(page)).toContainText('Será salvo quando a internet voltar');
  await expect(getWaitingPosts(page)).toContainText('Ainda não está agendado');
  await page.reload();
  await expect(getWaitingPosts(page).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, look);
  expect(await fetchPosts(stack.url, token)).toEqual([]);

  const other = await context.newPage();
  await other.goto('/schedule');
  await expect(getWaitingPosts(other).getByRole('listitem')).toHaveCount(2);
  await context.setOffline(false);
  await expect(getWaitingPosts(page)).toBeHidden();
  await expect(getWaitingPosts(other)).toBeHidden();
  await expect(getTimelineEntry(page, `schedule ${caption}`)).toContainText(formatTime(dueAt));
  const posts = await fetchPosts(stack.url, token);
  expect(posts.map(({ status, caption }) => ({ status, caption }))).toEqual(
    expect.arrayContaining([
      { status: 'draft', caption: `draft ${caption}` },
      { status: 'scheduled', caption: `schedule ${caption}` },
    ]),
  );
  expect(posts).toHaveLength(2);
});

test('queued posts can be cancelled, and a logout asks before it deletes them', async ({
  page,
  context,
  stack,
  connectedUser,
  caption,
  pictureFile,
}) => {
  await createDraft(stack.url, connectedUser.token, { caption, picture: await createPicture() });
  await page.goto('/schedule');
  await expect(draftsCard(page)).toContainText(caption);
  await waitUntilCached(page);
  const line = await emulateNetwork(page);
  await line.block('*/api/schedule/draft');
  await context.setOffline(true);
  for (const name of ['um', 'dois']) {
    await page.goto('/create-post');
    await fillForm(page, {
      files: await pictureFile(`${name}.jpg`),
      caption: `${name} ${caption}`,
    });
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    await page.getByRole('button', { name: 'Enviar quando a internet voltar' }).click();
    await expect(getWaitingPosts(page)).toContainText(`${name} ${caption}`);
  }
  await getWaitingPosts(page)
    .getByRole('listitem')
    .filter({ hasText: `um ${caption}` })
    .getByRole('button', { name: 'Cancelar envio' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar' }).click();
  await expect(getWaitingPosts(page).getByRole('listitem')).toHaveCount(1);

  const question = page.getByRole('alertdialog', { name: 'Sair e apagar o que espera?' });
  await test.step('the list of devices asks, too', async () => {
    await context.setOffline(false);
    await page.goto('/account');
    await page.getByRole('button', { name: /^Sair deste dispositivo/ }).click();
    await question.getByRole('button', { name: 'Ficar' }).click();
    await expect(getWaitingPosts(page)).toContainText(`dois ${caption}`);
  });
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await question.getByRole('button', { name: 'Sair e apagar' }).click();
  await expect(page.getByRole('heading', { name: 'Bom te ver de novo' })).toBeVisible();
  await expect.poll(() => page.evaluate(COUNT_STORED)).toEqual([0, 0]);
  const { email, password } = connectedUser;
  const { token } = await call(stack.url, login, { body: { email, password } });
  expect((await fetchPosts(stack.url, token)).map((post) => post.caption)).toEqual([caption]);
});

test('a page that closes while sending leaves a post that is marked as possibly sent and exists once', async ({
  page,
  stack,
  connectedUser,
  caption,
  pictureFile,
  closeAfterPages,
}) => {
  const proxy = closeAfterPages(await startThrottledProxy(stack.url, 10 * 1024 * 1024));
  await logIn(page, proxy, connectedUser);
  const line = await emulateNetwork(page);
  await page.goto(`${proxy.url}/create-post`);
  const dueAt = roundUpToMinute(HOUR);
  await fillForm(page, { files: await pictureFile('um.jpg'), caption, dueAt });
  await line.block('*/api/schedule');
  await getSendButton(page).click();
  await page.getByRole('button', { name: 'Enviar quando a internet voltar' }).click();
  await expect(getWaitingPosts(page)).toContainText('Ainda não está agendado');
  proxy.holdResponsesTo('POST /api/schedule ');
  await line.block();
  await page.reload();
  await expect(getWaitingPosts(page)).toContainText('Enviando agora');
  const posts = () => fetchPosts(stack.url, connectedUser.token);
  await expect.poll(posts).toHaveLength(1);
  await getWaitingPosts(page).getByRole('button', { name: 'Cancelar envio' }).click();
  const question = page.getByRole('alertdialog', { name: 'Apagar este post do aparelho?' });
  await expect(question).toContainText('está sendo enviado agora');

  await line.block('*/api/schedule');
  await page.reload();
  await expect(getWaitingPosts(page)).toContainText('O envio começou e ficou sem resposta');
  proxy.release();
  await line.block();
  await page.reload();
  await expect(getWaitingPosts(page)).toBeHidden();
  expect(await posts()).toHaveLength(1);
});
