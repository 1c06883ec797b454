import type { Subscription } from '@pontual/contract/billing/billing.ts';
import { expect, test } from 'vitest';
import { describeSubscription } from '../account/billing/subscription-text.ts';
import { planStatusText } from './plan-status-text.ts';

const subscription: Subscription = {
  plan: 'pro',
  status: 'active',
  // 9 July, 22:00 in Brasília.
  currentPeriodEnd: '2026-07-10T01:00:00.000Z',
  cancelAt: null,
  nextPlan: null,
  refundableUntil: null,
  refund: null,
};
const canceledSubscription = { ...subscription, cancelAt: '2026-07-10T01:00:00.000Z' };
const refund = {
  requestedAt: '2026-06-10T15:00:00.000Z',
  finishedAt: null,
  amount: null,
  issue: null,
};

test.each<[string, Subscription, string, string]>([
  ['one that renews itself', subscription, 'Ativo', 'Assinatura ativa até 09/07/2026'],
  ['a trial', { ...subscription, status: 'trialing' }, 'Teste grátis', 'Teste até 09/07/2026'],
  [
    'one that ends',
    canceledSubscription,
    'Não renova',
    'Assinatura cancelada: termina em 09/07/2026',
  ],
  [
    'a trial that ends',
    { ...canceledSubscription, status: 'trialing' },
    'Não renova',
    'Teste cancelado: termina em 09/07/2026',
  ],
  [
    'a charge that failed',
    { ...subscription, status: 'past_due' },
    'Pagamento pendente',
    'O pagamento da sua assinatura falhou',
  ],
  [
    'one that is being paid back',
    { ...subscription, refund },
    'Reembolso',
    'Reembolso em andamento',
  ],
  [
    'one that was paid back',
    {
      ...canceledSubscription,
      refund: { ...refund, finishedAt: '2026-06-11T15:00:00.000Z', amount: 0 },
    },
    'Encerrada',
    'Assinatura encerrada',
  ],
])('%s has the same text as on the plans page', (_what, given, badge, title) => {
  const { text } = describeSubscription(given);
  expect(planStatusText(given)).toMatchObject({ badge, title, text });
});

test.each([null, { ...subscription, status: 'canceled' } as const])(
  'a plan without a paid subscription is active',
  (given) => {
    expect(planStatusText(given)).toMatchObject({
      badge: 'Ativo',
      text: 'O seu plano está ativo.',
    });
  },
);
