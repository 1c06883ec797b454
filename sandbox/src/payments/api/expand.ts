import type { Collection } from '../../state/collection.ts';
import type { PaymentRecords } from '../records.ts';
import { paged } from './lists.ts';
import { ApiError } from './api-error.ts';

type Json = Record<string, unknown>;
type Source = Pick<Collection<{ id: string }>, 'get'>;

const DEPTH = 4;

function sourcesOf(records: PaymentRecords): Record<string, Source> {
  return {
    prod: records.products,
    price: records.prices,
    cus: records.customers,
    pm: records.paymentMethods,
    sub: records.subscriptions,
    in: records.invoices,
    pi: records.paymentIntents,
    ch: records.charges,
    re: records.refunds,
    du: records.disputes,
    bpc: records.configurations,
    clock: records.clocks,
  };
}

/** Members that an object has only when they are asked for. */
function includableOf(records: PaymentRecords, { object, id }: Json, name: string): unknown {
  const all = { limit: 100 };
  const at = String(id);
  switch (`${String(object)}.${name}`) {
    case 'checkout.session.line_items':
      return paged(`/v1/checkout/sessions/${at}/line_items`, lineItems(records, at), all);
    case 'invoice.payments':
      return paged(`/v1/invoice_payments?invoice=${at}`, records.invoicePayments.in(at), all);
    case 'customer.subscriptions': {
      const live = records.subscriptions.in(at).filter(({ status }) => status !== 'canceled');
      return paged(`/v1/customers/${at}/subscriptions`, live.toReversed(), all);
    }
    default:
      return undefined;
  }
}

/** What a checkout session sells. */
export function lineItems(records: PaymentRecords, session: string): (Json & { id: string })[] {
  const lines = records.wishes.get(session)?.lines ?? [];
  return lines.flatMap(({ price: priceId, quantity }, index) => {
    const price = records.prices.get(priceId);
    if (!price) return [];
    const amount = price.unit_amount * quantity;
    return {
      id: `li_${session.slice(-20)}${index}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: records.products.get(price.product)?.name ?? '',
      metadata: {},
      price,
      quantity,
    };
  });
}

/** A copy of the answer in which the objects asked for stand in place of their ids. */
export function expand(records: PaymentRecords, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer) as Json; // Answers are plain JSON.
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > DEPTH) {
      const message = `You cannot expand more than ${DEPTH} levels of a property. Property: ${path}`;
      throw new ApiError(400, message, { param: 'expand' });
    }
    expandAt(records, copy, names, path);
  }
  return copy;
}

function expandAt(
  records: PaymentRecords,
  node: Json,
  [name = '', ...rest]: readonly string[],
  path: string,
): void {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  const full = typeof value === 'string' ? loaded(records, value) : value;
  const found = full === undefined ? includableOf(records, node, name) : full;
  if (found === undefined) {
    throw new ApiError(400, `This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  const own: unknown = structuredClone(found);
  node[name] = own;
  if (rest.length === 0) return;
  for (const each of Array.isArray(own) ? own : [own]) {
    if (typeof each === 'object' && each !== null) expandAt(records, each as Json, rest, path);
  }
}

function loaded(records: PaymentRecords, id: string): object | undefined {
  // Its prefix holds another one's.
  if (id.startsWith('sub_sched_')) return records.schedules.get(id);
  return sourcesOf(records)[id.slice(0, id.indexOf('_'))]?.get(id);
}
