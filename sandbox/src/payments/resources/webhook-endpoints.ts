import { z } from 'zod';
import { invalid, missing } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { clearable, flag, mergeMetadata, metadata, text } from '../api/form.ts';
import { API_VERSION } from '../api/credentials.ts';
import { LISTING, paged } from '../api/lists.ts';
import type { Open, WebhookEndpoint } from '../objects.ts';
import { newId, nowOf, type PaymentsWorld } from '../world.ts';
import { EVENT_TYPES } from '../webhooks/event-types.ts';
import { change } from '../webhooks/emit.ts';

const url = z.url({ protocol: /^https?$/ });
const types = z.array(z.enum(['*', ...EVENT_TYPES])).min(1);
const newSchema = z.strictObject({
  url,
  enabled_events: types,
  description: text.optional(),
  metadata: metadata.optional(),
  api_version: z.literal(API_VERSION).optional(),
});
const changeSchema = z.strictObject({
  url: url.optional(),
  enabled_events: types.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  disabled: flag.optional(),
});

/** `/v1/webhook_endpoints`; the one of the settings is not among them. */
export function webhookEndpointEndpoints(world: PaymentsWorld): Endpoint[] {
  const { endpoints, secrets } = world.records;
  const find = (id: string): WebhookEndpoint => {
    const found = endpoints.get(id);
    if (!found) throw missing('webhook endpoint', id);
    return found;
  };
  const path = '/v1/webhook_endpoints';
  return [
    endpoint('POST', path, 'webhook-endpoint-create', newSchema, (given) => {
      if (endpoints.size() >= 16) {
        throw invalid('url', 'You have reached the maximum of 16 test webhook endpoints.');
      }
      const made = {
        id: newId(world, 'we'),
        object: 'webhook_endpoint',
        api_version: given.api_version ?? null,
        application: null,
        created: nowOf(world, null),
        description: given.description ?? null,
        enabled_events: given.enabled_events,
        livemode: false,
        metadata: given.metadata ?? {},
        status: 'enabled',
        url: given.url,
      } satisfies Open<WebhookEndpoint>;
      const secret = newId(world, 'whsec', 32);
      endpoints.put(made);
      secrets.put({ id: made.id, secret });
      // Only this answer tells the secret.
      return { ...made, secret };
    }),
    endpoint('GET', path, 'webhook-endpoint-list', z.strictObject(LISTING), (asked) =>
      paged(path, endpoints.all().toReversed(), asked),
    ),
    endpoint('GET', `${path}/:id`, 'webhook-endpoint-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    endpoint('POST', `${path}/:id`, 'webhook-endpoint-update', changeSchema, (given, id) => {
      const known = find(id);
      const description = given.description === undefined ? known.description : given.description;
      const status =
        given.disabled === undefined ? known.status : given.disabled ? 'disabled' : 'enabled';
      return change(world, endpoints, known, {
        url: given.url ?? known.url,
        enabled_events: given.enabled_events ?? known.enabled_events,
        description,
        metadata: mergeMetadata(known.metadata, given.metadata),
        status,
      });
    }),
    endpoint('DELETE', `${path}/:id`, 'webhook-endpoint-delete', z.strictObject({}), (_, id) => {
      find(id);
      endpoints.remove(id);
      secrets.remove(id);
      return { id, object: 'webhook_endpoint', deleted: true };
    }),
  ];
}
