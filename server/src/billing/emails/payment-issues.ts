import type { EmailContent } from '../../platform/mail/email-template.ts';
import { formatCharge } from './emails.ts';
import type { PaymentIssue } from '../payments/issues.ts';

export function paymentIssueOwnerEmail(
  { kind, amount }: PaymentIssue,
  { supportEmail, publicUrl }: { supportEmail: string | undefined; publicUrl: string },
): EmailContent {
  const button = { label: 'Ver minha assinatura', url: `${publicUrl}/plans` };
  const contactText =
    supportEmail === undefined
      ? 'use o contato que está no rodapé da Pontual'
      : `escreva para ${supportEmail}`;
  if (kind === 'dispute') {
    return {
      title: 'Uma cobrança da Pontual foi contestada',
      paragraphs: [
        `O banco nos avisou que a cobrança de ${formatCharge(amount)} no seu cartão foi contestada. Enquanto ele analisa, o valor fica retido, e não podemos devolvê-lo por outro caminho.`,
        `Se não foi você, ou se já está resolvido, ${contactText}. Se quer só parar de pagar, cancele em Planos: vale na hora em que o período pago termina.`,
      ],
      button,
    };
  }
  return {
    title: 'O banco recusou o seu reembolso',
    paragraphs: [
      `Enviamos ${formatCharge(amount)} de volta para o seu cartão, e o banco não aceitou. Isso costuma acontecer com um cartão vencido ou cancelado. O valor está com a gente e é seu.`,
      `Para receber de outra forma, ${contactText}.`,
    ],
    button,
  };
}

/** Support handles the issue manually at Stripe. */
export function paymentIssueSupportEmail(
  { id, customer, kind, amount }: PaymentIssue & { id: string },
  publicUrl: string,
): EmailContent {
  const isDispute = kind === 'dispute';
  return {
    title: isDispute ? 'Contestação aberta' : 'Reembolso recusado pelo banco',
    paragraphs: [
      `${formatCharge(amount)}, cliente ${customer}, ${isDispute ? 'contestação' : 'reembolso'} ${id} na Stripe.`,
      isDispute
        ? 'Responda no painel da Stripe antes do prazo que está lá. Enquanto ela está aberta, nada desta cobrança é devolvido por aqui.'
        : 'O valor voltou para o saldo da Stripe. Combine com o cliente outra forma de devolver: por aqui ele não é enviado de novo.',
    ],
    button: { label: 'Abrir a Pontual', url: publicUrl },
  };
}
