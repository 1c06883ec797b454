import { z } from 'zod';
import { missing } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { clearable, flag, mergeMetadata, metadata, text } from '../api/form.ts';
import { LISTING, paged } from '../api/lists.ts';
import type { Open } from '../objects.ts';
import type { PortalConfiguration, PortalFeatures } from '../sessions.ts';
import { newId, nowOf, type PaymentsWorld } from '../world.ts';
import { change, emit } from '../webhooks/emit.ts';

const texts = z.array(text);
const features = z.strictObject({
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
const profile = z.strictObject({
  headline: clearable.optional(),
  privacy_policy_url: text.optional(),
  terms_of_service_url: text.optional(),
});
const newSchema = z.strictObject({
  features,
  business_profile: profile.optional(),
  default_return_url: clearable.optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
});
const changeSchema = newSchema.extend({ features: features.optional(), active: flag.optional() });
const listSchema = z.strictObject({
  ...LISTING,
  active: flag.optional(),
  is_default: flag.optional(),
});

type AskedFeatures = z.output<typeof features>;

const CLOSED: PortalFeatures = {
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

/** What the portal offers if nobody has said: cancelling, another card, and the invoices. */
const DEFAULT: AskedFeatures = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true },
  subscription_update: { enabled: true, default_allowed_updates: ['price'] },
};

/** One feature as it is asked for over how it was; what is not named stays. */
const over = <Feature extends object>(old: Feature, asked: object | undefined): Feature => ({
  ...old,
  ...Object.fromEntries(Object.entries(asked ?? {}).filter(([, value]) => value !== undefined)),
});

function featuresOf(old: PortalFeatures, asked: AskedFeatures): PortalFeatures {
  const cancel = over(old.subscription_cancel, asked.subscription_cancel);
  return {
    customer_update: over(old.customer_update, asked.customer_update),
    invoice_history: over(old.invoice_history, asked.invoice_history),
    payment_method_update: over(old.payment_method_update, asked.payment_method_update),
    subscription_cancel: {
      ...cancel,
      cancellation_reason: over(
        old.subscription_cancel.cancellation_reason,
        asked.subscription_cancel?.cancellation_reason,
      ),
    },
    subscription_update: over(old.subscription_update, asked.subscription_update),
  };
}

function makeConfiguration(
  world: PaymentsWorld,
  given: z.output<typeof newSchema>,
  isDefault: boolean,
): PortalConfiguration {
  const now = nowOf(world, null);
  const configuration = {
    id: newId(world, 'bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: profileOf(undefined, given.business_profile),
    created: now,
    default_return_url: given.default_return_url ?? null,
    features: featuresOf(CLOSED, given.features),
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    updated: now,
  } satisfies Open<PortalConfiguration>;
  world.records.configurations.put(configuration);
  return configuration;
}

function profileOf(
  old: PortalConfiguration['business_profile'] | undefined,
  given: z.output<typeof profile> | undefined,
): PortalConfiguration['business_profile'] {
  const none = { headline: null, privacy_policy_url: null, terms_of_service_url: null };
  return over(old ?? none, given);
}

/** The configuration of a portal session that names none; the first asks for it, so it is made. */
export function defaultConfiguration(world: PaymentsWorld): PortalConfiguration {
  const known = world.records.configurations.all().find((each) => each.is_default);
  return known ?? makeConfiguration(world, { features: DEFAULT }, true);
}

/** `/v1/billing_portal/configurations` */
export function portalConfigurationEndpoints(world: PaymentsWorld): Endpoint[] {
  const { configurations } = world.records;
  const path = '/v1/billing_portal/configurations';
  const find = (id: string): PortalConfiguration => {
    const configuration = configurations.get(id);
    if (!configuration) throw missing('configuration', id);
    return configuration;
  };
  return [
    endpoint('POST', path, 'portal-configuration', newSchema, (given) => {
      const made = makeConfiguration(world, given, false);
      emit(world, 'billing_portal.configuration.created', made);
      return made;
    }),
    endpoint('GET', path, 'portal-configuration', listSchema, (asked) => {
      const { active, is_default: isDefault } = asked;
      const found = configurations
        .all()
        .toReversed()
        .filter(
          (each) =>
            (active === undefined || each.active === active) &&
            (isDefault === undefined || each.is_default === isDefault),
        );
      return paged(path, found, asked);
    }),
    endpoint('GET', `${path}/:id`, 'portal-configuration', z.strictObject({}), (_, id) => find(id)),
    endpoint('POST', `${path}/:id`, 'portal-configuration', changeSchema, (given, id) => {
      const known = find(id);
      const changes = {
        active: given.active ?? known.active,
        business_profile: profileOf(known.business_profile, given.business_profile),
        default_return_url:
          given.default_return_url === undefined
            ? known.default_return_url
            : given.default_return_url,
        features: featuresOf(known.features, given.features ?? {}),
        metadata: mergeMetadata(known.metadata, given.metadata),
        name: given.name === undefined ? known.name : given.name,
        updated: nowOf(world, null),
      };
      const type = 'billing_portal.configuration.updated';
      return change(world, configurations, known, changes, type);
    }),
  ];
}
