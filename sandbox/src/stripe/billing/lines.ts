import type { InvoiceLine, Period, Price, Subscription } from '../objects.ts';
import { getNow, newId, type PaymentsContext } from '../context.ts';
import { getPeriod } from './statuses.ts';

type LineContent = { amount: number; period: Period; proration?: boolean; description: string };

function createLine(
  context: PaymentsContext,
  { id: subscription, items, metadata }: Subscription,
  price: Price,
  { amount, period, proration = false, description }: LineContent,
): InvoiceLine {
  return {
    id: newId(context, 'il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: { credited_items: null },
        subscription,
        subscription_item: items.data[0].id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: String(price.unit_amount),
    },
    quantity: 1,
    quantity_decimal: '1',
    subscription,
    subtotal: amount,
    taxes: [],
  } as InvoiceLine; // The members beyond the type belong to the format of the vendor and are not read here.
}

const findProductName = ({ records }: PaymentsContext, { product }: Price): string =>
  records.products.get(product)?.name ?? '';

export function buildPeriodLine(
  context: PaymentsContext,
  subscription: Subscription,
  period: Period,
  isFree = false,
): InvoiceLine {
  const { price } = subscription.items.data[0];
  const name = findProductName(context, price);
  return createLine(context, subscription, price, {
    amount: isFree ? 0 : price.unit_amount,
    period,
    description: isFree ? `Período de teste: ${name}` : `1 × ${name}`,
  });
}

/** Returns a credit for the old price and a charge for the new one, for the rest of the period. */
export function buildProrationLines(
  context: PaymentsContext,
  subscription: Subscription,
  newPrice: Price,
): InvoiceLine[] {
  const { price: oldPrice } = subscription.items.data[0];
  const { start, end } = getPeriod(subscription);
  const now = getNow(context);
  const share = end > start ? Math.max(0, Math.min(1, (end - now) / (end - start))) : 0;
  const rest = { period: { start: now, end }, proration: true };
  return [
    createLine(context, subscription, oldPrice, {
      ...rest,
      amount: -Math.round(oldPrice.unit_amount * share),
      description: `Tempo não usado de ${findProductName(context, oldPrice)}`,
    }),
    createLine(context, subscription, newPrice, {
      ...rest,
      amount: Math.round(newPrice.unit_amount * share),
      description: `Tempo restante de ${findProductName(context, newPrice)}`,
    }),
  ];
}
