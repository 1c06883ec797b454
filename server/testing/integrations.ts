import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { Scope } from '@pontual/contract/shared/scopes.ts';
import type { createApiToken } from '@pontual/contract/public-api/api-tokens.ts';
import { webhookEvents } from '@pontual/contract/public-api/webhooks.ts';
import type {
  createWebhook,
  WebhookDelivery,
  WebhookEvent,
} from '@pontual/contract/public-api/webhooks.ts';
import { dataOf, PASSWORD, type Client } from './factories.ts';
import { deliverMessages } from './outbox.ts';
import type { World } from './world.ts';

interface TokenOptions {
  name?: string;
  scopes?: readonly Scope[];
  days?: number;
  password?: string;
}

export const requestToken = (client: Client, options: TokenOptions = {}) =>
  client.post<DataOf<typeof createApiToken>>('/account/tokens', {
    name: 'Planilha',
    scopes: ['posts:read'],
    days: 30,
    password: PASSWORD,
    ...options,
  });

export const aToken = async (client: Client, options: TokenOptions = {}): Promise<string> =>
  dataOf(await requestToken(client, options)).secret;

export async function aWebhook(
  client: Client,
  url: string,
  events: readonly WebhookEvent[] = webhookEvents,
) {
  return dataOf(
    await client.post<DataOf<typeof createWebhook>>('/webhooks', { url, events: [...events] }),
  );
}

export async function deliveriesOf(client: Client, id: string): Promise<WebhookDelivery[]> {
  const path = `/webhooks/${id}/deliveries`;
  return dataOf(await client.get<{ deliveries: WebhookDelivery[] }>(path)).deliveries;
}

export async function deliverWebhooks(world: World): Promise<void> {
  await world.services.publicApi.enqueueDeliveries('24 hours');
  await deliverMessages(world, 'webhook');
}
