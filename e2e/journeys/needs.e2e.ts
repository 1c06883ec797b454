import { formatDayMonth, formatTime } from '@pontual/contract/brasilia-time.ts';
import type { Locator, Page } from '@playwright/test';
import { listAccounts } from '@pontual/contract/instagram.ts';
import { call, connectInstagram, schedule } from '../api.ts';
import { sizes } from '../barriers.ts';
import { openDetails, timelineEntry } from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { wireTo } from '../line.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';

const MINUTE = 60_000;
/** The bar at the foot of a phone, with its raised button. */
const TAB_BAR = 90;

const bandOf = (page: Page) => page.getByRole('region', { name: 'Precisa de você' });
const cardOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Instagram' }) });

/** Whether all of it is on the first screen, before anything is scrolled. */
async function expectAboveTheFold(page: Page, seen: Locator): Promise<void> {
  await expect(seen).toBeVisible();
  const box = await seen.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const foot = width < 1024 ? height - TAB_BAR : height;
  expect(await page.evaluate('scrollY')).toBe(0);
  expect(box).not.toBeNull();
  if (box === null) return;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(foot);
}

test('the card calls the account connected only while the needs are known to hold nothing against it', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  tolerate,
}) => {
  tolerate(/net::ERR_|50[02] .*\/api\/needs/);
  const wire = await wireTo(stack.url, 10 * 1024 * 1024);
  await logIn(page, wire, connectedUser);
  const card = cardOf(page);
  const connected = card.getByText('Conectado', { exact: true });
  const failed = card
    .getByRole('alert')
    .filter({ hasText: 'Não foi possível carregar a situação da conta.' });

  await test.step('not while they load', async () => {
    wire.holdAnswersTo('GET /api/needs ');
    await page.goto(`${wire.url}/dashboard`);
    await expect(card).toContainText('@atelie.barro');
    await expect(page.getByText('Nenhum post agendado').first()).toBeVisible();
    await expect(connected).toHaveCount(0);
    await expect(failed).toHaveCount(0);
    wire.release();
    await expect(connected).toBeVisible();
  });

  await test.step('nor where they do not come, until they are asked for again', async () => {
    wire.refuse('GET /api/needs ', { status: 500, body: '{}' });
    await page.reload();
    await expect(failed).toBeVisible();
    await expect(connected).toHaveCount(0);
    wire.mend();
    await failed.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(connected).toBeVisible();
    await expect(failed).toHaveCount(0);
  });

  await test.step('out of reach it keeps what was known', async () => {
    await sandbox.removeAccess('atelie.barro');
    await expect(card.getByText('Desconectado', { exact: true })).toBeVisible();
    wire.refuse('GET /api/needs ');
    await page.reload();
    await expect(card.getByText('Desconectado', { exact: true })).toBeVisible();
    await expect(connected).toHaveCount(0);
  });
  wire.close();
});

test('an account that Instagram restricts is tried, and the answer is said', async ({
  page,
  stack,
  sandbox,
  user,
  caption,
  tolerate,
}) => {
  tolerate(/429 .*\/retry/);
  // An account of its own: its post would restrict a shared account again after any other test connects it.
  const username = 'oficina.lima';
  await sandbox.anAccount(username);
  await connectInstagram(stack.url, user.token, username);
  await schedule(stack.url, user.token, {
    caption: `${caption} #falha_create_25_2207050`,
    scheduledTime: new Date(Date.now() + 5 * MINUTE),
    picture: await aPicture(),
  });
  await page.goto('/dashboard');
  const band = bandOf(page);
  const tryAgain = band.getByRole('button', { name: `Já resolvi, testar @${username}` });
  const said = page.getByRole('alert').or(page.getByRole('status'));
  await expect(band).toContainText(`O Instagram restringiu @${username}. 1 post em risco`);
  await sandbox.fault({
    service: 'instagram',
    step: 'create',
    username,
    fault: '25/2207050',
  });
  await tryAgain.click();
  await expect(said.filter({ hasText: `O Instagram ainda restringe @${username}.` })).toBeVisible();
  await tryAgain.click();
  await expect(said.filter({ hasText: 'Esta conta acabou de ser testada.' })).toBeVisible();
  await expect(band).toContainText(`O Instagram restringiu @${username}.`);
});

