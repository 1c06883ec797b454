import { formatReais } from '@pontual/contract/billing/money.ts';
import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { formatFullDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { WrittenText } from '../../platform/mail/emails.ts';
import { toAddress, toOwners, type MessageKind, type MessageKinds } from './message-kind.ts';

/** Amounts are in cents. `until` is the end of the paid period or of the trial. */
export type BillingMessage = PaymentIssueFound | OwnerMessage;

type OwnerMessage = { workspaceId: string } & (
  | {
      kind: 'subscription-started';
      plan: PaidPlanId;
      isTrial: boolean;
      until: Date | null;
      refundDays: number;
    }
  | { kind: 'payment-failed'; plan: PaidPlanId }
  | { kind: 'payment-received'; plan: PaidPlanId; until: Date | null }
  | { kind: 'plan-changed'; plan: PaidPlanId; formerPlan: PaidPlanId }
  | {
      kind: 'plan-change-planned';
      plan: PaidPlanId;
      nextPlan: PaidPlanId;
      until: Date | null;
    }
  | { kind: 'subscription-canceled'; plan: PaidPlanId; until: Date | null }
  | { kind: 'subscription-resumed'; plan: PaidPlanId; until: Date | null }
  | { kind: 'subscription-ended'; plan: PaidPlanId }
  | { kind: 'trial-ending'; plan: PaidPlanId; until: Date | null }
  | {
      kind: 'duplicate-subscription-ended';
      plan: PaidPlanId;
      amount: number;
      /** At the bank, which decides about it. */
      disputedAmount: number;
      isRefundRefused: boolean;
    }
  | { kind: 'refund-requested'; plan: PaidPlanId; wasCharged: boolean }
  | { kind: 'refund-completed'; plan: PaidPlanId; amount: number }
  | { kind: 'refund-disputed'; plan: PaidPlanId; amount: number }
  | { kind: 'refunded-by-bank'; plan: PaidPlanId; amount: number }
  | { kind: 'payment-disputed'; amount: number; supportEmail: string | undefined }
  | { kind: 'refund-refused'; amount: number; supportEmail: string | undefined }
);

/** To support, which handles the issue manually at Stripe. The workspace of the customer may be deleted. */
interface PaymentIssueFound {
  kind: 'payment-issue-found';
  address: string;
  issue: 'dispute' | 'refund_failed';
  id: string;
  customer: string;
  amount: number;
}

const subscriptionButton = { label: 'Ver minha assinatura', path: '/plans' };
const dashboardButton = { label: 'Abrir a Pontual', path: '/dashboard' };

const formatDay = (date: Date | null) =>
  date === null ? 'a próxima cobrança' : formatFullDay(date);
const monthlyPrice = (plan: PaidPlanId) => `${formatReais(planCatalogue[plan].amount)} por mês`;
const planName = (plan: PaidPlanId) => planCatalogue[plan].name;
const contactText = (supportEmail: string | undefined) =>
  supportEmail === undefined
    ? 'use o contato que está no rodapé da Pontual'
    : `escreva para ${supportEmail}`;

/** With the link to the subscription, unless `wording` has another one. */
const toOwnersAbout = <Event extends { workspaceId: string }>(
  wording: (event: Event) => Omit<WrittenText, 'button'> & Partial<WrittenText>,
): MessageKind<Event> => ({
  recipients: toOwners,
  wording: (event) => ({ button: subscriptionButton, ...wording(event) }),
});

export const billingMessages: MessageKinds<BillingMessage> = {
  // The confirmation of the contract that the law requires (Decreto 7.962/2013, art. 4).
  'subscription-started': toOwnersAbout(({ plan, isTrial, until, refundDays }) => ({
    title: `Sua assinatura ${planName(plan)} começou`,
    paragraphs: [
      isTrial
        ? `O teste vai até ${formatDay(until)}. Depois dele a assinatura custa ${monthlyPrice(plan)}, com impostos, cobrados no seu cartão todo mês.`
        : `A assinatura custa ${monthlyPrice(plan)}, com impostos, cobrados no seu cartão todo mês. A próxima cobrança é em ${formatDay(until)}.`,
      'Você cancela quando quiser em Planos: o plano vale até o fim do período pago.',
      `Se você se arrepender em até ${refundDays} dias da primeira cobrança, devolvemos tudo: use Desistir e receber reembolso, em Planos.`,
    ],
  })),
  'payment-failed': toOwnersAbout(({ plan }) => ({
    title: 'O pagamento da sua assinatura falhou',
    paragraphs: [
      `Não conseguimos cobrar ${monthlyPrice(plan)} no seu cartão. Vamos tentar de novo nos próximos dias, e o plano ${planName(plan)} continua valendo enquanto isso.`,
      'Confira o cartão em Gerenciar assinatura. Se as tentativas acabarem, a conta passa para o plano Gratuito e os posts já agendados continuam agendados.',
    ],
  })),
  'payment-received': toOwnersAbout(({ plan, until }) => ({
    title: 'Pagamento recebido',
    paragraphs: [
      `Recebemos o pagamento do plano ${planName(plan)}. A próxima cobrança é em ${formatDay(until)}.`,
    ],
  })),
  'plan-changed': toOwnersAbout(({ plan, formerPlan }) => ({
    title: `Seu plano agora é o ${planName(plan)}`,
    paragraphs: [
      `A assinatura passou do plano ${planName(formerPlan)} para o ${planName(plan)}, que custa ${monthlyPrice(plan)}, com impostos.`,
    ],
  })),
  'plan-change-planned': toOwnersAbout(({ plan, nextPlan, until }) => ({
    title: `Seu plano muda para o ${planName(nextPlan)}`,
    paragraphs: [
      `O plano ${planName(plan)} vale até ${formatDay(until)}. A partir daí a assinatura é do plano ${planName(nextPlan)}, que custa ${monthlyPrice(nextPlan)}, com impostos.`,
      'Se mudar de ideia até lá, escolha o plano de hoje em Gerenciar assinatura.',
    ],
  })),
  'subscription-canceled': toOwnersAbout(({ plan, until }) => ({
    title: 'Sua assinatura foi cancelada',
    paragraphs: [
      `O plano ${planName(plan)} vale até ${formatDay(until)}, e não há mais cobranças. Depois a conta passa para o plano Gratuito, e os posts já agendados continuam agendados.`,
      'Se mudar de ideia até lá, reative em Gerenciar assinatura.',
    ],
  })),
  'subscription-resumed': toOwnersAbout(({ plan, until }) => ({
    title: 'Sua assinatura continua',
    paragraphs: [
      `O cancelamento foi desfeito. O plano ${planName(plan)} se renova por ${monthlyPrice(plan)}, com impostos: a próxima cobrança é em ${formatDay(until)}.`,
      'Se não foi isso que você quis, cancele de novo em Planos.',
    ],
  })),
  'subscription-ended': toOwnersAbout(({ plan }) => ({
    title: `Sua assinatura ${planName(plan)} terminou`,
    paragraphs: [
      'Sua conta está no plano Gratuito. Os posts já agendados continuam agendados; para novos valem os limites dele.',
    ],
  })),
  'trial-ending': toOwnersAbout(({ plan, until }) => ({
    title: `Seu teste do plano ${planName(plan)} está acabando`,
    paragraphs: [
      `O teste termina em ${formatDay(until)}. Nesse dia é a primeira cobrança, de ${formatReais(planCatalogue[plan].amount)} com impostos, no seu cartão, e depois uma por mês.`,
      'Se não quiser continuar, cancele em Planos antes disso e nada é cobrado.',
    ],
  })),
  'duplicate-subscription-ended': toOwnersAbout(
    ({ plan, amount, disputedAmount, isRefundRefused }) => ({
      title: 'Encerramos uma assinatura repetida',
      paragraphs: [
        `Havia duas assinaturas na sua conta. Encerramos a do plano ${planName(plan)}${
          isRefundRefused
            ? '. O banco recusou a devolução do que ela cobrou: escrevemos à parte sobre isso.'
            : disputedAmount > 0
              ? `. A cobrança de ${formatReais(disputedAmount)} por ela foi contestada no seu banco, e é ele que decide sobre esse valor.`
              : amount === 0
                ? ', pela qual nada foi cobrado.'
                : ` e devolvemos ${formatReais(amount)} para o seu cartão.`
        }`,
        'A outra continua como está.',
      ],
    }),
  ),
  // Sent immediately, as the law requires (Decreto 7.962/2013, art. 5, § 4).
  'refund-requested': toOwnersAbout(({ plan, wasCharged }) => ({
    title: 'Recebemos sua desistência',
    paragraphs: [
      wasCharged
        ? `A assinatura do plano ${planName(plan)} termina agora e pedimos a devolução de tudo o que você pagou por ela. Escrevemos de novo quando estiver feito.`
        : `A assinatura do plano ${planName(plan)} termina agora, antes da primeira cobrança. Escrevemos de novo quando estiver feito.`,
    ],
  })),
  'refund-completed': toOwnersAbout(({ plan, amount }) => ({
    title: amount === 0 ? 'Sua assinatura foi encerrada' : 'Reembolso enviado',
    paragraphs: [
      amount === 0
        ? `A assinatura do plano ${planName(plan)} foi encerrada antes da primeira cobrança: nada foi cobrado.`
        : `Devolvemos ${formatReais(amount)} da assinatura do plano ${planName(plan)} para o seu cartão. O banco costuma levar de 5 a 10 dias úteis para mostrar o valor, na fatura desta ou da próxima vez.`,
      'Sua conta continua no plano Gratuito, com os posts já agendados.',
    ],
    button: dashboardButton,
  })),
  // The owner withdraws while the charge is disputed at the bank.
  'refund-disputed': toOwnersAbout(({ plan, amount }) => ({
    title: 'Seu reembolso espera pelo banco',
    paragraphs: [
      `A assinatura do plano ${planName(plan)} terminou, e não há mais cobranças. A cobrança de ${formatReais(amount)} está contestada no seu banco, que retém o valor até decidir; isso pode levar algumas semanas.`,
      'Se a contestação for aceita, o próprio banco devolve o valor. Se não for, devolvemos tudo para o seu cartão assim que ele nos avisar. Nos dois casos escrevemos de novo.',
    ],
  })),
  // The bank has decided the dispute for the cardholder.
  'refunded-by-bank': toOwnersAbout(({ plan, amount }) => ({
    title: 'O banco devolveu o seu dinheiro',
    paragraphs: [
      `A contestação da cobrança da assinatura do plano ${planName(plan)} foi aceita: o próprio banco devolve ${formatReais(amount)} para o seu cartão. Não há mais nada a devolver por aqui.`,
      'Sua conta continua no plano Gratuito, com os posts já agendados.',
    ],
    button: dashboardButton,
  })),
  'payment-disputed': toOwnersAbout(({ amount, supportEmail }) => ({
    title: 'Uma cobrança da Pontual foi contestada',
    paragraphs: [
      `O banco nos avisou que a cobrança de ${formatReais(amount)} no seu cartão foi contestada. Enquanto ele analisa, o valor fica retido, e não podemos devolvê-lo por outro caminho.`,
      `Se não foi você, ou se já está resolvido, ${contactText(supportEmail)}. Se quer só parar de pagar, cancele em Planos: vale na hora em que o período pago termina.`,
    ],
  })),
  'refund-refused': toOwnersAbout(({ amount, supportEmail }) => ({
    title: 'O banco recusou o seu reembolso',
    paragraphs: [
      `Enviamos ${formatReais(amount)} de volta para o seu cartão, e o banco não aceitou. Isso costuma acontecer com um cartão vencido ou cancelado. O valor está com a gente e é seu.`,
      `Para receber de outra forma, ${contactText(supportEmail)}.`,
    ],
  })),
  'payment-issue-found': {
    recipients: toAddress,
    key: ({ id }) => `payment issue ${id}`,
    wording: ({ issue, id, customer, amount }) => {
      const isDispute = issue === 'dispute';
      return {
        title: isDispute ? 'Contestação aberta' : 'Reembolso recusado pelo banco',
        paragraphs: [
          `${formatReais(amount)}, cliente ${customer}, ${isDispute ? 'contestação' : 'reembolso'} ${id} na Stripe.`,
          isDispute
            ? 'Responda no painel da Stripe antes do prazo que está lá. Enquanto ela está aberta, nada desta cobrança é devolvido por aqui.'
            : 'O valor voltou para o saldo da Stripe. Combine com o cliente outra forma de devolver: por aqui ele não é enviado de novo.',
        ],
        button: { label: 'Abrir a Pontual', path: '' },
      };
    },
  },
};
