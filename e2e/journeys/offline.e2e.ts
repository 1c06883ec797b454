import type { Page } from '@playwright/test';
import { login } from '@pontual/contract/auth.ts';
import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { expectNoBarriers, looks, wear } from '../barriers.ts';
import { call, draft, postsOf, schedule } from '../api.ts';
import { fillForm, sendButton, timelineEntry, wholeMinuteAfter } from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { untilKept } from '../kept.ts';
import { lineOf, wireTo } from '../line.ts';
import { aPicture } from '../pictures.ts';

test.use({ serviceWorkers: 'allow' });

const HOUR = 3_600_000;

test.beforeEach(({ tolerate }) => {
  tolerate(/net::ERR_/);
});

/** How much lies in the stores of what is read, and of what waits. */
const COUNTS = `Promise.all([['pontual-kept', 'queries'], ['pontual-waiting', 'posts']].map(
  ([base, table]) => new Promise((resolve) => {
    const opening = indexedDB.open(base);
    opening.onsuccess = () => {
      const count = opening.result.transaction(table).objectStore(table).count();
      count.onsuccess = () => resolve(count.result);
    };
  }),
))`;

/** How many months are kept: today's and the one that comes. */
const COMING = `new Promise((resolve) => {
  const opening = indexedDB.open('pontual-kept');
  // Not there yet: to look must not make it.
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve(0);
  opening.onsuccess = () => {
    const names = opening.result.transaction('queries').objectStore('queries').getAllKeys();
    names.onsuccess = () => resolve(names.result.filter((name) => /"month"/.test(name)).length);
  };
})`;

const waiting = (page: Page) => page.getByRole('region', { name: 'Aguardando internet' });
const draftsCard = (page: Page) => page.locator('details').filter({ hasText: 'Rascunhos' });

test('calendar, timeline, drafts and counts are read without a line, and live again with it', async ({
  page,
  context,
  stack,
  connectedUser,
  caption,
}) => {
  const { token } = connectedUser;
  const picture = await aPicture();
  const when = wholeMinuteAfter(HOUR);
  await schedule(stack.url, token, { caption, picture, scheduledTime: when });
  await draft(stack.url, token, { caption: 'Uma ideia', picture });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/schedule');
  await expect(timelineEntry(page, caption)).toContainText(formatTime(when));
  await expect(draftsCard(page)).toContainText('Uma ideia');
  await untilKept(page);
  await expect.poll(() => page.evaluate(COMING)).toBe(2);

  await context.setOffline(true);
  await page.goto('/schedule');
  await expect(
    page.getByText(/^Sem internet\. Mostrando o que havia às \d\d:\d\d\.$/),
  ).toBeVisible();
  await expect(timelineEntry(page, caption)).toContainText(formatTime(when));
  await expect(draftsCard(page)).toContainText('Uma ideia');
  await expect(page.getByText('não carregou')).toBeHidden();
  // The month that comes is there without a visit.
  await page.getByRole('button', { name: 'Próximo mês' }).click();
  await expect(page.getByText('não carregou')).toBeHidden();
  // Asked for twice.
  let failed = 0;
  page.on('requestfailed', (request) => {
    if (request.url().includes('/stats')) failed += 1;
  });
  await page.goto('/dashboard');
  await expect(page.getByText(/^Sem internet\. Mostrando/)).toBeVisible();
  await expect.poll(() => failed).toBeGreaterThan(1);
  // The strip says it.
  await expect(page.getByText('Não foi possível carregar os números')).toBeHidden();

  await page.goto('/schedule');
  await schedule(stack.url, token, {
    caption: 'A nova',
    picture,
    scheduledTime: wholeMinuteAfter(2 * HOUR),
  });
  await context.setOffline(false);
  await expect(timelineEntry(page, 'A nova')).toBeVisible();
  await expect(page.getByText(/Mostrando o que havia/)).toBeHidden();
});

