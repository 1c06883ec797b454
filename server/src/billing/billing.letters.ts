import { GUARANTEE_DAYS, planCatalogue, type PaidPlanId } from '@pontual/contract/billing.ts';
import { formatFullDay } from '@pontual/contract/brasilia-time.ts';
import type { Letter } from '../mail/mail-template.ts';
import { isLive, meaningOf } from './billing.rules.ts';

/** What of a subscription its owner is written about. */
export interface Told {
  subscriptionId: string;
  status: string;
  plan: PaidPlanId;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
}

const day = (date: Date | null) => (date === null ? 'a próxima cobrança' : formatFullDay(date));
const reais = (cents: number) =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
const priceOf = (plan: PaidPlanId) => `${reais(planCatalogue[plan].amount)} por mês`;
const nameOf = (plan: PaidPlanId) => planCatalogue[plan].name;

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
function begun({ status, plan, currentPeriodEnd }: Told): Words {
  const until = day(currentPeriodEnd);
  return {
    title: `Sua assinatura ${nameOf(plan)} começou`,
    paragraphs: [
      status === 'trialing'
        ? `O teste vai até ${until}. Depois dele a assinatura custa ${priceOf(plan)}, com impostos, cobrados no seu cartão todo mês.`
        : `A assinatura custa ${priceOf(plan)}, com impostos, cobrados no seu cartão todo mês. A próxima cobrança é em ${until}.`,
      'Você cancela quando quiser em Planos: o plano vale até o fim do período pago.',
      `Se você se arrepender em até ${GUARANTEE_DAYS} dias da primeira cobrança, devolvemos tudo: use Desistir e receber reembolso, em Planos.`,
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
  if (before.cancelAt === null && after.cancelAt !== null) {
    return {
      title: 'Sua assinatura foi cancelada',
      paragraphs: [
        `O plano ${nameOf(after.plan)} vale até ${day(after.cancelAt)}, e não há mais cobranças. Depois a conta passa para o plano Gratuito, e os posts já agendados continuam agendados.`,
        'Se mudar de ideia até lá, reative em Gerenciar assinatura.',
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

/** Two that were subscribed to at once. */
export function secondPaidBack(plan: PaidPlanId, amount: number, publicUrl: string): Letter {
  return {
    title: 'Encerramos uma assinatura repetida',
    paragraphs: [
      amount === 0
        ? `Havia duas assinaturas na sua conta. Encerramos a do plano ${nameOf(plan)}, pela qual nada foi cobrado.`
        : `Havia duas assinaturas na sua conta. Encerramos a do plano ${nameOf(plan)} e devolvemos ${reais(amount)} para o seu cartão.`,
      'A outra continua como está.',
    ],
    button: { label: 'Ver minha assinatura', url: `${publicUrl}/plans` },
  };
}

/** Three days before the first charge. */
export function trialEnding(plan: PaidPlanId, trialEnd: Date | null, publicUrl: string): Letter {
  return {
    title: `Seu teste do plano ${nameOf(plan)} está acabando`,
    paragraphs: [
      `O teste termina em ${day(trialEnd)}. A partir daí a assinatura custa ${priceOf(plan)}, com impostos, cobrados no seu cartão.`,
      'Se não quiser continuar, cancele em Planos antes disso e nada é cobrado.',
    ],
    button: { label: 'Ver minha assinatura', url: `${publicUrl}/plans` },
  };
}

/** At once, as the law asks (Decreto 7.962/2013, art. 5, § 4). */
export function refundAsked(plan: PaidPlanId, wasCharged: boolean, publicUrl: string): Letter {
  return {
    title: 'Recebemos sua desistência',
    paragraphs: [
      wasCharged
        ? `A assinatura do plano ${nameOf(plan)} termina agora e pedimos a devolução de tudo o que você pagou por ela. Escrevemos de novo quando estiver feito.`
        : `A assinatura do plano ${nameOf(plan)} termina agora, antes da primeira cobrança. Escrevemos de novo quando estiver feito.`,
    ],
    button: { label: 'Ver minha assinatura', url: `${publicUrl}/plans` },
  };
}

export function refundDone(plan: PaidPlanId, amount: number, publicUrl: string): Letter {
  return {
    title: amount === 0 ? 'Sua assinatura foi encerrada' : 'Reembolso enviado',
    paragraphs: [
      amount === 0
        ? `A assinatura do plano ${nameOf(plan)} foi encerrada antes da primeira cobrança: nada foi cobrado.`
        : `Devolvemos ${reais(amount)} da assinatura do plano ${nameOf(plan)} para o seu cartão. O banco costuma levar de 5 a 10 dias úteis para mostrar o valor, na fatura desta ou da próxima vez.`,
      'Sua conta continua no plano Gratuito, com os posts já agendados.',
    ],
    button: { label: 'Abrir a Pontual', url: `${publicUrl}/dashboard` },
  };
}
