import type { User } from '@pontual/contract/identity/auth.ts';
import {
  openPortal,
  refreshSubscription,
  startCheckout,
  subscriptionStatus,
  type Subscription,
  type SubscriptionStatus,
} from '@pontual/contract/billing/billing.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aConnectedUser, aUser } from '../../../testing/examples.ts';
import { answerBadGateway } from '../../../testing/bad-gateway.ts';
import { closePage, DESK, openPage, PHONE } from '../../../testing/open-page.tsx';
import { trackQuotedTexts } from '../../../testing/quoted-texts.ts';
import { server } from '../../../testing/stub-server.ts';
import { answerVisitors } from '../../../testing/visitors.ts';

const card = (plan: string) => page.getByRole('article', { name: `Plano ${plan}` });
const subscribe = (plan: string) => card(plan).getByRole('button', { name: /^Assinar/ });
const subscription = page.getByRole('region', { name: 'Sua assinatura' });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

function answerSubscription(user: User, overrides: Partial<Subscription> = {}): void {
  const status: SubscriptionStatus = {
    user: { plan: user.plan, subscriptionStatus: user.subscriptionStatus },
    subscription: {
      plan: 'pro',
      status: 'trialing',
      currentPeriodEnd: inDays(14),
      cancelAt: null,
      nextPlan: null,
      refundableUntil: null,
      refund: null,
      ...overrides,
    },
    refundDays: 30,
  };
  server.answer(subscriptionStatus, status);
  server.answer(refreshSubscription, { ...status, purchase: null });
}

test('the plans show the texts of the specification', async () => {
  const { expectTexts, expectTextsIn, missingTexts } = trackQuotedTexts('plans');
  answerVisitors();
  await openPage('/plans');
  await expectTextsIn(card('Pro'), 'Mais Popular', 'Fazer login');
  await closePage();
  answerBadGateway(startCheckout);
  await openPage('/plans', { as: aUser() });
  await expectTextsIn(card('Free'), 'Atual', 'Plano atual');
  await expectTextsIn(card('Pro'), 'Assinar');
  await subscribe('Premium').click();
  await page.getByRole('button', { name: 'Ir para o pagamento' }).click();
  await expectTexts('Erro ao processar pagamento. Tente novamente.');

  await closePage();
  const paying = aUser({ plan: 'pro' });
  answerSubscription(paying);
  answerBadGateway(openPortal);
  await openPage('/plans', { as: paying });
  await expectTextsIn(card('Free'), 'Gerenciar');
  await subscribe('Premium').click();
  await expectTexts(
    'Você já possui uma assinatura ativa. Use o portal de cobrança para fazer alterações.',
  );
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Gerenciar assinatura' }).first().click();
  await expectTexts('Erro ao abrir portal de cobrança.');

  await closePage();
  const premium = aConnectedUser({ plan: 'premium' });
  answerSubscription(premium, { plan: 'premium' });
  await openPage('/dashboard', { as: premium });
  await expectTextsIn(page.getByRole('main'), 'Premium', 'Ilimitado', 'Gerenciar assinatura');
  await expectTexts('Ver Analytics');
  await closePage();
  await openPage('/schedule', { as: premium });
  await expectTexts('Posts ilimitados');
  expect(missingTexts()).toEqual([]);
});

describe.each([DESK, PHONE])('at $width px', (size) => {
  test('the plans and their dialogs have no accessibility violations', async () => {
    await openPage('/plans', { as: aUser(), size });
    await expect.element(page.getByRole('button', { name: 'Plano atual' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Assinar plano Pro' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Assinar o plano Pro' })).toBeVisible();
    await expectAccessible();
  });

  test('a subscription and its dialogs have no accessibility violations', async () => {
    const user = aUser({ plan: 'pro' });
    answerSubscription(user);
    await openPage('/plans', { as: user, size });
    await expect.element(subscription.getByText(/^Teste até/)).toBeVisible();
    await expectAccessible();
    await subscription.getByRole('button', { name: 'Cancelar assinatura' }).click();
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Assinar plano Premium' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Assinatura ativa' })).toBeVisible();
    await expectAccessible();
  });

  test('the alert of a failed charge has no accessibility violations', async () => {
    const user = aUser({ plan: 'pro', subscriptionStatus: 'past_due' });
    answerSubscription(user, { status: 'past_due' });
    await openPage('/plans', { as: user, size });
    await expect
      .element(subscription.getByText(/O pagamento da sua assinatura falhou/))
      .toBeVisible();
    await expectAccessible();
    await closePage();
    await openPage('/schedule', { as: user, size });
    await expect.element(page.getByRole('button', { name: 'Atualizar cartão' })).toBeVisible();
    await expectAccessible();
  });
});

test('the menu of a phone has no accessibility violations', async () => {
  await openPage('/plans', { as: aUser(), size: PHONE });
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await expect.element(page.getByRole('link', { name: 'Planos', exact: true })).toBeVisible();
  await expectAccessible();
});
