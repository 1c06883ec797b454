import type { Page } from '@playwright/test';
import { formatDate } from '@pontual/contract/brasilia-time.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { tabTo } from '../hands.ts';
import { fillLogin } from '../login-form.ts';
import { lineOf, wireTo } from '../line.ts';
import {
  endTrial,
  fillCard,
  payWith,
  subscribe as subscribeUnseen,
  withPlan,
} from '../payments.ts';

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
  await page.goto('/plans');
  await order(page, plan, when);
  await payWith(page, 'good');
  await expect(page).toHaveURL(/\/dashboard/, PROVIDER);
  await page.goto('/plans');
  await expect(mine(page)).toBeVisible(PROVIDER);
}

test('a visitor sees what is sold, and comes back to it after the login', async ({
  page,
  newUser,
}) => {
  const { email, password } = await newUser();
  await page.goto('/plans');
  await expect(page).toHaveTitle('Planos e preços · Pontual');
  await expect(card(page, 'Free')).toContainText('R$0/mês');
  // Once the page is drawn, the server's goes.
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/plans$/);
  await expect(card(page, 'Pro')).toContainText('R$19,99/mês');
  await expect(card(page, 'Pro')).toContainText('Mais Popular');
  await expect(card(page, 'Premium')).toContainText('R$49,99/mês');
  const table = page.getByRole('table');
  await expect(table.getByRole('row', { name: 'Posts por mês' })).toContainText('1050Ilimitado');
  await page.getByText('Os preços incluem impostos?').press('Enter');
  await expect(page.getByText('Os impostos são calculados no checkout.')).toBeVisible();

  await card(page, 'Pro')
    .getByRole('link', { name: /^Fazer login/ })
    .click();
  await expect(page).toHaveURL('/login');
  await fillLogin(page, { email, password });
  await expect(page).toHaveURL('/plans');
  await expect(card(page, 'Free')).toContainText('Atual');
  await expect(card(page, 'Free').getByRole('button', { name: 'Plano atual' })).toBeDisabled();
  await expect(table.getByRole('columnheader', { name: /^Free ?, seu plano$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Uso do plano' })).toContainText('0 de 10');
  await expect(page.getByRole('link', { name: 'Fazer Upgrade' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Planos', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('a free user finds the plans from the calendar, a visitor from the locked one', async ({
  page,
  browser,
  stack,
  user,
}) => {
  expect(user.user.plan).toBe('free');
  await page.goto('/schedule');
  await page
    .getByRole('region', { name: 'Plano e uso do mês' })
    .getByRole('link', { name: 'Fazer Upgrade' })
    .click();
  await expect(page).toHaveURL('/plans');
  const visitor = await browser.newPage({ baseURL: stack.url });
  await visitor.goto('/schedule');
  await visitor.getByRole('link', { name: 'Ver planos' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible();
  await visitor.close();
});

test('on a phone the plans stand behind Mais', async ({ page, user }) => {
  expect(user.user.plan).toBe('free');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Mais', exact: true }).press('Enter');
  const link = page
    .getByRole('dialog', { name: 'Mais páginas' })
    .getByRole('link', { name: 'Planos', exact: true });
  await link.press('Enter');
  await expect(page).toHaveURL('/plans');
  await expect(link).toBeHidden();
});

test('a trial: a card that is declined, one that is taken, no second one, and its end', async ({
  page,
  user,
  sandbox,
}) => {
  await test.step('pressed twice, the checkout is asked for once', async () => {
    await page.goto('/plans');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/subscription/checkout')) asked.push(request.method());
    });
    await card(page, 'Pro')
      .getByRole('button', { name: /^Assinar/ })
      .click();
    const summary = page.getByRole('dialog', { name: 'Assinar o plano Pro' });
    await expect(summary.getByText(`Primeira cobrança em ${inDays(14)}`)).toBeVisible();
    await summary.getByRole('button', { name: 'Ir para o pagamento' }).dblclick();
    await expect(page).toHaveURL(/\/c\/pay\//, PROVIDER);
    expect(asked).toEqual(['POST']);
  });

  await test.step('back by the browser, it is asked for again', async () => {
    await page.goBack();
    await order(page, 'Pro', /14 dias de teste/);
  });

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

  await test.step('it is called off by the keyboard, the safe way first', async () => {
    const button = mine(page).getByRole('button', { name: 'Cancelar assinatura' });
    await button.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Cancelar a assinatura?' });
    await expect(question.getByRole('button', { name: 'Manter assinatura' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(button).toBeFocused();
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

test('a bank that asks whose card it is: the answer decides', async ({ page, user }) => {
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

test('a plan that is changed in the portal is shown on the return', async ({
  page,
  stack,
  user,
  sandbox,
}) => {
  await page.goto(await subscribeUnseen(stack.url, user, 'pro'));
  await expect(page.getByText('Assinatura ativa.')).toBeVisible(PROVIDER);
  await page.goto('/plans');
  await expect(mine(page).getByText('Pro', { exact: true })).toBeVisible(PROVIDER);
  const manage = card(page, 'Free').getByRole('button', {
    name: /^(Gerenciar plano Free|Abrindo)/,
  });
  await sandbox.fault({
    service: 'payments',
    step: 'portal-create',
    fault: 'slow',
    delayMs: 3000,
    times: 1,
  });
  await manage.click();
  await expect(manage).toHaveAttribute('aria-busy', 'true');
  await expect(mine(page).getByRole('button', { name: 'Gerenciar assinatura' })).toBeDisabled();
  await page.getByRole('link', { name: 'Mudar de plano' }).click(PROVIDER);
  await page.getByRole('radio', { name: /Premium/ }).check();
  await page.getByRole('button', { name: 'Confirmar mudança' }).click();
  await page.getByRole('link', { name: 'Voltar ao aplicativo' }).click();
  await expect(page).toHaveURL('/plans');
  await expect(mine(page).getByText('Premium', { exact: true })).toBeVisible(PROVIDER);
  await expect(mine(page)).toContainText(`Teste até ${inDays(14)}`);
  await expect(mine(page)).toContainText('R$\u00a049,99 por mês');
  await expect(card(page, 'Premium')).toContainText('Atual');
  await expect(
    card(page, 'Pro').getByRole('button', { name: 'Gerenciar plano Pro' }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Uso do plano' })).toContainText('Plano Premium');
});

test('who orders before the page knows of earlier subscriptions is told of the trial once it does', async ({
  page,
  stack,
  user,
}) => {
  const wire = await wireTo(stack.url, 10 * 1024 * 1024);
  await logIn(page, wire, user);
  wire.holdAnswersTo('GET /api/subscription/status ');
  await page.goto(`${wire.url}/plans`);
  await card(page, 'Pro')
    .getByRole('button', { name: /^Assinar/ })
    .click();
  const summary = page.getByRole('dialog', { name: 'Assinar o plano Pro' });
  await expect(summary.getByText(/^Se for a sua primeira assinatura/)).toBeVisible();
  wire.release();
  await expect(summary.getByText(`Primeira cobrança em ${inDays(14)}`)).toBeVisible();
  wire.close();
});

test('what could not be fetched is fetched again, and the focus is not lost', async ({
  page,
  stack,
  newUser,
  tolerate,
}) => {
  tolerate(/net::ERR_/);
  await logIn(page, stack, await withPlan(stack.url, await newUser(), 'pro'));
  const line = await lineOf(page);
  for (const [path, focused] of [
    ['/plans', page.getByRole('heading', { level: 1, name: 'Planos' })],
    ['/dashboard', page.getByRole('heading', { name: 'Plano Pro' })],
  ] as const) {
    await line.block('*/api/subscription/status');
    await page.goto(path);
    const notice = page.getByRole('alert').filter({ hasText: 'carregar a sua assinatura' });
    const again = notice.getByRole('button', { name: 'Tentar de novo' });
    await tabTo(again);
    await page.keyboard.press('Enter');
    await expect(notice.getByRole('button')).toHaveAttribute('aria-busy', 'true');
    await expect(again).toBeFocused();
    await line.block();
    await again.press('Enter');
    await expect(page.getByText(`Teste até ${inDays(14)}`)).toBeVisible();
    await expect(notice).toHaveCount(0);
    await expect(focused).toBeFocused();
  }
});

test('who withdraws is paid back, and a second subscription has no trial', async ({
  page,
  user,
}) => {
  expect(user.user.plan).toBe('free');
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

test('shown again as it was left, the button is not at work any more', async ({
  page,
  user,
  sandbox,
}) => {
  expect(user.user.plan).toBe('free');
  await page.goto('/plans');
  await sandbox.fault({
    service: 'payments',
    step: 'checkout-create',
    fault: 'slow',
    delayMs: 4000,
  });
  await card(page, 'Pro')
    .getByRole('button', { name: /^Assinar/ })
    .click();
  const pay = page.getByRole('dialog').getByRole('button', { name: /pagamento/ });
  await pay.click();
  await expect(pay).toHaveAttribute('aria-busy', 'true');
  // As a browser tells it that has kept the page; the one of the tests keeps none.
  await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
  await expect(pay).not.toHaveAttribute('aria-busy');
  await expect(pay).toHaveText('Ir para o pagamento');
});

test('a charge that fails is told on every page, until the card is put right', async ({
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

test('a provider out of reach is told, and nothing stays at work', async ({
  page,
  user,
  sandbox,
  tolerate,
}) => {
  expect(user.user.plan).toBe('free');
  tolerate(/503 \(Service Unavailable\)/);
  await page.goto('/plans');
  await sandbox.fault({ service: 'payments', step: 'api', fault: '401', times: 1 });
  await card(page, 'Pro')
    .getByRole('button', { name: /^Assinar/ })
    .click();
  const pay = page.getByRole('button', { name: 'Ir para o pagamento' });
  await pay.click();
  await expect(page.getByRole('alert')).toContainText(
    'Erro ao processar pagamento. Tente novamente.',
    PROVIDER,
  );
  await pay.click();
  await expect(page).toHaveURL(/\/c\/pay\//, PROVIDER);
  await payWith(page, 'good');
  await expect(page).toHaveURL(/\/dashboard/, PROVIDER);
  await page.goto('/plans');
  await expect(mine(page)).toBeVisible(PROVIDER);
  await sandbox.fault({
    service: 'payments',
    step: 'portal-create',
    fault: '401',
    times: 1,
  });
  await mine(page).getByRole('button', { name: 'Gerenciar assinatura' }).click();
  await expect(page.getByText('Erro ao abrir portal de cobrança.')).toBeVisible(PROVIDER);
  await mine(page).getByRole('button', { name: 'Gerenciar assinatura' }).click();
  await expect(page.getByRole('heading', { name: 'Sua assinatura' })).toBeVisible(PROVIDER);
});
