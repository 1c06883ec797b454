import { z } from 'zod';
import { ApiError, createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import { metadata, nonNegativeInteger, text } from '../api/form.ts';
import { setCheckoutTimer } from '../billing/timers.ts';
import { expireCheckout } from '../checkout/expire.ts';
import type { WithExtras } from '../objects.ts';
import type { CheckoutSession } from '../sessions.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { findCustomer, findAnyCustomer } from './customers.ts';
import { findPrice } from './subscriptions.ts';

const DAY_SECONDS = 86_400;

const urlSchema = z.string().refine(
  // The vendor fills in the placeholder in braces later.
  (value) => /^https?:\/\//.test(value) && URL.canParse(value.replaceAll(/[{}]/g, '')),
  'url',
);
/** The parameters of a hosted checkout of a subscription; other modes are not supported. */
const newSchema = z.strictObject({
  mode: z.literal('subscription'),
  line_items: z.tuple([z.strictObject({ price: text, quantity: z.literal('1').optional() })]),
  success_url: urlSchema,
  cancel_url: urlSchema.optional(),
  customer: text,
  client_reference_id: text.max(200).optional(),
  locale: text.optional(),
  allowed_payment_method_types: z.array(z.literal('card')).min(1).optional(),
  payment_method_collection: z.literal('always').optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      trial_period_days: nonNegativeInteger
        .refine((value) => value >= 1 && value <= 730, 'days')
        .optional(),
    })
    .optional(),
});
const listSchema = z.strictObject({
  ...LIST_PARAMS,
  customer: text,
  status: z.enum(['open', 'complete', 'expired']).optional(),
});

export function checkoutEndpoints(context: PaymentsContext): Endpoint[] {
  const { checkouts } = context.records;
  const path = '/v1/checkout/sessions';
  const find = (id: string): CheckoutSession => {
    const session = checkouts.get(id);
    if (!session) throw createNotFoundError('checkout.session', id, 'session');
    return session;
  };
  return [
    defineEndpoint('POST', path, 'checkout-create', newSchema, (input) => create(context, input)),
    defineEndpoint('GET', path, 'checkout-list', listSchema, (query) => {
      const { id } = findAnyCustomer(context, query.customer);
      const found = checkouts
        .in(id)
        .filter(({ status }) => query.status === undefined || status === query.status);
      return paginate(path, found.toReversed(), query);
    }),
    defineEndpoint('GET', `${path}/:id`, 'checkout-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint('POST', `${path}/:id/expire`, 'checkout-expire', z.strictObject({}), (_, id) => {
      const session = find(id);
      if (session.status !== 'open') {
        throw new ApiError(
          400,
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
          { param: 'session' },
        );
      }
      return expireCheckout(context, session);
    }),
  ];
}

function create(context: PaymentsContext, input: z.output<typeof newSchema>): CheckoutSession {
  const { records } = context;
  const customer = findCustomer(context, input.customer);
  const [item] = input.line_items;
  const price = findPrice(context, item.price, 'line_items[0][price]');
  const trialDays = input.subscription_data?.trial_period_days ?? null;
  const id = newId(context, 'cs_test', 58);
  records.checkoutOptions.put({
    id,
    price: price.id,
    trialDays,
    metadata: input.subscription_data?.metadata ?? {},
  });
  const amount = trialDays === null ? price.unit_amount : 0;
  const now = getNow(context);
  const session = {
    id,
    ...CONSTANT_FIELDS,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    created: now,
    customer: customer.id,
    customer_details: buildCustomerDetails(customer.email, customer.name),
    expires_at: now + DAY_SECONDS,
    invoice: null,
    locale: input.locale ?? null,
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: input.success_url,
    url: `${context.url()}/c/pay/${id}`,
  } satisfies WithExtras<CheckoutSession>;
  records.checkouts.put(session);
  setCheckoutTimer(context, session);
  return session;
}

export function buildCustomerDetails(email: string | null, name: string | null) {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  };
}

const CONSTANT_FIELDS = {
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency: 'brl',
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_creation: null,
  customer_email: null,
  discounts: [],
  integration_identifier: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  mode: 'subscription',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: {
    allow_redisplay_filters: ['always'],
    payment_method_remove: null,
    payment_method_save: null,
  },
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
};
