import { z } from 'zod';
import { ApiError, createInvalidParamError, createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import { CARD_TOKENS, findDecline } from '../billing/cards.ts';
import { attachPaymentMethod, createPaymentMethod } from '../billing/payment-methods.ts';
import type { PaymentMethod } from '../objects.ts';
import type { PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';
import { findCustomer } from './customers.ts';

const noParams = z.strictObject({});
const attachSchema = z.strictObject({ customer: text });
const listSchema = z.strictObject({
  ...LIST_PARAMS,
  customer: text,
  type: z.literal('card').optional(),
});

/** Endpoints `/v1/payment_methods`: cards, by the test names that represent their numbers. */
export function paymentMethodEndpoints(context: PaymentsContext): Endpoint[] {
  const { paymentMethods, cards } = context.records;
  const path = '/v1/payment_methods';
  const find = (id: string): PaymentMethod => {
    const number = CARD_TOKENS[id];
    if (number !== undefined) {
      const year = new Date(context.clock.now()).getUTCFullYear() + 4;
      return createPaymentMethod(context, { number, month: 12, year, name: null, email: null });
    }
    const method = paymentMethods.get(id);
    if (!method) throw createNotFoundError('PaymentMethod', id, 'payment_method');
    return method;
  };
  const list = (query: z.output<typeof listSchema>, url: string): object => {
    const { customer } = findOwner(query.customer);
    const attached = paymentMethods.all().filter((each) => each.customer === customer);
    return paginate(url, attached.toReversed(), query);
  };
  const findOwner = (id: string): { customer: string } => ({
    customer: findCustomer(context, id).id,
  });
  return [
    defineEndpoint('GET', path, 'payment-method-list', listSchema, (query) => list(query, path)),
    defineEndpoint('GET', `${path}/:id`, 'payment-method-retrieve', noParams, (_, id) => find(id)),
    defineEndpoint(
      'GET',
      '/v1/customers/:id/payment_methods',
      'payment-method-list',
      z.strictObject(LIST_PARAMS),
      (query, id) => list({ ...query, customer: id }, `/v1/customers/${id}/payment_methods`),
    ),
    defineEndpoint(
      'POST',
      `${path}/:id/attach`,
      'payment-method-attach',
      attachSchema,
      (input, id) => {
        const customer = findCustomer(context, input.customer);
        const method = find(id);
        if (method.customer !== null && method.customer !== customer.id) {
          throw createInvalidParamError(
            'customer',
            'The payment method you provided has already been attached to a customer.',
          );
        }
        const decline = findDecline(cards.get(method.id)?.number ?? '');
        if (decline) {
          throw new ApiError(402, decline.message, {
            type: 'card_error',
            code: decline.code,
            decline_code: decline.declineCode,
          });
        }
        return attachPaymentMethod(context, method, customer);
      },
    ),
    defineEndpoint('POST', `${path}/:id/detach`, 'payment-method-detach', noParams, (_, id) => {
      const method = find(id);
      if (method.customer === null) {
        throw createInvalidParamError(
          'payment_method',
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        );
      }
      const detached = updateRecord(context, paymentMethods, method, { customer: null });
      emit(context, 'payment_method.detached', detached);
      return detached;
    }),
  ];
}
