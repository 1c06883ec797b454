import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type { EmailContent } from '../../platform/mail/email-template.ts';
import { planName, formatCharge } from './emails.ts';
import type { RefundResult } from '../payments/refunds.ts';

export function duplicateSubscriptionEmail(
  plan: PaidPlanId,
  paid: RefundResult,
  publicUrl: string,
): EmailContent {
  return {
    title: 'Encerramos uma assinatura repetida',
    paragraphs: [
      `Havia duas assinaturas na sua conta. Encerramos a do plano ${planName(plan)}${refundSentence(paid)}`,
      'A outra continua como está.',
    ],
    button: { label: 'Ver minha assinatura', url: `${publicUrl}/plans` },
  };
}

function refundSentence({ amount, byBank, disputed, refused }: RefundResult): string {
  if (refused.length > 0) {
    return '. O banco recusou a devolução do que ela cobrou: escrevemos à parte sobre isso.';
  }
  if (disputed + byBank > 0) {
    return `. A cobrança de ${formatCharge(disputed + byBank)} por ela foi contestada no seu banco, e é ele que decide sobre esse valor.`;
  }
  return amount === 0
    ? ', pela qual nada foi cobrado.'
    : ` e devolvemos ${formatCharge(amount)} para o seu cartão.`;
}

/** Sent immediately, as the law requires (Decreto 7.962/2013, art. 5, § 4). */
export function refundRequestedEmail(
  plan: PaidPlanId,
  wasCharged: boolean,
  publicUrl: string,
): EmailContent {
  return {
    title: 'Recebemos sua desistência',
    paragraphs: [
      wasCharged
        ? `A assinatura do plano ${planName(plan)} termina agora e pedimos a devolução de tudo o que você pagou por ela. Escrevemos de novo quando estiver feito.`
        : `A assinatura do plano ${planName(plan)} termina agora, antes da primeira cobrança. Escrevemos de novo quando estiver feito.`,
    ],
    button: { label: 'Ver minha assinatura', url: `${publicUrl}/plans` },
  };
}

export function refundCompletedEmail(
  plan: PaidPlanId,
  amount: number,
  publicUrl: string,
): EmailContent {
  return {
    title: amount === 0 ? 'Sua assinatura foi encerrada' : 'Reembolso enviado',
    paragraphs: [
      amount === 0
        ? `A assinatura do plano ${planName(plan)} foi encerrada antes da primeira cobrança: nada foi cobrado.`
        : `Devolvemos ${formatCharge(amount)} da assinatura do plano ${planName(plan)} para o seu cartão. O banco costuma levar de 5 a 10 dias úteis para mostrar o valor, na fatura desta ou da próxima vez.`,
      'Sua conta continua no plano Gratuito, com os posts já agendados.',
    ],
    button: { label: 'Abrir a Pontual', url: `${publicUrl}/dashboard` },
  };
}

/** For an owner who withdraws while the charge is disputed at the bank. */
export function refundDisputedEmail(
  plan: PaidPlanId,
  amount: number,
  publicUrl: string,
): EmailContent {
  return {
    title: 'Seu reembolso espera pelo banco',
    paragraphs: [
      `A assinatura do plano ${planName(plan)} terminou, e não há mais cobranças. A cobrança de ${formatCharge(amount)} está contestada no seu banco, que retém o valor até decidir; isso pode levar algumas semanas.`,
      'Se a contestação for aceita, o próprio banco devolve o valor. Se não for, devolvemos tudo para o seu cartão assim que ele nos avisar. Nos dois casos escrevemos de novo.',
    ],
    button: { label: 'Ver minha assinatura', url: `${publicUrl}/plans` },
  };
}

/** The bank has decided the dispute for the cardholder. */
export function refundedByBankEmail(
  plan: PaidPlanId,
  amount: number,
  publicUrl: string,
): EmailContent {
  return {
    title: 'O banco devolveu o seu dinheiro',
    paragraphs: [
      `A contestação da cobrança da assinatura do plano ${planName(plan)} foi aceita: o próprio banco devolve ${formatCharge(amount)} para o seu cartão. Não há mais nada a devolver por aqui.`,
      'Sua conta continua no plano Gratuito, com os posts já agendados.',
    ],
    button: { label: 'Abrir a Pontual', url: `${publicUrl}/dashboard` },
  };
}
