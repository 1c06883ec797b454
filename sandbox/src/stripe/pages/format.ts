import { html, type Html } from '../../platform/pages/html.ts';
import { getPeriod } from '../billing/statuses.ts';
import type { Invoice, PaymentMethod, Price, Subscription } from '../objects.ts';

const currencyFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const dateFormat = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeZone: 'America/Sao_Paulo',
});

/** Formats an amount in cents, with a normal space. */
export const formatMoney = (cents: number): string =>
  currencyFormat.format(cents / 100).replaceAll('\u00A0', ' ');

export function formatDay(seconds: number): Html {
  const date = new Date(seconds * 1000);
  return html`<time datetime="${date.toISOString()}">${dateFormat.format(date)}</time>`;
}

export const formatPrice = ({ unit_amount: amount }: Price): string =>
  `${formatMoney(amount)} por mês`;

const STATUSES: Record<Subscription['status'], string> = {
  active: 'Ativa',
  canceled: 'Encerrada',
  incomplete: 'Aguardando o primeiro pagamento',
  incomplete_expired: 'Nunca paga',
  past_due: 'Pagamento em atraso',
  trialing: 'Em período de teste',
  unpaid: 'Não paga',
};

export const formatStatus = ({ status }: Subscription): string => STATUSES[status];

export function formatNextEvent(subscription: Subscription): Html {
  const { cancel_at: cancelAt, ended_at: endedAt, status, items } = subscription;
  if (endedAt !== null) return html`Terminou em ${formatDay(endedAt)}.`;
  if (cancelAt !== null) return html`Cancelada: vale até ${formatDay(cancelAt)}.`;
  const { end } = getPeriod(subscription);
  const price = formatPrice(items.data[0].price);
  if (status === 'trialing') return html`O teste vai até ${formatDay(end)}; depois, ${price}.`;
  return html`${price}. Próxima cobrança em ${formatDay(end)}.`;
}

const BRANDS: Record<string, string> = { mastercard: 'Mastercard', visa: 'Visa' };

/** Formats a card, such as `Visa •••• 4242, validade 12/2040`. */
export const formatCard = ({ card }: PaymentMethod): string =>
  `${BRANDS[card.brand] ?? card.brand} •••• ${card.last4}, validade ${card.exp_month}/${card.exp_year}`;

const INVOICE_STATUSES: Record<Invoice['status'], string> = {
  draft: 'Rascunho',
  open: 'Em aberto',
  paid: 'Paga',
  void: 'Anulada',
};

export const formatInvoiceStatus = ({ status }: Invoice): string => INVOICE_STATUSES[status];
