import { z } from 'zod';
import { invalid, missingParam } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import type { Open } from '../objects.ts';
import type { PortalFlow, PortalSession } from '../sessions.ts';
import { newId, nowOf, type PaymentsWorld } from '../world.ts';
import { emit } from '../webhooks/emit.ts';
import { findCustomer } from './customers.ts';
import { defaultConfiguration } from './portal-configurations.ts';

const flowSchema = z.strictObject({
  type: z.enum(['payment_method_update', 'subscription_cancel', 'subscription_update']),
  after_completion: z
    .strictObject({
      type: z.enum(['portal_homepage', 'redirect']),
      redirect: z.strictObject({ return_url: z.url() }).optional(),
    })
    .optional(),
  subscription_cancel: z.strictObject({ subscription: text }).optional(),
  subscription_update: z.strictObject({ subscription: text }).optional(),
});
const newSchema = z.strictObject({
  customer: text,
  configuration: text.optional(),
  flow_data: flowSchema.optional(),
  locale: text.optional(),
  return_url: z.url({ protocol: /^https?$/ }).optional(),
});

/** `/v1/billing_portal/sessions` */
export function portalSessionEndpoints(world: PaymentsWorld): Endpoint[] {
  const path = '/v1/billing_portal/sessions';
  return [endpoint('POST', path, 'portal-create', newSchema, (given) => create(world, given))];
}

function create(world: PaymentsWorld, given: z.output<typeof newSchema>): PortalSession {
  const { records } = world;
  const customer = findCustomer(world, given.customer);
  const asked = given.configuration;
  const configuration =
    asked === undefined ? defaultConfiguration(world) : records.configurations.get(asked);
  if (!configuration) throw missingParam('configuration', asked ?? '', 'configuration');
  const id = newId(world, 'bps');
  const flow = given.flow_data && readFlow(world, customer.id, given.flow_data);
  if (flow) records.flows.put({ id, ...flow });
  const session = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: nowOf(world, customer.test_clock),
    customer: customer.id,
    customer_account: null,
    flow: flow ? shownFlow(flow) : null,
    livemode: false,
    locale: given.locale ?? null,
    on_behalf_of: null,
    return_url: given.return_url ?? configuration.default_return_url,
    url: `${world.url()}/p/session/${newId(world, 'test', 48)}`,
  } satisfies Open<Omit<PortalSession, 'flow'>>;
  records.portals.put(session);
  emit(world, 'billing_portal.session.created', session);
  return session;
}

function readFlow(
  { records }: PaymentsWorld,
  customer: string,
  given: z.output<typeof flowSchema>,
): PortalFlow {
  const { type, after_completion: after } = given;
  const returnUrl = after?.redirect?.return_url;
  const back = returnUrl === undefined ? {} : { returnUrl };
  if (type === 'payment_method_update') return { type, ...back };
  const named = given[type]?.subscription;
  const param = `flow_data[${type}][subscription]`;
  if (named === undefined) {
    throw invalid(param, `Missing required param: ${param}.`, 'parameter_missing');
  }
  if (records.subscriptions.get(named)?.customer !== customer) {
    throw missingParam('subscription', named, param);
  }
  return { type, subscription: named, ...back };
}

function shownFlow({ type, subscription = '', returnUrl }: PortalFlow): object {
  const named = { subscription };
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: returnUrl === undefined ? null : { return_url: returnUrl },
      type: returnUrl === undefined ? 'portal_homepage' : 'redirect',
    },
    subscription_cancel: type === 'subscription_cancel' ? { retention: null, ...named } : null,
    subscription_update: type === 'subscription_update' ? named : null,
    subscription_update_confirm: null,
    type,
  };
}
