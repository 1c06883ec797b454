import { z } from 'zod';
import { createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { CARD_TOKENS } from '../billing/cards.ts';
import { attachPaymentMethod, createPaymentMethod } from '../billing/payment-methods.ts';
import type { PaymentsContext } from '../context.ts';
import { findCustomer } from './customers.ts';

const attachSchema = z.strictObject({ customer: text });

/** The endpoint that attaches a card by the test name that represents its number. */
export function paymentMethodEndpoints(context: PaymentsContext): Endpoint[] {
  return [
    defineEndpoint(
      'POST',
      '/v1/payment_methods/:id/attach',
      'payment-method-attach',
      attachSchema,
      (input, id) => {
        const customer = findCustomer(context, input.customer);
        const number = CARD_TOKENS[id];
        if (number === undefined) throw createNotFoundError('PaymentMethod', id, 'payment_method');
        const year = new Date(context.clock.now()).getUTCFullYear() + 4;
        const card = { number, month: 12, year, name: null, email: null };
        return attachPaymentMethod(context, createPaymentMethod(context, card), customer);
      },
    ),
  ];
}
