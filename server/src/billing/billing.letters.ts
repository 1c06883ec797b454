import type { PaidPlanId } from '@pontual/contract/billing.ts';
import { planCatalogue } from '@pontual/contract/plans.ts';
import { formatFullDay } from '@pontual/contract/brasilia-time.ts';
import type { Letter } from '../mail/mail-template.ts';
import { isLive, meaningOf, refundDays } from './billing.rules.ts';

/** What of a subscription its owner is written about. */
export interface Told {
  subscriptionId: string;
  status: string;
  plan: PaidPlanId;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
  nextPlan: PaidPlanId | null;
  /** All its money was paid back to the customer before, of another subscription. */
  isGuaranteeUsed: boolean;
}

const day = (date: Date | null) => (date === null ? 'a próxima cobrança' : formatFullDay(date));
export const reais = (cents: number) =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
const priceOf = (plan: PaidPlanId) => `${reais(planCatalogue[plan].amount)} por mês`;
export const nameOf = (plan: PaidPlanId) => planCatalogue[plan].name;

/** The letter about what has become of a subscription; undefined when nothing is worth one. */
export function letterAbout(
  before: Told | undefined,
  after: Told,
  publicUrl: string,
): Letter | undefined {
  // Of a state that nobody knows nothing is known to have ended, or begun.
  if (meaningOf(after.status) === undefined) return undefined;
  const button = { label: 'Ver minha assinatura', url: `${publicUrl}/plans` };
  const wasLive =
    before?.subscriptionId === after.subscriptionId && isLive(before.status) ? before : undefined;
  const words = isLive(after.status)
    ? wasLive === undefined
      ? begun(after)
      : changed(wasLive, after)
    : wasLive === undefined
      ? undefined
      : ended(after);
  return words && { ...words, button };
}

type Words = Pick<Letter, 'title' | 'paragraphs'>;

/** The confirmation of the contract that the law asks for (Decreto 7.962/2013, art. 4). */
function begun({ status, plan, currentPeriodEnd, isGuaranteeUsed }: Told): Words {
  const until = day(currentPeriodEnd);
  return {
    title: `Sua assinatura ${nameOf(plan)} começou`,
    paragraphs: [
      status === 'trialing'
        ? `O teste vai até ${until}. Depois dele a assinatura custa ${priceOf(plan)}, com impostos, cobrados no seu cartão todo mês.`
        : `A assinatura custa ${priceOf(plan)}, com impostos, cobrados no seu cartão todo mês. A próxima cobrança é em ${until}.`,
      'Você cancela quando quiser em Planos: o plano vale até o fim do período pago.',
      `Se você se arrepender em até ${refundDays(isGuaranteeUsed)} dias da primeira cobrança, devolvemos tudo: use Desistir e receber reembolso, em Planos.`,
    ],
  };
}

function changed(before: Told, after: Told): Words | undefined {
  const until = day(after.currentPeriodEnd);
  if (after.status === 'past_due' && before.status !== 'past_due') {
    return {
      title: 'O pagamento da sua assinatura falhou',
      paragraphs: [
        `Não conseguimos cobrar ${priceOf(after.plan)} no seu cartão. Vamos tentar de novo nos próximos dias, e o plano ${nameOf(after.plan)} continua valendo enquanto isso.`,
        'Confira o cartão em Gerenciar assinatura. Se as tentativas acabarem, a conta passa para o plano Gratuito e os posts já agendados continuam agendados.',
      ],
    };
  }
  if (before.status === 'past_due' && after.status === 'active') {
    return {
      title: 'Pagamento recebido',
      paragraphs: [
        `Recebemos o pagamento do plano ${nameOf(after.plan)}. A próxima cobrança é em ${until}.`,
      ],
    };
  }
  if (before.plan !== after.plan) {
    return {
      title: `Seu plano agora é o ${nameOf(after.plan)}`,
      paragraphs: [
        `A assinatura passou do plano ${nameOf(before.plan)} para o ${nameOf(after.plan)}, que custa ${priceOf(after.plan)}, com impostos.`,
      ],
    };
  }
  const { nextPlan } = after;
  if (nextPlan !== null && nextPlan !== before.nextPlan) {
    return {
      title: `Seu plano muda para o ${nameOf(nextPlan)}`,
      paragraphs: [
        `O plano ${nameOf(after.plan)} vale até ${until}. A partir daí a assinatura é do plano ${nameOf(nextPlan)}, que custa ${priceOf(nextPlan)}, com impostos.`,
        'Se mudar de ideia até lá, escolha o plano de hoje em Gerenciar assinatura.',
      ],
    };
  }
  if (before.cancelAt === null && after.cancelAt !== null) {
    return {
      title: 'Sua assinatura foi cancelada',
      paragraphs: [
        `O plano ${nameOf(after.plan)} vale até ${day(after.cancelAt)}, e não há mais cobranças. Depois a conta passa para o plano Gratuito, e os posts já agendados continuam agendados.`,
        'Se mudar de ideia até lá, reative em Gerenciar assinatura.',
      ],
    };
  }
  if (before.cancelAt !== null && after.cancelAt === null) {
    return {
      title: 'Sua assinatura continua',
      paragraphs: [
        `O cancelamento foi desfeito. O plano ${nameOf(after.plan)} se renova por ${priceOf(after.plan)}, com impostos: a próxima cobrança é em ${until}.`,
        'Se não foi isso que você quis, cancele de novo em Planos.',
      ],
    };
  }
  return undefined;
}

function ended({ plan }: Told): Words {
  return {
    title: `Sua assinatura ${nameOf(plan)} terminou`,
    paragraphs: [
      'Sua conta está no plano Gratuito. Os posts já agendados continuam agendados; para novos valem os limites dele.',
    ],
  };
}

/** Three days before the first charge. */
export function trialEnding(plan: PaidPlanId, trialEnd: Date | null, publicUrl: string): Letter {
  return {
    title: `Seu teste do plano ${nameOf(plan)} está acabando`,
    paragraphs: [
      `O teste termina em ${day(trialEnd)}. Nesse dia é a primeira cobrança, de ${reais(planCatalogue[plan].amount)} com impostos, no seu cartão, e depois uma por mês.`,
      'Se não quiser continuar, cancele em Planos antes disso e nada é cobrado.',
    ],
    button: { label: 'Ver minha assinatura', url: `${publicUrl}/plans` },
  };
}
