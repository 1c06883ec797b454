import { z } from 'zod';
import { ApiError, invalid, missing } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { lineItems } from '../api/expand.ts';
import { createdFilter, isWithin, LISTING, paged } from '../api/lists.ts';
import { text } from '../api/form.ts';
import { planCheckout } from '../billing/agenda.ts';
import { expireCheckout } from '../checkout/expire.ts';
import type { Open } from '../objects.ts';
import type { CheckoutSession } from '../sessions.ts';
import { newId, nowOf, type PaymentsWorld } from '../world.ts';
import { newCheckoutSchema, type NewCheckout } from './checkout-parameters.ts';
import { findCustomer, knownCustomer } from './customers.ts';
import { findPrice } from './subscriptions.ts';

const DAY_SECONDS = 86_400;
const SHORTEST_SECONDS = 30 * 60;

const listSchema = z.strictObject({
  ...LISTING,
  created: createdFilter,
  customer: text.optional(),
  subscription: text.optional(),
  payment_intent: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
});

/** `/v1/checkout/sessions` */
export function checkoutEndpoints(world: PaymentsWorld): Endpoint[] {
  const { checkouts } = world.records;
  const path = '/v1/checkout/sessions';
  const find = (id: string): CheckoutSession => {
    const session = checkouts.get(id);
    if (!session) throw missing('checkout.session', id, 'session');
    return session;
  };
  return [
    endpoint('POST', path, 'checkout-create', newCheckoutSchema, (given) => create(world, given)),
    endpoint('GET', path, 'checkout-list', listSchema, (asked) => {
      const { customer, subscription, status, created } = asked;
      if (customer !== undefined) knownCustomer(world, customer);
      const found = checkouts
        .all()
        .toReversed()
        .filter(
          (each) =>
            (customer === undefined || each.customer === customer) &&
            (subscription === undefined || each.subscription === subscription) &&
            (status === undefined || each.status === status) &&
            isWithin(each.created, created),
        );
      return paged(path, found, asked);
    }),
    endpoint('GET', `${path}/:id`, 'checkout-retrieve', z.strictObject({}), (_, id) => find(id)),
    endpoint(
      'GET',
      `${path}/:id/line_items`,
      'checkout-line-items',
      z.strictObject(LISTING),
      (asked, id) =>
        paged(`${path}/${id}/line_items`, lineItems(world.records, find(id).id), asked),
    ),
    endpoint('POST', `${path}/:id/expire`, 'checkout-expire', z.strictObject({}), (_, id) => {
      const session = find(id);
      if (session.status !== 'open') {
        throw new ApiError(
          400,
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
          { param: 'session' },
        );
      }
      return expireCheckout(world, session);
    }),
  ];
}

function create(world: PaymentsWorld, given: NewCheckout): CheckoutSession {
  const { records } = world;
  if (given.customer !== undefined && given.customer_email !== undefined) {
    throw invalid(
      'customer_email',
      'You may only specify one of these parameters: customer, customer_email.',
    );
  }
  const customer = given.customer === undefined ? undefined : findCustomer(world, given.customer);
  const now = nowOf(world, customer?.test_clock ?? null);
  const expiresAt = given.expires_at ?? now + DAY_SECONDS;
  if (expiresAt < now + SHORTEST_SECONDS - 60 || expiresAt > now + DAY_SECONDS + 60) {
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
    );
  }
  const { trial_period_days: days, trial_end: trialEnd } = given.subscription_data ?? {};
  if (days !== undefined && trialEnd !== undefined) {
    throw invalid(
      'subscription_data[trial_end]',
      'You can not pass both trial_end and trial_period_days.',
    );
  }
  if (trialEnd !== undefined && trialEnd < now + 2 * DAY_SECONDS) {
    throw invalid(
      'subscription_data[trial_end]',
      'The `trial_end` date has to be at least 2 days in the future.',
    );
  }
  const lines = given.line_items.map(({ price, quantity }, index) => ({
    price: findPrice(world, price, `line_items[${index}][price]`).id,
    quantity,
  }));
  const id = newId(world, 'cs_test', 58);
  records.wishes.put({
    id,
    trialDays: days ?? null,
    trialEnd: trialEnd ?? null,
    missingPaymentMethod:
      given.subscription_data?.trial_settings?.end_behavior.missing_payment_method ??
      'create_invoice',
    metadata: given.subscription_data?.metadata ?? {},
    description: given.subscription_data?.description ?? null,
    lines,
    termsRequired: given.consent_collection?.terms_of_service === 'required',
  });
  const isFree = days !== undefined || trialEnd !== undefined;
  const session = {
    id,
    object: 'checkout.session',
    ...whatWasAsked(given),
    amount_subtotal: isFree ? 0 : totalOf(world, lines),
    amount_total: isFree ? 0 : totalOf(world, lines),
    created: now,
    currency: 'brl',
    customer: customer?.id ?? null,
    customer_details: customer
      ? detailsOf(customer.email, customer.name)
      : given.customer_email
        ? detailsOf(given.customer_email, null)
        : null,
    expires_at: expiresAt,
    url: `${world.url()}/c/pay/${id}`,
  } satisfies Open<CheckoutSession>;
  records.checkouts.put(session);
  planCheckout(world, session);
  return session;
}

function totalOf(
  { records }: PaymentsWorld,
  lines: readonly { price: string; quantity: number }[],
) {
  return lines.reduce(
    (sum, { price, quantity }) => sum + (records.prices.get(price)?.unit_amount ?? 0) * quantity,
    0,
  );
}

/** What a session tells of its customer. */
export function detailsOf(email: string | null, name: string | null) {
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

/** The part of a new session that says again what was asked, or that never varies. */
function whatWasAsked(given: NewCheckout) {
  const terms = given.consent_collection?.terms_of_service ?? null;
  return {
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: given.billing_address_collection ?? null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: given.consent_collection
      ? { payment_method_reuse_agreement: null, promotions: null, terms_of_service: terms }
      : null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: given.custom_text?.submit ?? null,
      terms_of_service_acceptance: given.custom_text?.terms_of_service_acceptance ?? null,
    },
    customer_account: null,
    customer_creation: given.customer === undefined ? ('always' as const) : null,
    customer_email: given.customer_email ?? null,
    discounts: [],
    integration_identifier: given.integration_identifier ?? null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: given.locale ?? null,
    managed_payments: null,
    metadata: given.metadata ?? {},
    mode: 'subscription',
    origin_context: given.origin_context ?? null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: given.payment_method_collection,
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
    success_url: given.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    wallet_options: null,
  };
}
