import type { Subscription } from '@pontual/contract/billing/billing.ts';
import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { expect, test } from 'vitest';
import { listOrderTerms, isTrialAvailable } from './order-terms.ts';
import {
  canBeCanceled,
  describeCancellation,
  describeWithdrawal,
  describeSubscription,
} from './subscription-text.ts';

const active: Subscription = {
  plan: 'pro',
  status: 'active',
  currentPeriodEnd: '2026-07-09T15:00:00.000Z',
  cancelAt: null,
  nextPlan: null,
  refundableUntil: null,
  refund: null,
};

const cases: { name: string; overrides: Partial<Subscription>; title: string; text: RegExp }[] = [
  {
    name: 'renews',
    overrides: {},
    title: 'Assinatura ativa até 09/07/2026',
    text: /renova por R\$.19,99/,
  },
  {
    name: 'is tried',
    overrides: { status: 'trialing' },
    title: 'Teste até 09/07/2026',
    text: /são R\$.19,99 por mês, com impostos/,
  },
  {
    name: 'will end',
    overrides: { cancelAt: '2026-07-09T15:00:00.000Z' },
    title: 'Assinatura cancelada: termina em 09/07/2026',
    text: /Não há mais cobranças/,
  },
  {
    name: 'was called off while it is tried',
    overrides: { status: 'trialing', cancelAt: '2026-07-09T15:00:00.000Z' },
    title: 'Teste cancelado: termina em 09/07/2026',
    text: /Não há mais cobranças/,
  },
  {
    name: 'could not be charged',
    overrides: { status: 'past_due' },
    title: 'O pagamento da sua assinatura falhou',
    text: /cobrar R\$.19,99 de novo/,
  },
  {
    name: 'could not be charged and will end',
    overrides: { status: 'past_due', cancelAt: '2026-07-09T15:00:00.000Z' },
    title: 'O pagamento da sua assinatura falhou',
    text: /cobrar R\$.19,99 de novo.*cancelada e termina em 09\/07\/2026/,
  },
  {
    name: 'has ended',
    overrides: { status: 'canceled' },
    title: 'Sua assinatura Pro terminou',
    text: /plano Gratuito/,
  },
  {
    name: 'is being paid back, whatever the provider still says of it',
    overrides: {
      refund: {
        requestedAt: '2026-06-10T15:00:00.000Z',
        finishedAt: null,
        amount: null,
        issue: null,
      },
    },
    title: 'Reembolso em andamento',
    text: /desistiu em 10\/06\/2026/,
  },
  {
    name: 'was paid back',
    overrides: {
      status: 'canceled',
      refund: {
        requestedAt: '2026-06-10T15:00:00.000Z',
        finishedAt: '2026-06-11T15:00:00.000Z',
        amount: 1999,
        issue: null,
      },
    },
    title: 'Reembolso de R$\u00a019,99 enviado',
    text: /11\/06\/2026.*5 a 10 dias úteis/,
  },
  {
    name: 'ended before it cost anything',
    overrides: {
      status: 'canceled',
      refund: {
        requestedAt: '2026-06-10T15:00:00.000Z',
        finishedAt: '2026-06-11T15:00:00.000Z',
        amount: 0,
        issue: null,
      },
    },
    title: 'Assinatura encerrada',
    text: /nada foi cobrado/,
  },
  {
    name: 'waits for a bank to decide about its money',
    overrides: {
      status: 'canceled',
      refund: {
        requestedAt: '2026-06-10T15:00:00.000Z',
        finishedAt: null,
        amount: null,
        issue: 'disputed',
      },
    },
    title: 'Reembolso à espera do banco',
    text: /desistiu em 10\/06\/2026.*contestada.*se não for, devolvemos tudo/,
  },
  {
    name: 'a bank has paid back by itself',
    overrides: {
      status: 'canceled',
      refund: {
        requestedAt: '2026-06-10T15:00:00.000Z',
        finishedAt: '2026-06-11T15:00:00.000Z',
        amount: 1999,
        issue: 'returned_by_bank',
      },
    },
    title: 'O banco devolveu R$\u00a019,99',
    text: /contestação foi aceita/,
  },
  {
    name: 'a bank did not take the money of',
    overrides: {
      status: 'canceled',
      refund: {
        requestedAt: '2026-06-10T15:00:00.000Z',
        finishedAt: '2026-06-11T15:00:00.000Z',
        amount: 0,
        issue: 'refused',
      },
    },
    title: 'O banco recusou o seu reembolso',
    text: /é seu/,
  },
];

test.each(cases)('describes a subscription that $name', ({ overrides, title, text }) => {
  const words = describeSubscription({ ...active, ...overrides });
  expect(words.title).toBe(title);
  expect(words.text).toMatch(text);
});

test('a subscription can be canceled once, and not after it has ended or during a refund', () => {
  const refund = {
    requestedAt: '2026-06-10T15:00:00.000Z',
    finishedAt: null,
    amount: null,
    issue: null,
  };
  const all: Partial<Subscription>[] = [
    {},
    { status: 'trialing' },
    { status: 'past_due' },
    { status: 'canceled' },
    { cancelAt: '2026-07-09T15:00:00.000Z' },
    { refund },
  ];
  expect(all.map((given) => canBeCanceled({ ...active, ...given }))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('offers no refund before the first charge', () => {
  const trial = { ...active, status: 'trialing' } as const;
  expect(describeWithdrawal(trial).text).toContain('nada é cobrado');
  expect(describeCancellation(trial)).toContain('vale até 09/07/2026, e nada é cobrado');
  expect(describeWithdrawal(active).action).toBe('Desistir e receber reembolso');
  expect(describeCancellation(active)).toContain('não há mais cobranças');
});

test('warns on cancellation that an open charge is still retried', () => {
  const words = describeCancellation({ ...active, status: 'past_due' });
  expect(words).toContain('A cobrança em aberto ainda é tentada');
  expect(words).not.toContain('não há mais cobranças');
});

test('an ended subscription offers a refund, and no option to keep it', () => {
  expect(describeWithdrawal({ ...active, status: 'canceled' })).toMatchObject({
    action: 'Desistir e receber reembolso',
    text: 'Devolvemos tudo o que você pagou no mesmo cartão.',
    cancelLabel: 'Voltar',
  });
  expect(describeWithdrawal(active).cancelLabel).toBe('Manter assinatura');
});

test('the order terms state the amount and the first charge date, with a trial for a first subscription only', () => {
  // 31 December, 22:00 in Brasília.
  const now = new Date('2027-01-01T01:00:00Z');
  const second = (hasTrial: boolean | undefined) =>
    listOrderTerms(planCatalogue.pro, { hasTrial, refundDays: 30 }, now)[1];
  expect(listOrderTerms(planCatalogue.pro, { hasTrial: true, refundDays: 30 }, now)[0]).toBe(
    'R$\u00a019,99 por mês, impostos incluídos, no cartão.',
  );
  expect(second(isTrialAvailable(null))).toBe('14 dias de teste. Primeira cobrança em 14/01/2027.');
  expect(second(isTrialAvailable(active))).toBe('Primeira cobrança hoje, 31/12/2026.');
  expect(second(isTrialAvailable(undefined))).toMatch(/^Se for a sua primeira assinatura/);
});