test('the card takes the focus when Instagram accepts the account again', async ({
  page,
  stack,
  sandbox,
  user,
  caption,
}) => {
  const username = 'quitanda.lima';
  await sandbox.anAccount(username);
  await connectInstagram(stack.url, user.token, username);
  await sandbox.fault({ service: 'instagram', step: 'create', username, fault: '25/2207050' });
  await schedule(stack.url, user.token, {
    caption,
    scheduledTime: new Date(Date.now() + 5 * MINUTE),
    picture: await aPicture(),
  });
  await page.goto('/dashboard');
  await cardOf(page)
    .getByRole('button', { name: `Já resolvi, testar @${username}` })
    .click();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: `O Instagram aceita posts de @${username} de novo.` }),
  ).toBeVisible();
  await expect(cardOf(page).getByText('Conectado', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Instagram' })).toBeFocused();
});

test('what is broken is said on the first screen, with the button that mends it', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  for (const hours of [2, 3]) {
    await schedule(stack.url, connectedUser.token, {
      caption: `${caption} ${hours}`,
      scheduledTime: new Date(Date.now() + hours * 60 * MINUTE),
      picture: await aPicture(),
    });
  }
  const band = bandOf(page);
  const sentence =
    /@atelie\.barro está desconectada\. 2 posts em risco, o primeiro (hoje|amanhã), \d\d:\d\d\./;
  const reconnect = band.getByRole('button', { name: 'Reconectar @atelie.barro' });

  await page.goto('/dashboard');
  await expect(cardOf(page).getByText('Conectado', { exact: true })).toBeVisible();
  await expect(page.getByText('Próximo post em', { exact: true })).toBeVisible();
  await expect(band).toHaveCount(0);

  await test.step('access removed at Facebook shows without loading the page again', async () => {
    await sandbox.removeAccess('atelie.barro');
    await expect(band).toContainText(sentence);
    await expect(page.getByText('Próximo post em risco')).toBeVisible();
    const card = cardOf(page);
    await expect(card.getByText('Conectado', { exact: true })).toHaveCount(0);
    await expect(card).toContainText(/Desconectada desde hoje, \d\d:\d\d/);
    await expect(card).toContainText('O acesso da Pontual à conta foi removido no Facebook.');
    await expect(card.getByRole('button', { name: 'Reconectar @atelie.barro' })).toBeVisible();
  });

  await test.step('the page after connecting does not call it connected either', async () => {
    await page.goto('/connected?connected=true');
    await expect(page.getByRole('heading', { name: '@atelie.barro' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(
      'O acesso da Pontual à conta foi removido no Facebook.',
    );
    await expect(page.getByText('está conectada.')).toHaveCount(0);
    await expect(page).toHaveTitle('1 conta com problema · Pontual');
    await expect(page.getByRole('button', { name: 'Reconectar @atelie.barro' })).toBeVisible();
  });

  for (const size of sizes) {
    await test.step(`${size.width} px wide, it needs no scrolling`, async () => {
      await page.setViewportSize(size);
      for (const path of ['/dashboard', '/schedule']) {
        await page.goto(path);
        await expect(band).toContainText(sentence);
        await expectAboveTheFold(page, band);
        await expectAboveTheFold(page, reconnect);
      }
      await expect(timelineEntry(page, `${caption} 2`)).toContainText('Em risco');
      const details = await openDetails(page, `${caption} 2`);
      await expect(details.getByText('Em risco', { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(details).toBeHidden();
    });
  }

  await test.step('the button reconnects, and the band goes', async () => {
    await reconnect.click();
    await page.waitForURL(/dialog\/oauth/);
    await page.getByRole('button', { name: 'atelie.barro' }).click();
    await expect(page.getByRole('heading', { name: '@atelie.barro' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(cardOf(page).getByText('Conectado', { exact: true })).toBeVisible();
    await expect(band).toHaveCount(0);
  });

  await test.step('failures are dismissed by the keyboard, and stay in the timeline', async () => {
    const due = [2, 3].map((minutes) => new Date(Date.now() + minutes * MINUTE));
    const faults = ['36003_2207009', '110_2207018'];
    const refused = faults.map((fault) => `${caption} #falha_create_${fault}`);
    await page.goto('/schedule');
    await expect(timelineEntry(page, `${caption} 2`)).toBeVisible();
    for (const [index, scheduledTime] of due.entries()) {
      await schedule(stack.url, connectedUser.token, {
        caption: refused[index] ?? '',
        scheduledTime,
        picture: await aPicture(),
      });
    }
    await expect(band).toContainText('2 coisas precisam de você', { timeout: 60_000 });
    await expectAboveTheFold(page, band.getByRole('button', { name: 'Corrigir o post' }));
    // The latest stands first.
    for (const [index, isLast] of [
      [1, false],
      [0, true],
    ] as const) {
      const at = due[index] ?? new Date();
      // Midnight may pass before it is due, or after.
      const when = `(hoje|amanhã|${formatDayMonth(at)}), ${formatTime(at)}`;
      const dismiss = band.getByRole('button', {
        name: new RegExp(`^Dispensar: Post de imagem de ${when},`),
      });
      await dismiss.focus();
      await page.keyboard.press('Enter');
      await expect(dismiss).toHaveCount(0);
      if (!isLast) await expect(band.getByRole('listitem')).toBeFocused();
    }
    await expect(band).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    for (const text of refused) await expect(timelineEntry(page, text)).toContainText('Falhou');
    await page.reload();
    await expect(timelineEntry(page, refused[0] ?? '')).toContainText('Falhou');
    await expect(band).toHaveCount(0);
  });
});

test('what failed in one of two accounts is listed without the posts of the other', async ({
  page,
  stack,
  connectedUser,
  caption,
  pictureFile,
}) => {
  const owner = await withPlan(stack.url, connectedUser, 'pro');
  await connectInstagram(stack.url, owner.token, 'cafe.serra', { another: true });
  await logIn(page, stack, owner);
  const { accounts } = await call(stack.url, listAccounts, owner);
  const [first, second] = accounts.map(({ instagramAccountId }) => instagramAccountId);
  if (first === undefined || second === undefined) throw new Error('two accounts are connected');
  const names = [`${caption} um`, `${caption} dois`, `${caption} três`];
  for (const [index, name] of names.entries()) {
    await schedule(stack.url, owner.token, {
      caption: `${name} #falha_create_36003_2207009`,
      scheduledTime: new Date(Date.now() + (2 + index) * MINUTE),
      picture: await aPicture(),
      account: index === 2 ? first : second,
    });
  }
  await page.goto('/dashboard');
  const all = bandOf(page).getByRole('button', { name: 'Ver todas' });
  await all.click({ timeout: 60_000 });
  await bandOf(page).getByRole('button', { name: 'Ver os 2 posts' }).click({ timeout: 60_000 });
  await expect(page).toHaveURL(`/schedule?status=failed&conta=${second}#timeline`);
  await expect(page.getByRole('combobox', { name: 'Conta' })).toHaveText('@cafe.serra');
  await expect(timelineEntry(page, `${caption} um`)).toBeVisible();
  await expect(timelineEntry(page, `${caption} dois`)).toBeVisible();
  await expect(timelineEntry(page, `${caption} três`)).toBeHidden();

  await test.step('until all accounts are asked for, which gives the focus to their list', async () => {
    await page.getByRole('button', { name: 'Ver todas as contas' }).click();
    await expect(page.getByRole('combobox', { name: 'Conta' })).toBeFocused();
    await expect(timelineEntry(page, `${caption} três`)).toBeVisible();
  });

  await test.step('and of every status, also after a reload', async () => {
    const status = page.getByRole('combobox', { name: 'Status' });
    await expect(status).toHaveText('Com falha');
    await status.click();
    await page.getByRole('option', { name: 'Todos os status' }).click();
    await expect(page).toHaveURL('/schedule');
    await page.reload();
    await expect(status).toHaveText('Todos os status');
  });

  await test.step('and published, once mended, on the account that is named', async () => {
    const entry = timelineEntry(page, `${caption} um`);
    await entry.getByRole('button', { name: 'Trocar arquivo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trocar arquivo' });
    await expect(dialog).toContainText('@cafe.serra');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Escolher arquivo' }).filter({ hasText: /./ }).click(),
    ]);
    await chooser.setFiles(await pictureFile('boa.jpg'));
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const mended = page.getByRole('dialog', { name: 'Post Atualizado!' });
    await expect(mended.getByRole('button', { name: 'Publicar em @cafe.serra' })).toBeVisible();
  });
});
