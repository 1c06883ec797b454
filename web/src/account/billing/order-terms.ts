import {
  GUARANTEE_DAYS,
  TRIAL_DAYS,
  type Subscription,
} from '@pontual/contract/billing/billing.ts';
import type { Plan } from '@pontual/contract/billing/plans.ts';
import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { formatReais } from '@pontual/contract/billing/money.ts';

const DAY_MS = 86_400_000;

export interface Offer {
  /** Undefined until the page knows whether the user had a subscription before. */
  hasTrial: boolean | undefined;
  /** Days after the first charge in which the full amount is refundable. */
  refundDays: number;
}

/** Returns whether the user gets the trial, for a first subscription; undefined until it is known. */
export const isTrialAvailable = (
  subscription: Subscription | null | undefined,
): boolean | undefined => (subscription === undefined ? undefined : subscription === null);

/** Lists the terms that the user accepts, shown before the payment (Decreto 7.962/2013, art. 4). */
export function listOrderTerms(
  { amount }: Plan,
  { hasTrial, refundDays }: Offer,
  now: Date,
): string[] {
  const trialEnd = new Date(now.getTime() + TRIAL_DAYS * DAY_MS);
  return [
    `${formatReais(amount)} por mês, impostos incluídos, no cartão.`,
    hasTrial === undefined
      ? `Se for a sua primeira assinatura, ${TRIAL_DAYS} dias de teste antes da primeira cobrança. Senão, ela é hoje.`
      : hasTrial
        ? `${TRIAL_DAYS} dias de teste. Primeira cobrança em ${formatDate(trialEnd)}.`
        : `Primeira cobrança hoje, ${formatDate(now)}.`,
    'Cancele quando quiser: o plano vale até o fim do período já pago.',
    refundDays < GUARANTEE_DAYS
      ? `${refundDays} dias para se arrepender: desista e receba tudo de volta.`
      : `${refundDays} dias de garantia: desista e receba tudo de volta.`,
  ];
}
