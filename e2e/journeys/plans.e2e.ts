import type { Page } from '@playwright/test';
import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { expect, test } from '../support/fixtures.ts';
import { endTrial, fillCard, payCheckout } from '../support/payments.ts';

const DAY = 86_400_000;
const PROVIDER_TIMEOUT = { timeout: 60_000 };

const card = (page: Page, plan: string) => page.getByRole('article', { name: `Plano ${plan}` });
const getSubscriptionRegion = (page: Page) => page.getByRole('region', { name: 'Sua assinatura' });
const inDays = (days: number) => formatDate(new Date(Date.now() + days * DAY));

async function orderPlan(
  page: Page,
  plan: 'Pro' | 'Premium',
  when: string | RegExp,
): Promise<void> {
  await card(page, plan)
    .getByRole('button', { name: /^Assinar/ })
    .click();
  const summary = page.getByRole('dialog', { name: `Assinar o plano ${plan}` });
  await expect(summary.getByText(/por mês, impostos incluídos/)).toBeVisible();
  await expect(summary.getByText(when)).toBeVisible();
  await summary.getByRole('button', { name: 'Ir para o pagamento' }).click();
  await expect(page).toHaveURL(/\/c\/pay\//, PROVIDER_TIMEOUT);
}

async function subscribe(page: Page, plan: 'Pro' | 'Premium', when: string | RegExp) {
  await orderPlan(page, plan, when);
  await payCheckout(page, 'good');
  await expect(page).toHaveURL(/\/dashboard/, PROVIDER_TIMEOUT);
  await page.goto('/plans');
  await expect(getSubscriptionRegion(page)).toBeVisible(PROVIDER_TIMEOUT);
}

test('a user starts a trial after a declined card, cancels it and resumes it in the portal', async ({
  page,
  user,
  sandbox,
}) => {
  await page.goto('/plans');
  await orderPlan(page, 'Pro', /14 dias de teste/);
  await payCheckout(page, 'declined');
  await expect(page.getByRole('alert')).toBeVisible(PROVIDER_TIMEOUT);
  await payCheckout(page, 'good');
  await expect(page).toHaveURL(/\/dashboard/, PROVIDER_TIMEOUT);
  await page.goto('/plans');
  await expect(getSubscriptionRegion(page)).toContainText(
    `Teste até ${inDays(14)}`,
    PROVIDER_TIMEOUT,
  );
  await expect(card(page, 'Pro')).toContainText('Atual');
  await expect(page.getByRole('region', { name: 'Uso do plano' })).toContainText('Plano Pro');
  await expect(page.getByRole('link', { name: 'Fazer Upgrade' })).toHaveCount(0);

  await test.step('a second subscription is refused with a link to the portal', async () => {
    await card(page, 'Premium')
      .getByRole('button', { name: /^Assinar/ })
      .click();
    const refusalDialog = page.getByRole('dialog', { name: 'Assinatura ativa' });
    await expect(refusalDialog).toContainText(
      'Você já possui uma assinatura ativa. Use o portal de cobrança para fazer alterações.',
    );
    await refusalDialog.getByRole('button', { name: 'Abrir portal de cobrança' }).click();
    await expect(page.getByRole('heading', { name: 'Sua assinatura' })).toBeVisible(
      PROVIDER_TIMEOUT,
    );
    await page.getByRole('link', { name: 'Voltar ao aplicativo' }).click();
    await expect(page).toHaveURL('/plans');
  });

  await test.step('the user cancels it by keyboard', async () => {
    const button = getSubscriptionRegion(page).getByRole('button', { name: 'Cancelar assinatura' });
    const question = page.getByRole('alertdialog', { name: 'Cancelar a assinatura?' });
    await button.press('Enter');
    await question.getByRole('button', { name: 'Cancelar assinatura' }).press('Enter');
    await expect(getSubscriptionRegion(page)).toContainText(
      `termina em ${inDays(14)}`,
      PROVIDER_TIMEOUT,
    );
    await expect(button).toHaveCount(0);
    await expect(getSubscriptionRegion(page).getByRole('heading')).toBeFocused();
  });

  await test.step('the page shows that the portal resumed the subscription', async () => {
    await getSubscriptionRegion(page).getByRole('button', { name: 'Gerenciar assinatura' }).click();
    await page.getByRole('button', { name: 'Não cancelar a assinatura' }).click(PROVIDER_TIMEOUT);
    await page.getByRole('link', { name: 'Voltar ao aplicativo' }).click();
    await expect(getSubscriptionRegion(page)).toContainText(
      `Teste até ${inDays(14)}`,
      PROVIDER_TIMEOUT,
    );
  });

  await expect
    .poll(
      async () => (await sandbox.findEmails(user.email)).map(({ subject }) => subject),
      PROVIDER_TIMEOUT,
    )
    .toContainEqual(expect.stringContaining('Sua assinatura Pro começou'));
});

test('a user whose bank requires authentication gets the plan only after completing it', async ({
  page,
  user,
}) => {
  expect(user.user.plan).toBe('free');
  const bank = page.getByRole('heading', { name: 'Confirme com o seu banco' });
  await page.goto('/plans');
  await orderPlan(page, 'Pro', /14 dias de teste/);

  await test.step('a user who fails the authentication gets no plan', async () => {
    await payCheckout(page, 'asksOwner');
    await expect(bank).toBeVisible(PROVIDER_TIMEOUT);
    await page.getByRole('button', { name: 'Falhar autenticação' }).click();
    await expect(page).toHaveURL(/\/c\/pay\//);
    await expect(page.getByRole('alert')).toContainText('Não foi possível confirmar o cartão');
    await page.goto('/plans');
    await expect(card(page, 'Free')).toContainText('Atual');
    await expect(getSubscriptionRegion(page)).toHaveCount(0);
  });

  await test.step('a user who completes the authentication gets the plan', async () => {
    await orderPlan(page, 'Pro', /14 dias de teste/);
    await payCheckout(page, 'asksOwner');
    await page.getByRole('button', { name: 'Concluir' }).click(PROVIDER_TIMEOUT);
    await expect(page.getByText('Assinatura ativa.')).toBeVisible(PROVIDER_TIMEOUT);
    await page.goto('/plans');
    await expect(getSubscriptionRegion(page)).toContainText(
      `Teste até ${inDays(14)}`,
      PROVIDER_TIMEOUT,
    );
    await expect(card(page, 'Pro')).toContainText('Atual');
  });
});

test('a user withdraws from the trial and from a second subscription, which is refunded', async ({
  page,
  user,
}) => {
  expect(user.user.plan).toBe('free');
  await page.goto('/plans');
  await subscribe(page, 'Pro', /14 dias de teste/);
  await getSubscriptionRegion(page).getByRole('button', { name: 'Encerrar o teste agora' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Encerrar o teste agora' })
    .click();
  await expect(getSubscriptionRegion(page)).toContainText('nada foi cobrado', PROVIDER_TIMEOUT);
  await expect(card(page, 'Free')).toContainText('Atual', PROVIDER_TIMEOUT);

  await subscribe(page, 'Premium', /^Primeira cobrança hoje/);
  await expect(getSubscriptionRegion(page)).toContainText('Assinatura ativa até', PROVIDER_TIMEOUT);
  await expect(getSubscriptionRegion(page)).toContainText(`Garantia até ${inDays(30)}`);
  await getSubscriptionRegion(page)
    .getByRole('button', { name: 'Desistir e receber reembolso' })
    .click();
  await page
    .getByRole('alertdialog', { name: 'Desistir e receber reembolso?' })
    .getByRole('button', { name: 'Desistir e receber reembolso' })
    .click();
  await expect(page.getByText('Recebemos sua desistência')).toBeVisible();
  await expect(getSubscriptionRegion(page)).toContainText(
    /Reembolso de R\$.49,99 enviado/,
    PROVIDER_TIMEOUT,
  );
  await expect(card(page, 'Free')).toContainText('Atual', PROVIDER_TIMEOUT);
});

test('a user whose charge fails sees an alert on every page until the card is replaced', async ({
  page,
  user,
  sandbox,
}) => {
  await page.goto('/plans');
  await orderPlan(page, 'Pro', /14 dias de teste/);
  await payCheckout(page, 'chargeFails');
  await expect(page).toHaveURL(/\/dashboard/, PROVIDER_TIMEOUT);
  await page.goto('/schedule');
  await expect(page.getByRole('grid')).toBeVisible();
  await endTrial(sandbox.url, user.email);
  const paymentAlert = page.getByText('O pagamento da sua assinatura falhou.');
  await expect(paymentAlert).toBeVisible(PROVIDER_TIMEOUT);
  await page.getByRole('link', { name: 'Planos', exact: true }).click();
  await expect(getSubscriptionRegion(page)).toContainText(
    'o plano Pro continua valendo',
    PROVIDER_TIMEOUT,
  );
  await getSubscriptionRegion(page).getByRole('button', { name: 'Atualizar cartão' }).click();

  await page.getByRole('link', { name: 'Trocar o cartão' }).click(PROVIDER_TIMEOUT);
  await fillCard(page, 'good');
  await page.getByRole('button', { name: 'Salvar cartão' }).click();
  await page.getByRole('link', { name: 'Pagar a fatura em aberto' }).click();
  await page.getByRole('button', { name: /Pagar/ }).click();
  await page.goto('/plans');
  await expect(getSubscriptionRegion(page)).toContainText('Assinatura ativa até', PROVIDER_TIMEOUT);
  await page.getByRole('link', { name: 'Calendário' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(paymentAlert).toHaveCount(0);
});
