import { z } from 'zod';
import { createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { flag, metadata, text } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import type { WithExtras } from '../objects.ts';
import type { PortalConfiguration, PortalFeatures } from '../sessions.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';

const texts = z.array(text);
const FIXED_QUANTITY = { enabled: false, maximum: null, minimum: 1 };
const product = z
  .strictObject({ product: text, prices: texts })
  .transform((offer) => ({ ...offer, adjustable_quantity: FIXED_QUANTITY }));
const cancellationReason = z
  .strictObject({ enabled: flag, options: texts })
  .transform((reason) => ({ ...reason, feedback_options: null }));
const featuresSchema = z.strictObject({
  customer_update: z.strictObject({ allowed_updates: texts, enabled: flag }).optional(),
  invoice_history: z.strictObject({ enabled: flag }).optional(),
  payment_method_update: z.strictObject({ enabled: flag }).optional(),
  subscription_cancel: z
    .strictObject({
      cancellation_reason: cancellationReason.optional(),
      enabled: flag,
      mode: z.literal('at_period_end').optional(),
      proration_behavior: z.literal('none').optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      default_allowed_updates: z.array(z.literal('price')),
      enabled: flag,
      products: z.array(product),
      proration_behavior: z.literal('always_invoice'),
      schedule_at_period_end: z.strictObject({
        conditions: z.tuple([z.strictObject({ type: z.literal('decreasing_item_amount') })]),
      }),
      trial_update_behavior: z.literal('continue_trial'),
    })
    .optional(),
});
const schema = z.strictObject({ features: featuresSchema, metadata: metadata.optional() });
const listSchema = z.strictObject({ ...LIST_PARAMS, active: z.literal('true').optional() });

type RequestedFeatures = z.output<typeof featuresSchema>;

const DISABLED_FEATURES = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: {
    duration: {
      interval_options: [{ interval: 'month', interval_count: 1 }],
      type: 'interval_options',
    },
    enabled: false,
  },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: [],
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
} satisfies WithExtras<PortalFeatures>;

const override = <Feature extends object>(
  old: Feature,
  requested: object | undefined,
): Feature => ({
  ...old,
  ...Object.fromEntries(Object.entries(requested ?? {}).filter(([, value]) => value !== undefined)),
});

const mergeFeatures = (old: PortalFeatures, requested: RequestedFeatures): PortalFeatures => ({
  customer_update: override(old.customer_update, requested.customer_update),
  invoice_history: override(old.invoice_history, requested.invoice_history),
  payment_method_update: override(old.payment_method_update, requested.payment_method_update),
  subscription_cancel: override(old.subscription_cancel, requested.subscription_cancel),
  subscription_pause: old.subscription_pause,
  subscription_update: override(old.subscription_update, requested.subscription_update),
});

/** Endpoints `/v1/billing_portal/configurations`; every configuration is active. */
export function portalConfigurationEndpoints(context: PaymentsContext): Endpoint[] {
  const { configurations } = context.records;
  const path = '/v1/billing_portal/configurations';
  return [
    defineEndpoint('POST', path, 'portal-configuration', schema, (input) => {
      const now = getNow(context);
      const configuration = {
        id: newId(context, 'bpc'),
        object: 'billing_portal.configuration',
        active: true,
        application: null,
        business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
        created: now,
        default_return_url: null,
        features: mergeFeatures(DISABLED_FEATURES, input.features),
        is_default: false,
        livemode: false,
        login_page: { enabled: false, url: null },
        metadata: input.metadata ?? {},
        name: null,
        updated: now,
      } satisfies WithExtras<PortalConfiguration>;
      configurations.put(configuration);
      emit(context, 'billing_portal.configuration.created', configuration);
      return configuration;
    }),
    defineEndpoint('GET', path, 'portal-configuration', listSchema, (query) =>
      paginate(path, configurations.all().toReversed(), query),
    ),
    defineEndpoint('POST', `${path}/:id`, 'portal-configuration', schema, (input, id) => {
      const known = configurations.get(id);
      if (!known) throw createNotFoundError('configuration', id);
      const changes = {
        features: mergeFeatures(known.features, input.features),
        metadata: { ...known.metadata, ...input.metadata },
        updated: getNow(context),
      };
      const type = 'billing_portal.configuration.updated';
      return updateRecord(context, configurations, known, changes, type);
    }),
  ];
}
