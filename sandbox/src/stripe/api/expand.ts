import type { PaymentRecords } from '../records.ts';
import { paginate } from './lists.ts';
import { ApiError } from './api-error.ts';

type Json = Record<string, unknown>;

const MAX_DEPTH = 4;

/** Returns the line items of a checkout session, which it contains only on request. */
function readLineItems(records: PaymentRecords, session: string): object {
  const price = records.prices.get(records.checkoutOptions.get(session)?.price ?? '');
  const item = price && {
    id: `li_${session.slice(-20)}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: price.unit_amount,
    amount_tax: 0,
    amount_total: price.unit_amount,
    currency: price.currency,
    description: records.products.get(price.product)?.name ?? '',
    metadata: {},
    price,
    quantity: 1,
  };
  return paginate(`/v1/checkout/sessions/${session}/line_items`, item ? [item] : [], { limit: 1 });
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
  const isLineItems = node['object'] === 'checkout.session' && name === 'line_items';
  const value = isLineItems ? readLineItems(records, String(node['id'])) : record;
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
  switch (id.slice(0, id.indexOf('_'))) {
    case 'price':
      return records.prices.get(id);
    case 'cus':
      return records.customers.get(id);
    case 'sub':
      return records.subscriptions.get(id);
    case 'ch':
      return records.charges.get(id);
    default:
      return undefined;
  }
}
