import { cancelSubscription, refreshSubscription } from '@pontual/contract/billing/billing.ts';
import { call } from '../support/api.ts';
import { expect, withOwnStack } from '../support/fixtures.ts';
import { subscribeToPlan } from '../support/payments.ts';

/** Uses its own stack: its clock advances by weeks, which would break the dates of other tests. */
const test = withOwnStack();

const DAY = 86_400_000;
const PROVIDER_TIMEOUT = { timeout: 20_000 };

test.describe.configure({ mode: 'default' });

test('an open page shows the user that the paid period has ended', async ({
  page,
  stack,
  sandbox,
  user: account,
}) => {
  const { token } = account;
  await subscribeToPlan(stack.url, account, 'pro');
  await call(stack.url, refreshSubscription, { token });
  const { subscription } = await call(stack.url, cancelSubscription, { token });
  expect(subscription?.cancelAt).not.toBeNull();
  const mine = page.getByRole('region', { name: 'Sua assinatura' });
  const card = (plan: string) => page.getByRole('article', { name: `Plano ${plan}` });
  await page.goto('/plans');
  await expect(mine).toContainText('Teste cancelado: termina em', PROVIDER_TIMEOUT);
  await expect(card('Pro')).toContainText('Atual');
  const dashboard = await page.context().newPage();
  await dashboard.goto('/dashboard');
  await expect(dashboard.getByRole('heading', { name: 'Plano Pro' })).toBeVisible();
  const loads: string[] = [];
  for (const tab of [page, dashboard]) tab.on('load', () => loads.push(tab.url()));

  await test.step('nothing has changed a day before the end', async () => {
    await sandbox.advanceTime(13 * DAY);
    const { user } = await call(stack.url, refreshSubscription, { token });
    expect(user.plan).toBe('pro');
    await expect(card('Pro')).toContainText('Atual');
  });

  await sandbox.advanceTime(2 * DAY);
  await expect(mine).toContainText('Sua assinatura Pro terminou', PROVIDER_TIMEOUT);
  await expect(card('Free')).toContainText('Atual');
  await expect(page.getByRole('region', { name: 'Uso do plano' })).toContainText('0 de 10');
  await expect(dashboard.getByRole('heading', { name: 'Plano Gratuito' })).toBeVisible(
    PROVIDER_TIMEOUT,
  );
  await expect(dashboard.getByRole('main').getByText('0 de 10')).toBeVisible();
  expect(loads).toEqual([]);
  await expect
    .poll(
      async () => (await sandbox.findEmails(account.email)).map(({ subject }) => subject),
      PROVIDER_TIMEOUT,
    )
    .toContainEqual(expect.stringContaining('Sua assinatura Pro terminou'));
});

test('a user chooses a smaller plan in the portal and cancels the change', async ({
  page,
  stack,
  user: account,
}) => {
  const { token } = account;
  await subscribeToPlan(stack.url, account, 'premium');
  await call(stack.url, refreshSubscription, { token });
  const mine = page.getByRole('region', { name: 'Sua assinatura' });
  const choose = async (plan: RegExp) => {
    await mine.getByRole('button', { name: 'Gerenciar assinatura' }).click();
    await page.getByRole('link', { name: 'Mudar de plano' }).click(PROVIDER_TIMEOUT);
    await page.getByRole('radio', { name: plan }).check();
    await page.getByRole('button', { name: 'Confirmar mudança' }).click();
    await page.getByRole('link', { name: 'Voltar ao aplicativo' }).click();
    await expect(page).toHaveURL('/plans');
  };
  await page.goto('/plans');
  await choose(/Pontual Pro/);
  await expect(mine).toContainText('Muda para o plano Pro em', PROVIDER_TIMEOUT);
  await expect(mine).toContainText('Até lá vale o Premium');
  await expect(page.getByRole('article', { name: 'Plano Premium' })).toContainText('Atual');
  await choose(/Pontual Premium/);
  await expect(mine).toContainText('Teste até', PROVIDER_TIMEOUT);
});
