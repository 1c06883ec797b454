import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { formatFullDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { EmailContent } from '../../platform/mail/email-template.ts';
import { isLiveStatus, meaningOf, refundDays } from '../billing.rules.ts';

export interface SubscriptionSnapshot {
  subscriptionId: string;
  status: string;
  plan: PaidPlanId;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
  nextPlan: PaidPlanId | null;
  /** The customer already got a full refund for another subscription. */
  isGuaranteeUsed: boolean;
}

const formatDay = (date: Date | null) =>
  date === null ? 'a próxima cobrança' : formatFullDay(date);
export const formatCharge = (cents: number) =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
const monthlyPrice = (plan: PaidPlanId) => `${formatCharge(planCatalogue[plan].amount)} por mês`;
export const planName = (plan: PaidPlanId) => planCatalogue[plan].name;

/** Returns undefined when the change needs no email. */
export function subscriptionEmail(
  before: SubscriptionSnapshot | undefined,
  after: SubscriptionSnapshot,
  publicUrl: string,
): EmailContent | undefined {
  // It is not known whether the subscription has ended or begun.
  if (meaningOf(after.status) === undefined) return undefined;
  const button = { label: 'Ver minha assinatura', url: `${publicUrl}/plans` };
  const wasLive =
    before?.subscriptionId === after.subscriptionId && isLiveStatus(before.status)
      ? before
      : undefined;
  const content = isLiveStatus(after.status)
    ? wasLive === undefined
      ? subscriptionStartedEmail(after)
      : subscriptionChangedEmail(wasLive, after)
    : wasLive === undefined
      ? undefined
      : subscriptionEndedEmail(after);
  return content && { ...content, button };
}

type EmailText = Pick<EmailContent, 'title' | 'paragraphs'>;

/** The confirmation of the contract that the law requires (Decreto 7.962/2013, art. 4). */
function subscriptionStartedEmail({
  status,
  plan,
  currentPeriodEnd,
  isGuaranteeUsed,
}: SubscriptionSnapshot): EmailText {
  const until = formatDay(currentPeriodEnd);
  return {
    title: `Sua assinatura ${planName(plan)} começou`,
    paragraphs: [
      status === 'trialing'
        ? `O teste vai até ${until}. Depois dele a assinatura custa ${monthlyPrice(plan)}, com impostos, cobrados no seu cartão todo mês.`
        : `A assinatura custa ${monthlyPrice(plan)}, com impostos, cobrados no seu cartão todo mês. A próxima cobrança é em ${until}.`,
      'Você cancela quando quiser em Planos: o plano vale até o fim do período pago.',
      `Se você se arrepender em até ${refundDays(isGuaranteeUsed)} dias da primeira cobrança, devolvemos tudo: use Desistir e receber reembolso, em Planos.`,
    ],
  };
}

function subscriptionChangedEmail(
  before: SubscriptionSnapshot,
  after: SubscriptionSnapshot,
): EmailText | undefined {
  const until = formatDay(after.currentPeriodEnd);
  if (after.status === 'past_due' && before.status !== 'past_due') {
    return {
      title: 'O pagamento da sua assinatura falhou',
      paragraphs: [
        `Não conseguimos cobrar ${monthlyPrice(after.plan)} no seu cartão. Vamos tentar de novo nos próximos dias, e o plano ${planName(after.plan)} continua valendo enquanto isso.`,
        'Confira o cartão em Gerenciar assinatura. Se as tentativas acabarem, a conta passa para o plano Gratuito e os posts já agendados continuam agendados.',
      ],
    };
  }
  if (before.status === 'past_due' && after.status === 'active') {
    return {
      title: 'Pagamento recebido',
      paragraphs: [
        `Recebemos o pagamento do plano ${planName(after.plan)}. A próxima cobrança é em ${until}.`,
      ],
    };
  }
  if (before.plan !== after.plan) {
    return {
      title: `Seu plano agora é o ${planName(after.plan)}`,
      paragraphs: [
        `A assinatura passou do plano ${planName(before.plan)} para o ${planName(after.plan)}, que custa ${monthlyPrice(after.plan)}, com impostos.`,
      ],
    };
  }
  const { nextPlan } = after;
  if (nextPlan !== null && nextPlan !== before.nextPlan) {
    return {
      title: `Seu plano muda para o ${planName(nextPlan)}`,
      paragraphs: [
        `O plano ${planName(after.plan)} vale até ${until}. A partir daí a assinatura é do plano ${planName(nextPlan)}, que custa ${monthlyPrice(nextPlan)}, com impostos.`,
        'Se mudar de ideia até lá, escolha o plano de hoje em Gerenciar assinatura.',
      ],
    };
  }
  if (before.cancelAt === null && after.cancelAt !== null) {
    return {
      title: 'Sua assinatura foi cancelada',
      paragraphs: [
        `O plano ${planName(after.plan)} vale até ${formatDay(after.cancelAt)}, e não há mais cobranças. Depois a conta passa para o plano Gratuito, e os posts já agendados continuam agendados.`,
        'Se mudar de ideia até lá, reative em Gerenciar assinatura.',
      ],
    };
  }
  if (before.cancelAt !== null && after.cancelAt === null) {
    return {
      title: 'Sua assinatura continua',
      paragraphs: [
        `O cancelamento foi desfeito. O plano ${planName(after.plan)} se renova por ${monthlyPrice(after.plan)}, com impostos: a próxima cobrança é em ${until}.`,
        'Se não foi isso que você quis, cancele de novo em Planos.',
      ],
    };
  }
  return undefined;
}

function subscriptionEndedEmail({ plan }: SubscriptionSnapshot): EmailText {
  return {
    title: `Sua assinatura ${planName(plan)} terminou`,
    paragraphs: [
      'Sua conta está no plano Gratuito. Os posts já agendados continuam agendados; para novos valem os limites dele.',
    ],
  };
}

export function trialEndingEmail(
  plan: PaidPlanId,
  trialEnd: Date | null,
  publicUrl: string,
): EmailContent {
  return {
    title: `Seu teste do plano ${planName(plan)} está acabando`,
    paragraphs: [
      `O teste termina em ${formatDay(trialEnd)}. Nesse dia é a primeira cobrança, de ${formatCharge(planCatalogue[plan].amount)} com impostos, no seu cartão, e depois uma por mês.`,
      'Se não quiser continuar, cancele em Planos antes disso e nada é cobrado.',
    ],
    button: { label: 'Ver minha assinatura', url: `${publicUrl}/plans` },
  };
}
