import { z } from 'zod';
import { createInvalidParamError, createMissingReferenceError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import type { WithExtras } from '../objects.ts';
import type { PortalFlow, PortalSession } from '../sessions.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
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

/** Endpoints `/v1/billing_portal/sessions`. */
export function portalSessionEndpoints(context: PaymentsContext): Endpoint[] {
  const path = '/v1/billing_portal/sessions';
  return [
    defineEndpoint('POST', path, 'portal-create', newSchema, (input) => create(context, input)),
  ];
}

function create(context: PaymentsContext, input: z.output<typeof newSchema>): PortalSession {
  const { records } = context;
  const customer = findCustomer(context, input.customer);
  const configurationId = input.configuration;
  const configuration =
    configurationId === undefined
      ? defaultConfiguration(context)
      : records.configurations.get(configurationId);
  if (!configuration)
    throw createMissingReferenceError('configuration', configurationId ?? '', 'configuration');
  const id = newId(context, 'bps');
  const flow = input.flow_data && readFlow(context, customer.id, input.flow_data);
  if (flow) records.flows.put({ id, ...flow });
  const session = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: getNow(context, customer.test_clock),
    customer: customer.id,
    customer_account: null,
    flow: flow ? presentFlow(flow) : null,
    livemode: false,
    locale: input.locale ?? null,
    on_behalf_of: null,
    return_url: input.return_url ?? configuration.default_return_url,
    url: `${context.url()}/p/session/${newId(context, 'test', 48)}`,
  } satisfies WithExtras<Omit<PortalSession, 'flow'>>;
  records.portals.put(session);
  emit(context, 'billing_portal.session.created', session);
  return session;
}

function readFlow(
  { records }: PaymentsContext,
  customer: string,
  input: z.output<typeof flowSchema>,
): PortalFlow {
  const { type, after_completion: after } = input;
  const returnUrl = after?.redirect?.return_url;
  const returnFields = returnUrl === undefined ? {} : { returnUrl };
  if (type === 'payment_method_update') return { type, ...returnFields };
  const subscriptionId = input[type]?.subscription;
  const param = `flow_data[${type}][subscription]`;
  if (subscriptionId === undefined) {
    throw createInvalidParamError(param, `Missing required param: ${param}.`, 'parameter_missing');
  }
  if (records.subscriptions.get(subscriptionId)?.customer !== customer) {
    throw createMissingReferenceError('subscription', subscriptionId, param);
  }
  return { type, subscription: subscriptionId, ...returnFields };
}

function presentFlow({ type, subscription = '', returnUrl }: PortalFlow): object {
  const subscriptionFields = { subscription };
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: returnUrl === undefined ? null : { return_url: returnUrl },
      type: returnUrl === undefined ? 'portal_homepage' : 'redirect',
    },
    subscription_cancel:
      type === 'subscription_cancel' ? { retention: null, ...subscriptionFields } : null,
    subscription_update: type === 'subscription_update' ? subscriptionFields : null,
    subscription_update_confirm: null,
    type,
  };
}
