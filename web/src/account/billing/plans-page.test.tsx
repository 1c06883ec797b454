import {
  cancelSubscription,
  listPlans,
  openPortal,
  refreshSubscription,
  refundSubscription,
  startCheckout,
  subscriptionStatus,
} from '@pontual/contract/billing/billing.ts';
import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { login, me } from '@pontual/contract/identity/auth.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  answerSubscription,
  aTrial,
  formatDayIn,
  otherSiteUrl,
  buildSubscriptionStatus,
} from '../../../testing/billing.ts';
import { aUser } from '../../../testing/examples.ts';
import { focusOn } from '../../../testing/focus-on.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerUserDefaults } from '../../../testing/default-answers.ts';

const card = (plan: string) => page.getByRole('article', { name: `Plano ${plan}` });
const subscriptionRegion = page.getByRole('region', { name: 'Sua assinatura' });
const subscribe = (plan: string) => card(plan).getByRole('button', { name: /^Assinar/ });
const order = page.getByRole('dialog', { name: 'Assinar o plano Pro' });
const pay = order.getByRole('button', { name: /pagamento/ });
const manage = subscriptionRegion.getByRole('button', { name: 'Gerenciar assinatura' });

const showPageAgain = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

// A tab that is already leaving for the provider refuses to leave again.
afterEach(() => showPageAgain());

