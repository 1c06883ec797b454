import { z } from 'zod';
import { ApiError, createInvalidParamError, createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { buildLineItems } from '../api/expand.ts';
import { createdFilter, matchesCreated, LIST_PARAMS, paginate } from '../api/lists.ts';
import { text } from '../api/form.ts';
import { setCheckoutTimer } from '../billing/timers.ts';
import { expireCheckout } from '../checkout/expire.ts';
import type { WithExtras } from '../objects.ts';
import type { CheckoutSession } from '../sessions.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { newCheckoutSchema, type NewCheckout } from './checkout-parameters.ts';
import { findCustomer, findAnyCustomer } from './customers.ts';
import { findPrice } from './subscriptions.ts';

const DAY_SECONDS = 86_400;
const MIN_LIFETIME_SECONDS = 30 * 60;

const listSchema = z.strictObject({
  ...LIST_PARAMS,
  created: createdFilter,
  customer: text.optional(),
  subscription: text.optional(),
  payment_intent: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
});

/** Endpoints `/v1/checkout/sessions`. */
export function checkoutEndpoints(context: PaymentsContext): Endpoint[] {
  const { checkouts } = context.records;
  const path = '/v1/checkout/sessions';
  const find = (id: string): CheckoutSession => {
    const session = checkouts.get(id);
    if (!session) throw createNotFoundError('checkout.session', id, 'session');
    return session;
  };
  return [
    defineEndpoint('POST', path, 'checkout-create', newCheckoutSchema, (input) =>
      create(context, input),
    ),
    defineEndpoint('GET', path, 'checkout-list', listSchema, (query) => {
      const { customer, subscription, status, created } = query;
      if (customer !== undefined) findAnyCustomer(context, customer);
      const found = checkouts
        .all()
        .toReversed()
        .filter(
          (each) =>
            (customer === undefined || each.customer === customer) &&
            (subscription === undefined || each.subscription === subscription) &&
            (status === undefined || each.status === status) &&
            matchesCreated(each.created, created),
        );
      return paginate(path, found, query);
    }),
    defineEndpoint('GET', `${path}/:id`, 'checkout-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint(
      'GET',
      `${path}/:id/line_items`,
      'checkout-line-items',
      z.strictObject(LIST_PARAMS),
      (query, id) =>
        paginate(`${path}/${id}/line_items`, buildLineItems(context.records, find(id).id), query),
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

function create(context: PaymentsContext, input: NewCheckout): CheckoutSession {
  const { records } = context;
  if (input.customer !== undefined && input.customer_email !== undefined) {
    throw createInvalidParamError(
      'customer_email',
      'You may only specify one of these parameters: customer, customer_email.',
    );
  }
  const customer = input.customer === undefined ? undefined : findCustomer(context, input.customer);
  const now = getNow(context, customer?.test_clock ?? null);
  const expiresAt = input.expires_at ?? now + DAY_SECONDS;
  if (expiresAt < now + MIN_LIFETIME_SECONDS - 60 || expiresAt > now + DAY_SECONDS + 60) {
    throw createInvalidParamError(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
    );
  }
  const { trial_period_days: days, trial_end: trialEnd } = input.subscription_data ?? {};
  if (days !== undefined && trialEnd !== undefined) {
    throw createInvalidParamError(
      'subscription_data[trial_end]',
      'You can not pass both trial_end and trial_period_days.',
    );
  }
  if (trialEnd !== undefined && trialEnd < now + 2 * DAY_SECONDS) {
    throw createInvalidParamError(
      'subscription_data[trial_end]',
      'The `trial_end` date has to be at least 2 days in the future.',
    );
  }
  const lines = input.line_items.map(({ price, quantity }, index) => ({
    price: findPrice(context, price, `line_items[${index}][price]`).id,
    quantity,
  }));
  const id = newId(context, 'cs_test', 58);
  records.checkoutOptions.put({
    id,
    trialDays: days ?? null,
    trialEnd: trialEnd ?? null,
    missingPaymentMethod:
      input.subscription_data?.trial_settings?.end_behavior.missing_payment_method ??
      'create_invoice',
    metadata: input.subscription_data?.metadata ?? {},
    description: input.subscription_data?.description ?? null,
    lines,
    areTermsRequired: input.consent_collection?.terms_of_service === 'required',
  });
  const isFree = days !== undefined || trialEnd !== undefined;
  const session = {
    id,
    object: 'checkout.session',
    ...buildRequestedFields(input),
    amount_subtotal: isFree ? 0 : sumTotal(context, lines),
    amount_total: isFree ? 0 : sumTotal(context, lines),
    created: now,
    currency: 'brl',
    customer: customer?.id ?? null,
    customer_details: customer
      ? buildCustomerDetails(customer.email, customer.name)
      : input.customer_email
        ? buildCustomerDetails(input.customer_email, null)
        : null,
    expires_at: expiresAt,
    url: `${context.url()}/c/pay/${id}`,
  } satisfies WithExtras<CheckoutSession>;
  records.checkouts.put(session);
  setCheckoutTimer(context, session);
  return session;
}

function sumTotal(
  { records }: PaymentsContext,
  lines: readonly { price: string; quantity: number }[],
) {
  return lines.reduce(
    (sum, { price, quantity }) => sum + (records.prices.get(price)?.unit_amount ?? 0) * quantity,
    0,
  );
}

/** Returns `customer_details` of a session. */
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

function buildRequestedFields(input: NewCheckout) {
  const terms = input.consent_collection?.terms_of_service ?? null;
  return {
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: input.allow_promotion_codes ?? null,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: input.billing_address_collection ?? null,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: input.consent_collection
      ? { payment_method_reuse_agreement: null, promotions: null, terms_of_service: terms }
      : null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: input.custom_text?.submit ?? null,
      terms_of_service_acceptance: input.custom_text?.terms_of_service_acceptance ?? null,
    },
    customer_account: null,
    customer_creation: input.customer === undefined ? ('always' as const) : null,
    customer_email: input.customer_email ?? null,
    discounts: [],
    integration_identifier: input.integration_identifier ?? null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: input.locale ?? null,
    managed_payments: null,
    metadata: input.metadata ?? {},
    mode: 'subscription',
    origin_context: input.origin_context ?? null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: input.payment_method_collection,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid' as const,
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
    status: 'open' as const,
    submit_type: null,
    subscription: null,
    success_url: input.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    wallet_options: null,
  };
}
