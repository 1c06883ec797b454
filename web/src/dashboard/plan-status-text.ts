import type { Subscription } from '@pontual/contract/billing/billing.ts';
import { describeSubscription } from '../account/billing/subscription-text.ts';
import type { BadgeTone } from '../ui/badge.tsx';

interface PlanStatusText {
  badge: string;
  tone: BadgeTone;
  /** Null for a plan without a paid subscription. */
  title: string | null;
  text: string;
}

export function planStatusText(subscription: Subscription | null): PlanStatusText {
  // A paid plan without a subscription was granted.
  if (subscription === null || (subscription.status === 'canceled' && !subscription.refund)) {
    return { badge: 'Ativo', tone: 'pub', title: null, text: 'O seu plano está ativo.' };
  }
  const { title, text } = describeSubscription(subscription);
  return { ...planBadge(subscription), title, text };
}

function planBadge({
  status,
  cancelAt,
  refund,
}: Subscription): Pick<PlanStatusText, 'badge' | 'tone'> {
  if (refund !== null) {
    return { badge: refund.finishedAt === null ? 'Reembolso' : 'Encerrada', tone: 'outline' };
  }
  if (status === 'past_due') return { badge: 'Pagamento pendente', tone: 'warn' };
  if (cancelAt !== null) return { badge: 'Não renova', tone: 'outline' };
  if (status === 'trialing') return { badge: 'Teste grátis', tone: 'sched' };
  return { badge: 'Ativo', tone: 'pub' };
}
