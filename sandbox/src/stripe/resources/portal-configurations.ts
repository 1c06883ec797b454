import { z } from 'zod';
import { createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { clearableText, flag, mergeMetadata, metadata, text } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import type { WithExtras } from '../objects.ts';
import type { PortalConfiguration, PortalFeatures } from '../sessions.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';

const texts = z.array(text);
const featuresSchema = z.strictObject({
  customer_update: z
    .strictObject({ allowed_updates: texts.optional(), enabled: flag.optional() })
    .optional(),
  invoice_history: z.strictObject({ enabled: flag }).optional(),
  payment_method_update: z.strictObject({ enabled: flag }).optional(),
  subscription_cancel: z
    .strictObject({
      cancellation_reason: z.strictObject({ enabled: flag, options: texts.optional() }).optional(),
      enabled: flag.optional(),
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      default_allowed_updates: z.array(z.enum(['price', 'quantity', 'promotion_code'])).optional(),
      enabled: flag.optional(),
      products: z.array(z.strictObject({ product: text, prices: texts })).optional(),
      proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
      schedule_at_period_end: z
        .strictObject({
          conditions: z.array(z.strictObject({ type: z.literal('decreasing_item_amount') })),
        })
        .optional(),
      trial_update_behavior: z.enum(['continue_trial', 'end_trial']).optional(),
    })
    .optional(),
});
const profileSchema = z.strictObject({
  headline: clearableText.optional(),
  privacy_policy_url: text.optional(),
  terms_of_service_url: text.optional(),
});
const newSchema = z.strictObject({
  features: featuresSchema,
  business_profile: profileSchema.optional(),
  default_return_url: clearableText.optional(),
  metadata: metadata.optional(),
  name: clearableText.optional(),
});
const changeSchema = newSchema.extend({
  features: featuresSchema.optional(),
  active: flag.optional(),
});
const listSchema = z.strictObject({
  ...LIST_PARAMS,
  active: flag.optional(),
  is_default: flag.optional(),
});

type RequestedFeatures = z.output<typeof featuresSchema>;

const DISABLED_FEATURES: PortalFeatures = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
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
};

const DEFAULT_FEATURES: RequestedFeatures = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true },
  subscription_update: { enabled: true, default_allowed_updates: ['price'] },
};

const override = <Feature extends object>(
  old: Feature,
  requested: object | undefined,
): Feature => ({
  ...old,
  ...Object.fromEntries(Object.entries(requested ?? {}).filter(([, value]) => value !== undefined)),
});

function mergeFeatures(old: PortalFeatures, requested: RequestedFeatures): PortalFeatures {
  const cancel = override(old.subscription_cancel, requested.subscription_cancel);
  return {
    customer_update: override(old.customer_update, requested.customer_update),
    invoice_history: override(old.invoice_history, requested.invoice_history),
    payment_method_update: override(old.payment_method_update, requested.payment_method_update),
    subscription_cancel: {
      ...cancel,
      cancellation_reason: override(
        old.subscription_cancel.cancellation_reason,
        requested.subscription_cancel?.cancellation_reason,
      ),
    },
    subscription_update: override(old.subscription_update, requested.subscription_update),
  };
}

function createConfiguration(
  context: PaymentsContext,
  input: z.output<typeof newSchema>,
  isDefault: boolean,
): PortalConfiguration {
  const now = getNow(context, null);
  const configuration = {
    id: newId(context, 'bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: mergeProfile(undefined, input.business_profile),
    created: now,
    default_return_url: input.default_return_url ?? null,
    features: mergeFeatures(DISABLED_FEATURES, input.features),
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: input.metadata ?? {},
    name: input.name ?? null,
    updated: now,
  } satisfies WithExtras<PortalConfiguration>;
  context.records.configurations.put(configuration);
  return configuration;
}

function mergeProfile(
  old: PortalConfiguration['business_profile'] | undefined,
  input: z.output<typeof profileSchema> | undefined,
): PortalConfiguration['business_profile'] {
  const none = { headline: null, privacy_policy_url: null, terms_of_service_url: null };
  return override(old ?? none, input);
}

/** Returns the default configuration, which the first session without one creates. */
export function defaultConfiguration(context: PaymentsContext): PortalConfiguration {
  const known = context.records.configurations.all().find((each) => each.is_default);
  return known ?? createConfiguration(context, { features: DEFAULT_FEATURES }, true);
}

/** Endpoints `/v1/billing_portal/configurations`. */
export function portalConfigurationEndpoints(context: PaymentsContext): Endpoint[] {
  const { configurations } = context.records;
  const path = '/v1/billing_portal/configurations';
  const find = (id: string): PortalConfiguration => {
    const configuration = configurations.get(id);
    if (!configuration) throw createNotFoundError('configuration', id);
    return configuration;
  };
  return [
    defineEndpoint('POST', path, 'portal-configuration', newSchema, (input) => {
      const created = createConfiguration(context, input, false);
      emit(context, 'billing_portal.configuration.created', created);
      return created;
    }),
    defineEndpoint('GET', path, 'portal-configuration', listSchema, (query) => {
      const { active, is_default: isDefault } = query;
      const found = configurations
        .all()
        .toReversed()
        .filter(
          (each) =>
            (active === undefined || each.active === active) &&
            (isDefault === undefined || each.is_default === isDefault),
        );
      return paginate(path, found, query);
    }),
    defineEndpoint('GET', `${path}/:id`, 'portal-configuration', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint('POST', `${path}/:id`, 'portal-configuration', changeSchema, (input, id) => {
      const known = find(id);
      const changes = {
        active: input.active ?? known.active,
        business_profile: mergeProfile(known.business_profile, input.business_profile),
        default_return_url:
          input.default_return_url === undefined
            ? known.default_return_url
            : input.default_return_url,
        features: mergeFeatures(known.features, input.features ?? {}),
        metadata: mergeMetadata(known.metadata, input.metadata),
        name: input.name === undefined ? known.name : input.name,
        updated: getNow(context, null),
      };
      const type = 'billing_portal.configuration.updated';
      return updateRecord(context, configurations, known, changes, type);
    }),
  ];
}
