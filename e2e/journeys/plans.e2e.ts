import type { Page } from '@playwright/test';
import { formatDate } from '@pontual/contract/brasilia-time.ts';
import { expect, test } from '../fixtures.ts';
import { endTrial, fillCard, payWith } from '../payments.ts';

const DAY = 86_400_000;
/** The provider's answers, its events and a job: each takes its time. */
const PROVIDER = { timeout: 60_000 };

const card = (page: Page, plan: string) => page.getByRole('article', { name: `Plano ${plan}` });
const mine = (page: Page) => page.getByRole('region', { name: 'Sua assinatura' });
const inDays = (days: number) => formatDate(new Date(Date.now() + days * DAY));

/** From the card of a plan to the provider's page. */
async function order(page: Page, plan: 'Pro' | 'Premium', when: string | RegExp): Promise<void> {
  await card(page, plan)
    .getByRole('button', { name: /^Assinar/ })
    .click();
  const summary = page.getByRole('dialog', { name: `Assinar o plano ${plan}` });
  await expect(summary.getByText(/por mês, impostos incluídos/)).toBeVisible();
  await expect(summary.getByText(when)).toBeVisible();
  await summary.getByRole('button', { name: 'Ir para o pagamento' }).click();
  await expect(page).toHaveURL(/\/c\/pay\//, PROVIDER);
}

async function subscribe(page: Page, plan: 'Pro' | 'Premium', when: string | RegExp) {
  await order(page, plan, when);
  await payWith(page, 'good');
  await expect(page).toHaveURL(/\/dashboard/, PROVIDER);
  await page.goto('/plans');
  await expect(mine(page)).toBeVisible(PROVIDER);
}

test('a user begins a trial after a declined card, cancels it and takes that back in the portal', async ({
  page,
  user,
  sandbox,
}) => {
  await page.goto('/plans');
  await order(page, 'Pro', /14 dias de teste/);
  await payWith(page, 'declined');
  await expect(page.getByRole('alert')).toBeVisible(PROVIDER);
  await payWith(page, 'good');
  await expect(page).toHaveURL(/\/dashboard/, PROVIDER);
  await page.goto('/plans');
  await expect(mine(page)).toContainText(`Teste até ${inDays(14)}`, PROVIDER);
  await expect(card(page, 'Pro')).toContainText('Atual');
  await expect(page.getByRole('region', { name: 'Uso do plano' })).toContainText('Plano Pro');
  await expect(page.getByRole('link', { name: 'Fazer Upgrade' })).toHaveCount(0);

  await test.step('a second subscription is refused, with the way to the portal', async () => {
    await card(page, 'Premium')
      .getByRole('button', { name: /^Assinar/ })
      .click();
    const told = page.getByRole('dialog', { name: 'Assinatura ativa' });
    await expect(told).toContainText(
      'Você já possui uma assinatura ativa. Use o portal de cobrança para fazer alterações.',
    );
    await told.getByRole('button', { name: 'Abrir portal de cobrança' }).click();
    await expect(page.getByRole('heading', { name: 'Sua assinatura' })).toBeVisible(PROVIDER);
    await page.getByRole('link', { name: 'Voltar ao aplicativo' }).click();
    await expect(page).toHaveURL('/plans');
  });

  await test.step('it is called off by the keyboard', async () => {
    const button = mine(page).getByRole('button', { name: 'Cancelar assinatura' });
    const question = page.getByRole('alertdialog', { name: 'Cancelar a assinatura?' });
    await button.press('Enter');
    await question.getByRole('button', { name: 'Cancelar assinatura' }).press('Enter');
    await expect(mine(page)).toContainText(`termina em ${inDays(14)}`, PROVIDER);
    await expect(button).toHaveCount(0);
    await expect(mine(page).getByRole('heading')).toBeFocused();
  });

  await test.step('and what the portal takes back is seen on the return', async () => {
    await mine(page).getByRole('button', { name: 'Gerenciar assinatura' }).click();
    await page.getByRole('button', { name: 'Não cancelar a assinatura' }).click(PROVIDER);
    await page.getByRole('link', { name: 'Voltar ao aplicativo' }).click();
    await expect(mine(page)).toContainText(`Teste até ${inDays(14)}`, PROVIDER);
  });

  await expect
    .poll(async () => (await sandbox.mail(user.email)).map(({ subject }) => subject), PROVIDER)
    .toContainEqual(expect.stringContaining('Sua assinatura Pro começou'));
});

test('a user whose bank asks who pays gets the plan only after the right answer', async ({
  page,
  user,
}) => {
  expect(user.user.plan).toBe('free');
  const bank = page.getByRole('heading', { name: 'Confirme com o seu banco' });
  await page.goto('/plans');
  await order(page, 'Pro', /14 dias de teste/);

  await test.step('who is not known to it has bought nothing', async () => {
    await payWith(page, 'asksOwner');
    await expect(bank).toBeVisible(PROVIDER);
    await page.getByRole('button', { name: 'Falhar autenticação' }).click();
    await expect(page).toHaveURL(/\/c\/pay\//);
    await expect(page.getByRole('alert')).toContainText('Não foi possível confirmar o cartão');
    await page.goto('/plans');
    await expect(card(page, 'Free')).toContainText('Atual');
    await expect(mine(page)).toHaveCount(0);
  });

  await test.step('who is has the plan', async () => {
    await order(page, 'Pro', /14 dias de teste/);
    await payWith(page, 'asksOwner');
    await page.getByRole('button', { name: 'Concluir' }).click(PROVIDER);
    await expect(page.getByText('Assinatura ativa.')).toBeVisible(PROVIDER);
    await page.goto('/plans');
    await expect(mine(page)).toContainText(`Teste até ${inDays(14)}`, PROVIDER);
    await expect(card(page, 'Pro')).toContainText('Atual');
  });
});

test('a user withdraws from the trial and from a second subscription, which is paid back', async ({
  page,
  user,
}) => {
  expect(user.user.plan).toBe('free');
  await page.goto('/plans');
  await subscribe(page, 'Pro', /14 dias de teste/);
  await mine(page).getByRole('button', { name: 'Encerrar o teste agora' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Encerrar o teste agora' })
    .click();
  await expect(mine(page)).toContainText('nada foi cobrado', PROVIDER);
  await expect(card(page, 'Free')).toContainText('Atual', PROVIDER);

  await subscribe(page, 'Premium', /^Primeira cobrança hoje/);
  await expect(mine(page)).toContainText('Assinatura ativa até', PROVIDER);
  await expect(mine(page)).toContainText(`Garantia até ${inDays(30)}`);
  await mine(page).getByRole('button', { name: 'Desistir e receber reembolso' }).click();
  await page
    .getByRole('alertdialog', { name: 'Desistir e receber reembolso?' })
    .getByRole('button', { name: 'Desistir e receber reembolso' })
    .click();
  await expect(page.getByText('Recebemos sua desistência')).toBeVisible();
  await expect(mine(page)).toContainText(/Reembolso de R\$.49,99 enviado/, PROVIDER);
  await expect(card(page, 'Free')).toContainText('Atual', PROVIDER);
});

test('a user whose charge fails reads it on every page until the card is replaced', async ({
  page,
  user,
  sandbox,
}) => {
  await page.goto('/plans');
  await order(page, 'Pro', /14 dias de teste/);
  await payWith(page, 'chargeFails');
  await expect(page).toHaveURL(/\/dashboard/, PROVIDER);
  await page.goto('/schedule');
  await expect(page.getByRole('grid')).toBeVisible();
  await endTrial(sandbox.url, user.email);
  const told = page.getByText('O pagamento da sua assinatura falhou.');
  await expect(told).toBeVisible(PROVIDER);
  await page.getByRole('link', { name: 'Planos', exact: true }).click();
  await expect(mine(page)).toContainText('o plano Pro continua valendo', PROVIDER);
  await mine(page).getByRole('button', { name: 'Atualizar cartão' }).click();

  await page.getByRole('link', { name: 'Trocar o cartão' }).click(PROVIDER);
  await fillCard(page, 'good');
  await page.getByRole('button', { name: 'Salvar cartão' }).click();
  await page.getByRole('link', { name: 'Pagar a fatura em aberto' }).click();
  await page.getByRole('button', { name: /Pagar/ }).click();
  await page.goto('/plans');
  await expect(mine(page)).toContainText('Assinatura ativa até', PROVIDER);
  await page.getByRole('link', { name: 'Calendário' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(told).toHaveCount(0);
});