test('a draft and a post made without a line arrive once, when it is back', async ({
  page,
  context,
  stack,
  connectedUser,
  caption,
  pictureFile,
}) => {
  const { token } = connectedUser;
  const look = looks[3];
  await wear(page, look);
  await page.goto('/schedule');
  await untilKept(page);
  await context.setOffline(true);
  const when = wholeMinuteAfter(HOUR);
  for (const aim of ['draft', 'schedule'] as const) {
    await page.goto('/create-post');
    await fillForm(page, {
      files: await pictureFile(`${aim}.jpg`),
      caption: `${aim} ${caption}`,
      when,
    });
    await (
      aim === 'draft' ? page.getByRole('button', { name: 'Salvar rascunho' }) : sendButton(page)
    ).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Enviar quando a internet voltar' })
      .click();
    await expect(waiting(page)).toContainText(`${aim} ${caption}`);
  }
  await expect(waiting(page)).toContainText('Será salvo quando a internet voltar');
  await expect(waiting(page)).toContainText('Ainda não está agendado');
  await page.reload();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(2);
  await expectNoBarriers(page, look);
  expect(await postsOf(stack.url, token)).toEqual([]);

  const other = await context.newPage();
  await other.goto('/schedule');
  await expect(waiting(other).getByRole('listitem')).toHaveCount(2);
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  await expect(waiting(other)).toBeHidden();
  await expect(timelineEntry(page, `schedule ${caption}`)).toContainText(formatTime(when));
  const posts = await postsOf(stack.url, token);
  expect(posts.map(({ status, caption }) => ({ status, caption }))).toEqual(
    expect.arrayContaining([
      { status: 'draft', caption: `draft ${caption}` },
      { status: 'scheduled', caption: `schedule ${caption}` },
    ]),
  );
  expect(posts).toHaveLength(2);
});

test('what waits can be cancelled, and is asked about before a logout deletes it', async ({
  page,
  context,
  stack,
  connectedUser,
  caption,
  pictureFile,
}) => {
  await draft(stack.url, connectedUser.token, { caption, picture: await aPicture() });
  await page.goto('/schedule');
  await expect(draftsCard(page)).toContainText(caption);
  await untilKept(page);
  const line = await lineOf(page);
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
    await expect(waiting(page)).toContainText(`${name} ${caption}`);
  }
  await waiting(page)
    .getByRole('listitem')
    .filter({ hasText: `um ${caption}` })
    .getByRole('button', { name: 'Cancelar envio' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar' }).click();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(1);

  const question = page.getByRole('alertdialog', { name: 'Sair e apagar o que espera?' });
  await test.step('the list of devices asks as well', async () => {
    await context.setOffline(false);
    await page.goto('/account');
    await page.getByRole('button', { name: /^Sair deste dispositivo/ }).click();
    await question.getByRole('button', { name: 'Ficar' }).click();
    await expect(waiting(page)).toContainText(`dois ${caption}`);
  });
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await question.getByRole('button', { name: 'Sair e apagar' }).click();
  await expect(page.getByRole('heading', { name: 'Bom te ver de novo' })).toBeVisible();
  await expect.poll(() => page.evaluate(COUNTS)).toEqual([0, 0]);
  const { email, password } = connectedUser;
  const { token } = await call(stack.url, login, { body: { email, password } });
  expect((await postsOf(stack.url, token)).map((post) => post.caption)).toEqual([caption]);
});

test('a page that ends while it sends leaves a post that is known as perhaps sent, and is there once', async ({
  page,
  stack,
  connectedUser,
  caption,
  pictureFile,
}) => {
  const wire = await wireTo(stack.url, 10 * 1024 * 1024);
  await logIn(page, wire, connectedUser);
  const line = await lineOf(page);
  await page.goto(`${wire.url}/create-post`);
  const when = wholeMinuteAfter(HOUR);
  await fillForm(page, { files: await pictureFile('um.jpg'), caption, when });
  await line.block('*/api/schedule');
  await sendButton(page).click();
  await page.getByRole('button', { name: 'Enviar quando a internet voltar' }).click();
  await expect(waiting(page)).toContainText('Ainda não está agendado');
  wire.holdAnswersTo('POST /api/schedule ');
  await line.block();
  await page.reload();
  await expect(waiting(page)).toContainText('Enviando agora');
  const posts = () => postsOf(stack.url, connectedUser.token);
  await expect.poll(posts).toHaveLength(1);
  await waiting(page).getByRole('button', { name: 'Cancelar envio' }).click();
  const question = page.getByRole('alertdialog', { name: 'Apagar este post do aparelho?' });
  await expect(question).toContainText('está sendo enviado agora');

  await line.block('*/api/schedule');
  await page.reload();
  await expect(waiting(page)).toContainText('O envio começou e ficou sem resposta');
  wire.release();
  await line.block();
  await page.reload();
  await expect(waiting(page)).toBeHidden();
  expect(await posts()).toHaveLength(1);
  wire.close();
});
