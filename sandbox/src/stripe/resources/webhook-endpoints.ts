import { z } from 'zod';
import { createInvalidParamError, createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { clearableText, flag, mergeMetadata, metadata, text } from '../api/form.ts';
import { API_VERSION } from '../api/credentials.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import type { WithExtras, WebhookEndpoint } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { EVENT_TYPES } from '../webhooks/event-types.ts';
import { updateRecord } from '../webhooks/emit.ts';

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
  description: clearableText.optional(),
  metadata: metadata.optional(),
  disabled: flag.optional(),
});

/** Endpoints `/v1/webhook_endpoints`, without the one in the settings. */
export function webhookEndpointEndpoints(context: PaymentsContext): Endpoint[] {
  const { endpoints, secrets } = context.records;
  const find = (id: string): WebhookEndpoint => {
    const found = endpoints.get(id);
    if (!found) throw createNotFoundError('webhook endpoint', id);
    return found;
  };
  const path = '/v1/webhook_endpoints';
  return [
    defineEndpoint('POST', path, 'webhook-endpoint-create', newSchema, (input) => {
      if (endpoints.size() >= 16) {
        throw createInvalidParamError(
          'url',
          'You have reached the maximum of 16 test webhook endpoints.',
        );
      }
      const created = {
        id: newId(context, 'we'),
        object: 'webhook_endpoint',
        api_version: input.api_version ?? null,
        application: null,
        created: getNow(context, null),
        description: input.description ?? null,
        enabled_events: input.enabled_events,
        livemode: false,
        metadata: input.metadata ?? {},
        status: 'enabled',
        url: input.url,
      } satisfies WithExtras<WebhookEndpoint>;
      const secret = newId(context, 'whsec', 32);
      endpoints.put(created);
      secrets.put({ id: created.id, secret });
      // Only this response contains the secret.
      return { ...created, secret };
    }),
    defineEndpoint('GET', path, 'webhook-endpoint-list', z.strictObject(LIST_PARAMS), (query) =>
      paginate(path, endpoints.all().toReversed(), query),
    ),
    defineEndpoint('GET', `${path}/:id`, 'webhook-endpoint-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint('POST', `${path}/:id`, 'webhook-endpoint-update', changeSchema, (input, id) => {
      const known = find(id);
      const description = input.description === undefined ? known.description : input.description;
      const status =
        input.disabled === undefined ? known.status : input.disabled ? 'disabled' : 'enabled';
      return updateRecord(context, endpoints, known, {
        url: input.url ?? known.url,
        enabled_events: input.enabled_events ?? known.enabled_events,
        description,
        metadata: mergeMetadata(known.metadata, input.metadata),
        status,
      });
    }),
    defineEndpoint(
      'DELETE',
      `${path}/:id`,
      'webhook-endpoint-delete',
      z.strictObject({}),
      (_, id) => {
        find(id);
        endpoints.remove(id);
        secrets.remove(id);
        return { id, object: 'webhook_endpoint', deleted: true };
      },
    ),
  ];
}