describe('a visitor', () => {
  test('sees the plans for sale', async () => {
    await openPage('/plans', { size: PHONE });
    await expect.element(card('Free')).toMatchTextContent('R$0/mês');
    await expect.element(card('Pro')).toMatchTextContent('R$19,99/mês');
    await expect.element(card('Pro')).toMatchTextContent('Mais Popular');
    await expect.element(card('Premium')).toMatchTextContent('R$49,99/mês');
    await expect
      .element(page.getByRole('row', { name: /^Posts por mês/ }))
      .toMatchTextContent('1050Ilimitado');
    expect(document.title).toBe('Planos e preços · Pontual');
    const taxes = page.getByText('Os preços incluem impostos?');
    await taxes.click();
    await expect.element(page.getByText(/Os impostos são calculados no checkout\./)).toBeVisible();
    await page.getByText('Existe período de teste?').click();
    await expect
      .element(
        page.getByText(
          /^O teste é o plano gratuito.* 14 dias sem cobrança\..* 30 dias de garantia\.$/,
        ),
      )
      .toBeVisible();
    await expectAccessible();
  });

  test('returns to the plans after the login', async () => {
    await openPage('/plans');
    await card('Pro')
      .getByRole('link', { name: /^Fazer login/ })
      .click();
    await expect.poll(() => location.pathname).toBe('/login');
    answerUserDefaults(aUser());
    server.answer(login, { user: aUser(), token: 'token-of-a-test' });
    await page.getByLabelText('E-mail').fill('ana@example.com');
    await page.getByLabelText('Senha', { exact: true }).fill('Senha1');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect.element(card('Free')).toMatchTextContent('Atual');
    expect(location.pathname).toBe('/plans');
  });

  test('opens the plans from the locked calendar', async () => {
    await openPage('/schedule');
    await page.getByRole('link', { name: 'Ver planos' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible();
  });
});

describe('a free user', () => {
  test('reads that the prices are not confirmed, until a retry succeeds', async () => {
    server.refuse(listPlans, 'INTERNAL');
    await openPage('/plans', { as: aUser() });
    const unconfirmed = page.getByRole('alert').filter({
      hasText: 'Não foi possível confirmar os preços agora. O valor exato aparece no checkout',
    });
    await expect.element(unconfirmed).toBeVisible();
    await expect.element(card('Pro')).toMatchTextContent('R$19,99/mês');
    await expectAccessible();
    server.answer(listPlans, {
      plans: { ...planCatalogue, pro: { ...planCatalogue.pro, amount: 2199 } },
    });
    await unconfirmed.getByRole('button').click();
    await expect.element(card('Pro')).toMatchTextContent('R$21,99/mês');
    await expect.element(unconfirmed).not.toBeInTheDocument();
  });

  test('sees the current plan marked, with its usage', async () => {
    await openPage('/plans', { as: aUser() });
    await expect.element(card('Free')).toMatchTextContent('Atual');
    await expect.element(card('Free').getByRole('button', { name: 'Plano atual' })).toBeDisabled();
    await expect
      .element(page.getByRole('columnheader', { name: /^Free ?, seu plano$/ }))
      .toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Uso do plano' }))
      .toMatchTextContent('0 de 10');
    await expect.element(page.getByRole('link', { name: 'Fazer Upgrade' })).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('link', { name: 'Planos', exact: true }))
      .toHaveAttribute('aria-current', 'page');
  });

  test('opens the plans from the calendar', async () => {
    await openPage('/schedule', { as: aUser() });
    await page
      .getByRole('region', { name: 'Plano e uso do mês' })
      .getByRole('link', { name: 'Fazer Upgrade' })
      .click();
    await expect.poll(() => location.pathname).toBe('/plans');
  });

  test('opens the plans behind Mais on a phone', async () => {
    await openPage('/schedule', { as: aUser(), size: PHONE });
    await page.getByRole('button', { name: 'Mais', exact: true }).click();
    const link = page
      .getByRole('dialog', { name: 'Mais páginas' })
      .getByRole('link', { name: 'Planos', exact: true });
    await link.click();
    await expect.poll(() => location.pathname).toBe('/plans');
    await expect.element(link).not.toBeInTheDocument();
  });

  test('leaves for the checkout once, however often the button is pressed', async () => {
    server.answer(startCheckout, () => ({ url: otherSiteUrl() }));
    const release = server.hold(startCheckout);
    await openPage('/plans', { as: aUser() });
    await subscribe('Pro').click();
    await expect.element(order.getByText(new RegExp(formatDayIn(14)))).toBeVisible();
    await expect.element(order.getByText(/14 dias de teste/)).toBeVisible();
    await expectAccessible();
    await pay.dblClick();
    await expect.element(pay).toHaveAttribute('aria-busy', 'true');
    release();
    await expect.poll(() => location.hash).toBe('#elsewhere');
    expect(server.calls(startCheckout).map(({ body }) => body)).toEqual([{ plan: 'pro' }]);
    showPageAgain();
    await expect.element(pay).not.toHaveAttribute('aria-busy');
    await expect.element(pay).toHaveTextContent('Ir para o pagamento');
  });

  test('sees that the provider is unreachable, and pays afterwards', async () => {
    server.refuse(startCheckout, 'PAYMENTS_UNAVAILABLE');
    await openPage('/plans', { as: aUser() });
    await subscribe('Pro').click();
    await pay.click();
    await expect
      .element(order.getByRole('alert'))
      .toMatchTextContent('Erro ao processar pagamento. Tente novamente.');
    await expectAccessible();
    server.answer(startCheckout, () => ({ url: otherSiteUrl() }));
    await pay.click();
    await expect.poll(() => location.hash).toBe('#elsewhere');
  });

  test('sees the trial once the page has loaded earlier subscriptions', async () => {
    server.answer(subscriptionStatus, buildSubscriptionStatus(null));
    const release = server.hold(subscriptionStatus);
    await openPage('/plans', { as: aUser() });
    await subscribe('Pro').click();
    await expect.element(order.getByText(/^Se for a sua primeira assinatura/)).toBeVisible();
    release();
    await expect
      .element(order.getByText(new RegExp(`Primeira cobrança em ${formatDayIn(14)}`)))
      .toBeVisible();
  });

  test('gets no second trial after an ended subscription', async () => {
    answerSubscription(aTrial({ status: 'canceled' }));
    await openPage('/plans', { as: aUser({ subscriptionStatus: 'canceled' }) });
    await expect.element(subscriptionRegion).toMatchTextContent('Sua assinatura Pro terminou');
    await subscribe('Pro').click();
    await expect.element(order.getByText(/^Primeira cobrança hoje/)).toBeVisible();
  });
});

describe('a user with a subscription', () => {
  const user = aUser({ plan: 'pro' });

  test('sees when the trial ends, and what changed in the portal meanwhile', async () => {
    server.answer(subscriptionStatus, buildSubscriptionStatus(aTrial()));
    server.answer(refreshSubscription, {
      ...buildSubscriptionStatus(aTrial({ plan: 'premium' })),
      purchase: null,
    });
    const release = server.hold(refreshSubscription);
    await openPage('/plans', { as: user, size: PHONE });
    await expect.element(subscriptionRegion).toMatchTextContent(`Teste até ${formatDayIn(14)}`);
    await expect.element(card('Pro')).toMatchTextContent('Atual');
    await expectAccessible();
    release();
    await expect.element(subscriptionRegion.getByText('Premium', { exact: true })).toBeVisible();
    await expect.element(subscriptionRegion).toMatchTextContent(/R\$\s49,99 por mês/);
    await expect.element(card('Premium')).toMatchTextContent('Atual');
    await expect
      .element(card('Pro').getByRole('button', { name: /^Gerenciar plano Pro/ }))
      .toBeVisible();
  });

  test('sees the date of a downgrade', async () => {
    answerSubscription(aTrial({ plan: 'premium', nextPlan: 'pro' }));
    await openPage('/plans', { as: aUser({ plan: 'premium' }) });
    await expect.element(subscriptionRegion).toMatchTextContent('Muda para o plano Pro em');
    await expect.element(subscriptionRegion).toMatchTextContent('Até lá vale o Premium');
    await expect.element(card('Premium')).toMatchTextContent('Atual');
  });

  test('is sent to the portal when a second subscription is refused', async () => {
    answerSubscription(aTrial());
    server.answer(openPortal, () => ({ url: otherSiteUrl() }));
    await openPage('/plans', { as: user });
    await expect.element(subscriptionRegion).toBeVisible();
    await subscribe('Premium').click();
    const refusalDialog = page.getByRole('dialog', { name: 'Assinatura ativa' });
    await expect
      .element(refusalDialog)
      .toMatchTextContent(
        'Você já possui uma assinatura ativa. Use o portal de cobrança para fazer alterações.',
      );
    await expectAccessible();
    await refusalDialog.getByRole('button', { name: 'Abrir portal de cobrança' }).click();
    await expect.poll(() => location.hash).toBe('#elsewhere');
  });

  test('opens one portal link at a time, and sees when the portal does not open', async () => {
    answerSubscription(aTrial());
    server.refuse(openPortal, 'PAYMENTS_UNAVAILABLE');
    const release = server.hold(openPortal);
    await openPage('/plans', { as: user });
    const other = card('Free').getByRole('button', { name: /^(Gerenciar plano Free|Abrindo)/ });
    await other.click();
    await expect.element(other).toHaveAttribute('aria-busy', 'true');
    await expect.element(manage).toBeDisabled();
    release();
    await expect.element(page.getByText('Erro ao abrir portal de cobrança.')).toBeVisible();
    await expect.element(manage).toBeEnabled();
  });

  test('cancels the trial by keyboard, with the safe option first', async () => {
    answerSubscription(aTrial());
    await openPage('/plans', { as: user });
    const button = subscriptionRegion.getByRole('button', { name: 'Cancelar assinatura' });
    await expect.element(button).toBeVisible();
    await focusOn(button);
    await userEvent.keyboard('{Enter}');
    const question = page.getByRole('alertdialog', { name: 'Cancelar a assinatura?' });
    await expect.element(question.getByRole('button', { name: 'Manter assinatura' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    const cancelAt = aTrial().currentPeriodEnd;
    server.answer(cancelSubscription, buildSubscriptionStatus(aTrial({ cancelAt })));
    await userEvent.keyboard('{Enter}');
    await question.getByRole('button', { name: 'Cancelar assinatura' }).click();
    await expect.element(subscriptionRegion).toMatchTextContent(`termina em ${formatDayIn(14)}`);
    await expect.element(button).not.toBeInTheDocument();
    await expect.element(subscriptionRegion.getByRole('heading')).toHaveFocus();
  });

  test('withdraws within the guarantee and gets a refund', async () => {
    const paid = aTrial({
      plan: 'premium',
      status: 'active',
      refundableUntil: aTrial().refundableUntil,
    });
    answerSubscription(paid);
    await openPage('/plans', { as: aUser({ plan: 'premium' }) });
    await expect.element(subscriptionRegion).toMatchTextContent('Assinatura ativa até');
    await expect.element(subscriptionRegion).toMatchTextContent(`Garantia até ${formatDayIn(44)}`);
    const requestedAt = new Date().toISOString();
    const refund = { requestedAt, finishedAt: requestedAt, amount: 4999, issue: null };
    server.answer(
      refundSubscription,
      buildSubscriptionStatus({ ...paid, status: 'canceled', refund }),
    );
    await subscriptionRegion.getByRole('button', { name: 'Desistir e receber reembolso' }).click();
    await page
      .getByRole('alertdialog', { name: 'Desistir e receber reembolso?' })
      .getByRole('button', { name: 'Desistir e receber reembolso' })
      .click();
    await expect.element(page.getByText('Recebemos sua desistência')).toBeVisible();
    await expect.element(subscriptionRegion).toMatchTextContent(/Reembolso de R\$\s49,99 enviado/);
    await expect.element(card('Free')).toMatchTextContent('Atual');
  });
});

describe('a failed charge', () => {
  const pastDue = aTrial({ status: 'past_due', refundableUntil: null });
  const user = aUser({ plan: 'pro', subscriptionStatus: 'past_due' });

  test('is shown with a link to the card', async () => {
    answerSubscription(pastDue);
    await openPage('/plans', { as: user });
    await expect.element(subscriptionRegion).toMatchTextContent('o plano Pro continua valendo');
    await expect
      .element(subscriptionRegion.getByRole('button', { name: 'Atualizar cartão' }))
      .toBeVisible();
    await expectAccessible();
  });

  test('is shown on every other page', async () => {
    answerSubscription(pastDue);
    await openPage('/schedule', { as: user, size: PHONE });
    await expect
      .element(page.getByRole('main').getByRole('alert'))
      .toMatchTextContent('O pagamento da sua assinatura falhou.');
  });
});

describe('a subscription that failed to load', () => {
  for (const [path, focused] of [
    ['/plans', page.getByRole('heading', { level: 1, name: 'Planos' })],
    ['/dashboard', page.getByRole('heading', { name: 'Plano Pro' })],
  ] as const) {
    test(`loads again at ${path}, and the focus is not lost`, async () => {
      server.failConnection(subscriptionStatus);
      await openPage(path, { as: aUser({ plan: 'pro' }) });
      const notice = page.getByRole('alert').filter({ hasText: /carregar a sua assinatura/ });
      const again = notice.getByRole('button', { name: 'Tentar de novo' });
      await expect.element(again).toBeVisible();
      await focusOn(again);
      await userEvent.keyboard('{Enter}');
      await expect.element(again).toHaveFocus();
      answerSubscription(aTrial());
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByText(`Teste até ${formatDayIn(14)}`)).toBeVisible();
      await expect.element(notice).not.toBeInTheDocument();
      await expect.element(focused).toHaveFocus();
    });
  }
});

test('the open page shows the end of a billing period', async () => {
  const ending = aTrial({ cancelAt: aTrial().currentPeriodEnd });
  answerSubscription(ending);
  await openPage('/plans', { as: aUser({ plan: 'pro' }) });
  await expect.element(subscriptionRegion).toMatchTextContent('Teste cancelado: termina em');
  answerSubscription({ ...ending, status: 'canceled' });
  server.answer(me, { user: aUser({ subscriptionStatus: 'canceled' }) });
  await expect
    .poll(() => {
      server.emitLiveEvent({ kind: 'account' });
      return server.calls(me);
    })
    .not.toEqual([]);
  await expect.element(subscriptionRegion).toMatchTextContent('Sua assinatura Pro terminou');
  await expect.element(card('Free')).toMatchTextContent('Atual');
});
