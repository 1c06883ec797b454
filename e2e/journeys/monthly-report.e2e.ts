import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { me } from '@pontual/contract/auth.ts';
import { refreshSubscription } from '@pontual/contract/billing.ts';
import { dayKey, monthOf } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { reportTitle } from '@pontual/contract/report-words.ts';
import { call, schedule, type Account } from '../api.ts';
import { atEachSize, expectNoBarriersInEachTheme } from '../barriers.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { wireTo } from '../line.ts';
import { subscribe } from '../payments.ts';
import { aPicture } from '../pictures.ts';
import type { Stack } from '../stack.ts';

const month = () => dayKey(new Date()).slice(0, 7);

/** Pays for a plan unseen; the page's browser knows it from the start. */
async function pay(
  page: Page,
  stack: Pick<Stack, 'url'>,
  account: Account,
  plan: 'pro' | 'premium',
) {
  const { token } = account;
  await subscribe(stack.url, account, plan);
  await call(stack.url, refreshSubscription, { token });
  const { user } = await call(stack.url, me, { token });
  expect(user.plan).toBe(plan);
  await logIn(page, stack, { ...account, user });
}

/** A post of this account that is out, or is soon. */
async function post({ url }: Stack, { token }: Account, caption: string): Promise<Post> {
  // Drawn first: on a busy machine the hour would be past by then.
  const picture = await aPicture();
  const scheduledTime = new Date(Date.now() + 3000);
  return schedule(url, token, { caption, picture, scheduledTime });
}

const title = (page: Page) => page.getByRole('heading', { level: 1, name: reportTitle(month()) });

/** Of the profile as the report shows it. */
const tile = (page: Page, caption: string) =>
  page
    .getByRole('list', { name: 'O perfil no mês' })
    .getByRole('listitem')
    .filter({ hasText: caption });

test('a Premium user reads the report of the month, saves it and prints it', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await pay(page, stack, connectedUser, 'premium');
  await post(stack, connectedUser, caption);
  await page.goto('/analytics');
  await page.getByRole('link', { name: 'Relatório do mês' }).click();
  await expect(title(page)).toBeVisible();
  await expect(page).toHaveTitle(`${reportTitle(month())} · Pontual`);
  await expect(page.getByText('@atelie.barro').first()).toBeVisible();
  await expect(page.getByText('O mês ainda não terminou.')).toBeVisible();

  // It goes out meanwhile, and the page hears of it.
  await expect(tile(page, caption).locator('img')).toBeVisible({ timeout: 30_000 });
  const published = page.getByRole('term').filter({ hasText: 'Publicados' }).locator('..');
  await expect(published).toContainText('1');
  await expect(published).toContainText('primeiro mês');
  await expect(
    page.getByRole('list', { name: 'Posts por dia' }).getByText(/: 1 publicado$/),
  ).toHaveCount(1);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar PDF' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`pontual-relatorio-atelie.barro-${month()}.pdf`);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(bytes.toString('latin1')).toContain('/Subtype /Image');

  await page.emulateMedia({ media: 'print' });
  await expect(title(page)).toBeVisible();
  for (const name of ['Imprimir', 'Baixar PDF', 'Mês anterior']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('the months go from the account’s first to this one', async ({
  page,
  stack,
  connectedUser,
  tolerate,
}) => {
  tolerate(/404 .*\/api\/analytics\/reports\//);
  await pay(page, stack, connectedUser, 'premium');
  await page.goto('/analytics/relatorios');
  await expect(title(page)).toBeVisible();
  for (const name of ['Mês anterior', 'Próximo mês']) {
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  for (const none of ['2019-01', 'junho']) {
    await page.goto(`/analytics/relatorios/${none}`);
    await expect(page.getByText('Não há relatório deste mês')).toBeVisible();
    await page.getByRole('link', { name: 'Ver o relatório deste mês' }).click();
    await expect(title(page)).toBeVisible();
  }
});

test('the month that is shown stays itself until another has come, and others are near if none does', async ({
  page,
  stack,
  connectedUser,
  tolerate,
}) => {
  tolerate(/net::ERR_|404 .*\/api\/analytics\/reports\//);
  const wire = await wireTo(stack.url, 10 * 1024 * 1024);
  await pay(page, wire, connectedUser, 'premium');
  // The browser is ahead of the server: it knows of a month that has no report yet.
  await page.clock.setFixedTime(monthOf(new Date()).to);
  await page.goto(`${wire.url}/analytics/relatorios/${month()}`);
  const turn = page.getByRole('button', { name: 'Próximo mês' });
  const taking = ['Imprimir', 'Baixar PDF'].map((name) => page.getByRole('button', { name }));
  for (const button of taking) await expect(button).toBeEnabled();

  await test.step('while it comes', async () => {
    wire.holdAnswersTo('GET /api/analytics/reports/');
    await turn.press('Enter');
    await expect(page.locator('[aria-busy=true]')).toContainText('Posts por dia');
    await expect(title(page)).toBeVisible();
    await expect(page).toHaveTitle(`${reportTitle(month())} · Pontual`);
    for (const button of taking) await expect(button).toBeDisabled();
  });

  await test.step('when it does not come', async () => {
    wire.cut();
    await expect(page.getByText('O relatório não carregou')).toBeVisible();
    await expect(turn).toBeFocused();
    for (const button of taking) await expect(button).toBeDisabled();
  });

  await test.step('and when there is none', async () => {
    wire.mend();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByText('Não há relatório deste mês')).toBeVisible();
    await page.getByRole('button', { name: 'Mês anterior' }).press('Enter');
    await expect(title(page)).toBeVisible();
    for (const button of taking) await expect(button).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Mês anterior' })).toBeFocused();
  });
  wire.close();
});

for (const plan of ['free', 'pro'] as const) {
  test(`whoever has the plan ${plan} is told which one has reports`, async ({
    page,
    stack,
    connectedUser,
  }) => {
    if (plan === 'pro') await pay(page, stack, connectedUser, plan);
    await page.goto('/analytics/relatorios');
    await expect(page.getByText('Relatório não disponível')).toBeVisible();
    await page.getByRole('link', { name: 'Ver Planos' }).click();
    await expect(page).toHaveURL('/plans');
  });
}

test('a report has no barriers, nor the page without one', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await atEachSize(page, async () => {
    await page.goto('/analytics/relatorios');
    await expect(page.getByText('Relatório não disponível')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
  await pay(page, stack, connectedUser, 'premium');
  await post(stack, connectedUser, caption);
  await atEachSize(page, async () => {
    await page.goto('/analytics/relatorios');
    await expect(tile(page, caption)).toBeVisible({ timeout: 30_000 });
    await expectNoBarriersInEachTheme(page);
  });
});
