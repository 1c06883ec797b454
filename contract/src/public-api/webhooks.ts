import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { text } from '../shared/text-fields.ts';

export const MAX_WEBHOOKS = 5;
/** Hours after a rotation in which the old secret signs as well. */
export const OLD_SECRET_HOURS = 24;
/** Days with failures only, after which the webhook is disabled. */
export const WEBHOOK_FAILING_DAYS = 5;
export const MAX_LISTED_DELIVERIES = 20;
export const DELIVERY_RETENTION_DAYS = 7;
const MAX_URL = 500;

export const webhookEvents = [
  'post.scheduled',
  'post.change_requested',
  'post.approved',
  'post.published',
  'post.at_risk',
  'post.failed',
  'post.unknown_outcome',
  'post.returned',
  'post.manual_publishing_started',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookEventNames: Record<WebhookEvent, string> = {
  'post.scheduled': 'Post agendado, ou com novo horário',
  'post.change_requested': 'Mudança pedida por quem aprova',
  'post.approved': 'Post aprovado',
  'post.published': 'Post publicado no Instagram',
  'post.at_risk': 'Post ou conta em risco',
  'post.failed': 'Post que não saiu',
  'post.unknown_outcome': 'Post que pode ter saído: só olhando no Instagram se sabe',
  'post.returned': 'Post que voltou aos rascunhos sem sair',
  'post.manual_publishing_started': 'Post que alguém vai publicar à mão',
};

export const TEST_EVENT = 'webhook.test';

const instant = z.iso.datetime();

const webhook = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdAt: instant,
  /** When the webhook was disabled, by its owner or after days of failures. */
  disabledAt: z.nullable(instant),
  isDisabledByFailures: z.boolean(),
  failingSince: z.nullable(instant),
  oldSecretUntil: z.nullable(instant),
});
export type Webhook = z.output<typeof webhook>;

const delivery = z.object({
  _id: z.string(),
  type: z.enum([...webhookEvents, TEST_EVENT]),
  createdAt: instant,
  state: z.enum(['waiting', 'sending', 'delivered', 'given_up']),
  attempts: z.int(),
  lastAttemptAt: z.nullable(instant),
  nextAttemptAt: z.nullable(instant),
  /** The HTTP status as text (`HTTP 500`), or why there was no response. */
  lastAnswer: z.nullable(z.string()),
});
export type WebhookDelivery = z.output<typeof delivery>;

const url = text('Diga o endereço').check(
  z.trim(),
  z.minLength(1, 'Diga o endereço'),
  z.maxLength(MAX_URL, `O endereço deve ter no máximo ${MAX_URL} caracteres`),
);
const events = z
  .array(z.enum(webhookEvents, 'Evento desconhecido'), 'Escolha pelo menos um evento')
  .check(
    z.minLength(1, 'Escolha pelo menos um evento'),
    z.maxLength(webhookEvents.length, 'Escolha cada evento uma vez'),
  );
const params = z.object({ id: z.uuid('Dados inválidos') });

export const webhookRequest = z.strictObject({ url, events });

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  access: 'user',
  role: 'own',
  summary: 'Returns the webhooks of the workspace, newest first.',
  data: z.object({ webhooks: z.array(webhook) }),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  access: 'user',
  role: 'own',
  summary:
    'Creates a webhook for post events and returns its secret, which is not shown again. 400 WEBHOOK_URL, 403 EMAIL_NOT_VERIFIED, 409 WEBHOOKS_FULL.',
  status: 201,
  body: webhookRequest,
  data: z.object({ webhook, secret: z.string() }),
});

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/webhooks/:id',
  access: 'user',
  role: 'own',
  summary:
    'Changes, disables or enables a webhook and returns it; omitted fields stay unchanged. Events that occur while it is disabled are not delivered. 403 EMAIL_NOT_VERIFIED, except to disable it.',
  params,
  body: z.strictObject({
    url: z.optional(url),
    events: z.optional(events),
    enabled: z.optional(z.boolean()),
  }),
  data: z.object({ webhook }),
});

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/webhooks/:id/secret',
  access: 'user',
  role: 'own',
  summary:
    'Creates a new secret for a webhook and returns it once. For 24 hours deliveries are also signed with the previous secret.',
  params,
  data: z.object({ webhook, secret: z.string() }),
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/:id/test',
  access: 'user',
  role: 'own',
  summary:
    'Sends one webhook.test event and returns its delivery; the list of deliveries shows the result.',
  status: 202,
  params,
  data: z.object({ delivery }),
});

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/:id',
  access: 'user',
  role: 'own',
  summary: 'Deletes a webhook and its deliveries.',
  params,
  data: z.null(),
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  access: 'user',
  role: 'own',
  summary: 'Returns the newest deliveries of a webhook from the last 7 days.',
  params,
  data: z.object({ deliveries: z.array(delivery) }),
});
