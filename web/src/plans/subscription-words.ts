import type { RefundTrouble, Subscription } from '@pontual/contract/billing.ts';
import { planCatalogue } from '@pontual/contract/plans.ts';
import { formatDate } from '@pontual/contract/brasilia-time.ts';
import { reais } from './money.ts';

type Tone = 'calm' | 'warn';

/** What the card says of a subscription. */
export interface Words {
  title: string;
  text: string;
  tone: Tone;
}

const dateOf = (instant: string | null): string =>
  instant === null ? 'o fim do período' : formatDate(new Date(instant));

/** Ended ones carry no plan any more. */
export const isLive = ({ status }: Subscription): boolean => status !== 'canceled';

/** Whether there is a charge to come that its owner can still call off. */
export const canBeCanceled = (subscription: Subscription): boolean =>
  isLive(subscription) && subscription.cancelAt === null && subscription.refund === null;

export function wordsOf(subscription: Subscription): Words {
  const { plan, status, cancelAt, refund } = subscription;
  if (refund !== null) return refundWords(refund);
  const { name, amount } = planCatalogue[plan];
  if (status === 'canceled') {
    return {
      title: `Sua assinatura ${name} terminou`,
      text: 'Sua conta está no plano Gratuito. As faturas continuam no portal de cobrança.',
      tone: 'calm',
    };
  }
  if (status === 'past_due') {
    const again = `Vamos tentar cobrar ${reais(amount)} de novo nos próximos dias`;
    return {
      title: 'O pagamento da sua assinatura falhou',
      text:
        cancelAt === null
          ? `${again}, e o plano ${name} continua valendo enquanto isso. Confira o cartão.`
          : `${again}. A assinatura foi cancelada e termina em ${dateOf(cancelAt)}: depois dessa, não há mais cobranças. Confira o cartão.`,
      tone: 'warn',
    };
  }
  return liveWords(subscription, status);
}

function liveWords(subscription: Subscription, status: 'trialing' | 'active'): Words {
  const { plan, cancelAt, currentPeriodEnd, nextPlan } = subscription;
  const price = reais(planCatalogue[plan].amount);
  const what = status === 'trialing' ? 'Teste cancelado' : 'Assinatura cancelada';
  if (cancelAt !== null) {
    return {
      title: `${what}: termina em ${dateOf(cancelAt)}`,
      text: 'Não há mais cobranças. Depois a conta passa para o plano Gratuito. Para reativar até lá, use Gerenciar assinatura.',
      tone: 'calm',
    };
  }
  const until = dateOf(currentPeriodEnd);
  if (nextPlan !== null) {
    const next = planCatalogue[nextPlan];
    return {
      title: `Muda para o plano ${next.name} em ${until}`,
      text: `Até lá vale o ${planCatalogue[plan].name}. A partir daí são ${reais(next.amount)} por mês, com impostos. Para continuar no ${planCatalogue[plan].name}, use Gerenciar assinatura.`,
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

function refundWords({
  requestedAt,
  finishedAt,
  amount,
  trouble,
}: NonNullable<Subscription['refund']>): Words {
  if (trouble !== null) return troubleWords[trouble](requestedAt, amount ?? 0);
  if (finishedAt === null || amount === null) {
    return {
      title: 'Reembolso em andamento',
      text: `Você desistiu em ${dateOf(requestedAt)}. Estamos devolvendo tudo o que você pagou, no mesmo cartão.`,
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
        title: `Reembolso de ${reais(amount)} enviado`,
        text: `Saiu em ${dateOf(finishedAt)} para o seu cartão. O banco costuma levar de 5 a 10 dias úteis para mostrar o valor na fatura.`,
        tone: 'calm',
      };
}

/** What is told of money that a bank has in hand. */
const troubleWords: Record<RefundTrouble, (requestedAt: string, amount: number) => Words> = {
  disputed: (requestedAt) => ({
    title: 'Reembolso à espera do banco',
    text: `Você desistiu em ${dateOf(requestedAt)}. A cobrança está contestada no seu banco, que retém o valor até decidir. Se a contestação for aceita, ele mesmo devolve; se não for, devolvemos tudo no mesmo cartão.`,
    tone: 'calm',
  }),
  returned_by_bank: (_, amount) => ({
    title: `O banco devolveu ${reais(amount)}`,
    text: 'A contestação foi aceita, e o próprio banco devolve o valor no seu cartão. Não há mais nada a devolver por aqui.',
    tone: 'calm',
  }),
  refused: () => ({
    title: 'O banco recusou o seu reembolso',
    text: 'O valor está com a gente e é seu. Escrevemos para o seu e-mail como recebê-lo de outra forma.',
    tone: 'warn',
  }),
};

/** What becomes of the plan once the charges have been called off. */
export function cancelWords({ plan, status, currentPeriodEnd }: Subscription): string {
  const { name } = planCatalogue[plan];
  const until = dateOf(currentPeriodEnd);
  return `O plano ${name} vale até ${until}${chargesWords[status]} Depois a conta passa para o plano Gratuito, e os posts já agendados continuam agendados.`;
}

const chargesWords: Record<Subscription['status'], string> = {
  trialing: ', e nada é cobrado.',
  active: ', e não há mais cobranças.',
  past_due: '. A cobrança em aberto ainda é tentada, e não há outras além dela.',
  canceled: ', e não há mais cobranças.',
};

/** What withdrawing is asked with. */
interface Withdrawal {
  action: string;
  question: string;
  text: string;
  /** The safe way. */
  keep: string;
}

const KEEP = 'Manter assinatura';
const paidBack = {
  action: 'Desistir e receber reembolso',
  question: 'Desistir e receber reembolso?',
};

/** How withdrawing is called: before the first charge there is nothing to pay back. */
export function withdrawal({ status }: Subscription): Withdrawal {
  switch (status) {
    case 'trialing':
      return {
        action: 'Encerrar o teste agora',
        question: 'Encerrar o teste agora?',
        text: 'O teste termina agora e nada é cobrado. A conta passa para o plano Gratuito, e os posts já agendados continuam agendados.',
        keep: KEEP,
      };
    case 'active':
    case 'past_due':
      return {
        ...paidBack,
        text: 'A assinatura termina agora, e devolvemos tudo o que você pagou por ela no mesmo cartão. A conta passa para o plano Gratuito, e os posts já agendados continuam agendados.',
        keep: KEEP,
      };
    case 'canceled':
      // There is nothing left to keep.
      return {
        ...paidBack,
        text: 'Devolvemos tudo o que você pagou no mesmo cartão.',
        keep: 'Voltar',
      };
  }
}
