import type { RefundIssue, Subscription } from '@pontual/contract/billing/billing.ts';
import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { formatReais } from '@pontual/contract/billing/money.ts';

type Tone = 'calm' | 'warn';

export interface SubscriptionText {
  title: string;
  text: string;
  tone: Tone;
}

const formatEnd = (instant: string | null): string =>
  instant === null ? 'o fim do período' : formatDate(new Date(instant));

export const isSubscriptionLive = ({ status }: Subscription): boolean => status !== 'canceled';

export const canBeCanceled = (subscription: Subscription): boolean =>
  isSubscriptionLive(subscription) &&
  subscription.cancelAt === null &&
  subscription.refund === null;

export function describeSubscription(subscription: Subscription): SubscriptionText {
  const { plan, status, cancelAt, refund } = subscription;
  if (refund !== null) return describeRefund(refund);
  const { name, amount } = planCatalogue[plan];
  if (status === 'canceled') {
    return {
      title: `Sua assinatura ${name} terminou`,
      text: 'Sua conta está no plano Gratuito. As faturas continuam no portal de cobrança.',
      tone: 'calm',
    };
  }
  if (status === 'past_due') {
    const retryText = `Vamos tentar cobrar ${formatReais(amount)} de novo nos próximos dias`;
    return {
      title: 'O pagamento da sua assinatura falhou',
      text:
        cancelAt === null
          ? `${retryText}, e o plano ${name} continua valendo enquanto isso. Confira o cartão.`
          : `${retryText}. A assinatura foi cancelada e termina em ${formatEnd(cancelAt)}: depois dessa, não há mais cobranças. Confira o cartão.`,
      tone: 'warn',
    };
  }
  return describeActive(subscription, status);
}

function describeActive(
  subscription: Subscription,
  status: 'trialing' | 'active',
): SubscriptionText {
  const { plan, cancelAt, currentPeriodEnd, nextPlan } = subscription;
  const price = formatReais(planCatalogue[plan].amount);
  const canceledTitle = status === 'trialing' ? 'Teste cancelado' : 'Assinatura cancelada';
  if (cancelAt !== null) {
    return {
      title: `${canceledTitle}: termina em ${formatEnd(cancelAt)}`,
      text: 'Não há mais cobranças. Depois a conta passa para o plano Gratuito. Para reativar até lá, use Gerenciar assinatura.',
      tone: 'calm',
    };
  }
  const until = formatEnd(currentPeriodEnd);
  if (nextPlan !== null) {
    const next = planCatalogue[nextPlan];
    return {
      title: `Muda para o plano ${next.name} em ${until}`,
      text: `Até lá vale o ${planCatalogue[plan].name}. A partir daí são ${formatReais(next.amount)} por mês, com impostos. Para continuar no ${planCatalogue[plan].name}, use Gerenciar assinatura.`,
      tone: 'calm',
    };
  }
  return status === 'trialing'
    ? {
        title: `Teste até ${until}`,
        text: `A partir daí são ${price} por mês, com impostos, no seu cartão.`,
        tone: 'calm',
      }
    : {
        title: `Assinatura ativa até ${until}`,
        text: `Nesse dia ela se renova por ${price}. Cartão e faturas ficam no portal seguro.`,
        tone: 'calm',
      };
}

function describeRefund({
  requestedAt,
  finishedAt,
  amount,
  issue,
}: NonNullable<Subscription['refund']>): SubscriptionText {
  if (issue !== null) return refundIssueTexts[issue](requestedAt, amount ?? 0);
  if (finishedAt === null || amount === null) {
    return {
      title: 'Reembolso em andamento',
      text: `Você desistiu em ${formatEnd(requestedAt)}. Estamos devolvendo tudo o que você pagou, no mesmo cartão.`,
      tone: 'calm',
    };
  }
  return amount === 0
    ? {
        title: 'Assinatura encerrada',
        text: 'Ela terminou antes da primeira cobrança: nada foi cobrado.',
        tone: 'calm',
      }
    : {
        title: `Reembolso de ${formatReais(amount)} enviado`,
        text: `Saiu em ${formatEnd(finishedAt)} para o seu cartão. O banco costuma levar de 5 a 10 dias úteis para mostrar o valor na fatura.`,
        tone: 'calm',
      };
}

const refundIssueTexts: Record<
  RefundIssue,
  (requestedAt: string, amount: number) => SubscriptionText
> = {
  disputed: (requestedAt) => ({
    title: 'Reembolso à espera do banco',
    text: `Você desistiu em ${formatEnd(requestedAt)}. A cobrança está contestada no seu banco, que retém o valor até decidir. Se a contestação for aceita, ele mesmo devolve; se não for, devolvemos tudo no mesmo cartão.`,
    tone: 'calm',
  }),
  returned_by_bank: (_, amount) => ({
    title: `O banco devolveu ${formatReais(amount)}`,
    text: 'A contestação foi aceita, e o próprio banco devolve o valor no seu cartão. Não há mais nada a devolver por aqui.',
    tone: 'calm',
  }),
  refused: () => ({
    title: 'O banco recusou o seu reembolso',
    text: 'O valor está com a gente e é seu. Escrevemos para o seu e-mail como recebê-lo de outra forma.',
    tone: 'warn',
  }),
};

export function describeCancellation({ plan, status, currentPeriodEnd }: Subscription): string {
  const { name } = planCatalogue[plan];
  const until = formatEnd(currentPeriodEnd);
  return `O plano ${name} vale até ${until}${chargesTexts[status]} Depois a conta passa para o plano Gratuito, e os posts já agendados continuam agendados.`;
}

const chargesTexts: Record<Subscription['status'], string> = {
  trialing: ', e nada é cobrado.',
  active: ', e não há mais cobranças.',
  past_due: '. A cobrança em aberto ainda é tentada, e não há outras além dela.',
  canceled: ', e não há mais cobranças.',
};

interface Withdrawal {
  action: string;
  question: string;
  text: string;
  cancelLabel: string;
}

const CANCEL_LABEL = 'Manter assinatura';
const refundTexts = {
  action: 'Desistir e receber reembolso',
  question: 'Desistir e receber reembolso?',
};

export function describeWithdrawal({ status }: Subscription): Withdrawal {
  switch (status) {
    case 'trialing':
      return {
        action: 'Encerrar o teste agora',
        question: 'Encerrar o teste agora?',
        text: 'O teste termina agora e nada é cobrado. A conta passa para o plano Gratuito, e os posts já agendados continuam agendados.',
        cancelLabel: CANCEL_LABEL,
      };
    case 'active':
    case 'past_due':
      return {
        ...refundTexts,
        text: 'A assinatura termina agora, e devolvemos tudo o que você pagou por ela no mesmo cartão. A conta passa para o plano Gratuito, e os posts já agendados continuam agendados.',
        cancelLabel: CANCEL_LABEL,
      };
    case 'canceled':
      return {
        ...refundTexts,
        text: 'Devolvemos tudo o que você pagou no mesmo cartão.',
        cancelLabel: 'Voltar',
      };
  }
}
