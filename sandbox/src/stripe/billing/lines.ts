import type { InvoiceLine, Period, Price, Subscription, SubscriptionItem } from '../objects.ts';
import { newId, type PaymentsContext } from '../context.ts';

type LineSource = { subscription: Subscription; item: SubscriptionItem; price: Price };

/** Creates one line of an invoice. */
export function createLine(
  context: PaymentsContext,
  { subscription, item, price }: LineSource,
  {
    amount,
    period,
    proration = false,
    description,
  }: {
    amount: number;
    period: Period;
    proration?: boolean;
    description: string;
  },
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
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
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
    quantity: item.quantity,
    quantity_decimal: String(item.quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  } as InvoiceLine; // The members beyond the type belong to the format of the vendor and are not read here.
}

/** Returns the lines of a subscription for one period. */
export function buildPeriodLines(
  context: PaymentsContext,
  subscription: Subscription,
  period: Period,
  isFree = false,
): InvoiceLine[] {
  return subscription.items.data.map((item) => {
    const name = context.records.products.get(item.price.product)?.name ?? '';
    const description = isFree ? `Período de teste: ${name}` : `${item.quantity} × ${name}`;
    const amount = isFree ? 0 : item.price.unit_amount * item.quantity;
    return createLine(
      context,
      { subscription, item, price: item.price },
      { amount, period, description },
    );
  });
}

/**
 * Returns the prorations for the rest of the current period: a credit for the old price, a charge for the new
 * one.
 */
export function buildProrationLines(
  context: PaymentsContext,
  subscription: Subscription,
  { item, price, quantity }: { item: SubscriptionItem; price?: Price; quantity?: number },
  at: number,
): InvoiceLine[] {
  const { current_period_start: start, current_period_end: end } = item;
  const share = end > start ? Math.max(0, Math.min(1, (end - at) / (end - start))) : 0;
  const period = { start: at, end };
  const findProductName = (price: Price): string =>
    context.records.products.get(price.product)?.name ?? '';
  const credit = createLine(
    context,
    { subscription, item, price: item.price },
    {
      amount: -Math.round(item.price.unit_amount * item.quantity * share),
      period,
      proration: true,
      description: `Tempo não usado de ${findProductName(item.price)}`,
    },
  );
  if (!price) return [credit];
  const rest = createLine(
    context,
    { subscription, item, price },
    {
      amount: Math.round(price.unit_amount * (quantity ?? item.quantity) * share),
      period,
      proration: true,
      description: `Tempo restante de ${findProductName(price)}`,
    },
  );
  return [credit, rest];
}
