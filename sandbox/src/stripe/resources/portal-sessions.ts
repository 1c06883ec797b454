import { z } from 'zod';
import { createMissingReferenceError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import type { WithExtras } from '../objects.ts';
import type { PortalSession } from '../sessions.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { emit } from '../webhooks/emit.ts';
import { findCustomer } from './customers.ts';

const newSchema = z.strictObject({
  customer: text,
  configuration: text,
  locale: text.optional(),
  return_url: z.url({ protocol: /^https?$/ }),
});

export function portalSessionEndpoints(context: PaymentsContext): Endpoint[] {
  const { configurations, portals } = context.records;
  const path = '/v1/billing_portal/sessions';
  return [
    defineEndpoint('POST', path, 'portal-create', newSchema, (input) => {
      const customer = findCustomer(context, input.customer);
      const { configuration } = input;
      if (!configurations.get(configuration)) {
        throw createMissingReferenceError('configuration', configuration, 'configuration');
      }
      const session = {
        id: newId(context, 'bps'),
        object: 'billing_portal.session',
        configuration,
        created: getNow(context),
        customer: customer.id,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: input.locale ?? null,
        on_behalf_of: null,
        return_url: input.return_url,
        url: `${context.url()}/p/session/${newId(context, 'test', 48)}`,
      } satisfies WithExtras<PortalSession>;
      portals.put(session);
      emit(context, 'billing_portal.session.created', session);
      return session;
    }),
  ];
}
