import type { Collection } from '../../platform/state/collection.ts';
import type { PaymentRecords } from '../records.ts';
import { paginate } from './lists.ts';
import { ApiError } from './api-error.ts';

type Json = Record<string, unknown>;
type ReadableCollection = Pick<Collection<{ id: string }>, 'get'>;

const MAX_DEPTH = 4;

function mapCollectionsByPrefix(records: PaymentRecords): Record<string, ReadableCollection> {
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

function readIncludable(records: PaymentRecords, { object, id }: Json, name: string): unknown {
  const all = { limit: 100 };
  const objectId = String(id);
  switch (`${String(object)}.${name}`) {
    case 'checkout.session.line_items':
      return paginate(
        `/v1/checkout/sessions/${objectId}/line_items`,
        buildLineItems(records, objectId),
        all,
      );
    case 'invoice.payments':
      return paginate(
        `/v1/invoice_payments?invoice=${objectId}`,
        records.invoicePayments.in(objectId),
        all,
      );
    case 'customer.subscriptions': {
      const live = records.subscriptions.in(objectId).filter(({ status }) => status !== 'canceled');
      return paginate(`/v1/customers/${objectId}/subscriptions`, live.toReversed(), all);
    }
    default:
      return undefined;
  }
}

/** Returns the line items of a checkout session. */
export function buildLineItems(
  records: PaymentRecords,
  session: string,
): (Json & { id: string })[] {
  const lines = records.checkoutOptions.get(session)?.lines ?? [];
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

/** Returns a copy of the response in which the requested objects replace their ids. */
export function expand(records: PaymentRecords, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer) as Json; // Responses are plain JSON.
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > MAX_DEPTH) {
      const message = `You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`;
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
  const original = Object.hasOwn(node, name) ? node[name] : undefined;
  const record = typeof original === 'string' ? findById(records, original) : original;
  const value = record === undefined ? readIncludable(records, node, name) : record;
  if (value === undefined) {
    throw new ApiError(400, `This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  const copy: unknown = structuredClone(value);
  node[name] = copy;
  if (rest.length === 0) return;
  for (const each of Array.isArray(copy) ? copy : [copy]) {
    if (typeof each === 'object' && each !== null) expandAt(records, each as Json, rest, path);
  }
}

function findById(records: PaymentRecords, id: string): object | undefined {
  // This prefix begins with that of another collection (`sub_`).
  if (id.startsWith('sub_sched_')) return records.schedules.get(id);
  return mapCollectionsByPrefix(records)[id.slice(0, id.indexOf('_'))]?.get(id);
}
