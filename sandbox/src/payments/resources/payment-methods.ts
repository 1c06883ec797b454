import { z } from 'zod';
import { ApiError, invalid, missing } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { LISTING, paged } from '../api/lists.ts';
import { CARD_TOKENS, refusalOf } from '../billing/cards.ts';
import { attachMethod, makePaymentMethod } from '../billing/payment-methods.ts';
import type { PaymentMethod } from '../objects.ts';
import type { PaymentsWorld } from '../world.ts';
import { change, emit } from '../webhooks/emit.ts';
import { findCustomer } from './customers.ts';

const none = z.strictObject({});
const attachSchema = z.strictObject({ customer: text });
const listSchema = z.strictObject({
  ...LISTING,
  customer: text,
  type: z.literal('card').optional(),
});

/** `/v1/payment_methods`: cards, by the test names that stand for their numbers. */
export function paymentMethodEndpoints(world: PaymentsWorld): Endpoint[] {
  const { paymentMethods, cards } = world.records;
  const path = '/v1/payment_methods';
  const find = (id: string): PaymentMethod => {
    const number = CARD_TOKENS[id];
    if (number !== undefined) {
      const year = new Date(world.clock.now()).getUTCFullYear() + 4;
      return makePaymentMethod(world, { number, month: 12, year, name: null, email: null });
    }
    const method = paymentMethods.get(id);
    if (!method) throw missing('PaymentMethod', id, 'payment_method');
    return method;
  };
  const list = (asked: z.output<typeof listSchema>, url: string): object => {
    const { customer } = findOwner(asked.customer);
    const own = paymentMethods.all().filter((each) => each.customer === customer);
    return paged(url, own.toReversed(), asked);
  };
  const findOwner = (id: string): { customer: string } => ({
    customer: findCustomer(world, id).id,
  });
  return [
    endpoint('GET', path, 'payment-method-list', listSchema, (asked) => list(asked, path)),
    endpoint('GET', `${path}/:id`, 'payment-method-retrieve', none, (_, id) => find(id)),
    endpoint(
      'GET',
      '/v1/customers/:id/payment_methods',
      'payment-method-list',
      z.strictObject(LISTING),
      (asked, id) => list({ ...asked, customer: id }, `/v1/customers/${id}/payment_methods`),
    ),
    endpoint('POST', `${path}/:id/attach`, 'payment-method-attach', attachSchema, (given, id) => {
      const customer = findCustomer(world, given.customer);
      const method = find(id);
      if (method.customer !== null && method.customer !== customer.id) {
        throw invalid(
          'customer',
          'The payment method you provided has already been attached to a customer.',
        );
      }
      const refusal = refusalOf(cards.get(method.id)?.number ?? '');
      if (refusal) {
        throw new ApiError(402, refusal.message, {
          type: 'card_error',
          code: refusal.code,
          decline_code: refusal.declineCode,
        });
      }
      return attachMethod(world, method, customer);
    }),
    endpoint('POST', `${path}/:id/detach`, 'payment-method-detach', none, (_, id) => {
      const method = find(id);
      if (method.customer === null) {
        throw invalid(
          'payment_method',
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        );
      }
      const detached = change(world, paymentMethods, method, { customer: null });
      emit(world, 'payment_method.detached', detached);
      return detached;
    }),
  ];
}
