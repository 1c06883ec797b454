import type { ApiToken } from '@pontual/contract/public-api/api-tokens.ts';
import type { Webhook, WebhookDelivery } from '@pontual/contract/public-api/webhooks.ts';
import { anId } from './examples.ts';

export const aToken = (overrides: Partial<ApiToken> = {}): ApiToken => ({
  _id: anId(),
  name: 'Planilha da loja',
  workspace: 'workspace-1',
  scopes: ['posts:read'],
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 90 * 86_400_000).toISOString(),
  lastUsedAt: null,
  isExpired: false,
  ...overrides,
});

export const aWebhook = (overrides: Partial<Webhook> = {}): Webhook => ({
  _id: anId(),
  url: 'https://loja.example.com/avisos',
  events: ['post.published'],
  createdAt: new Date().toISOString(),
  disabledAt: null,
  isDisabledByFailures: false,
  failingSince: null,
  oldSecretUntil: null,
  ...overrides,
});

export const aDelivery = (overrides: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  _id: anId(),
  type: 'webhook.test',
  createdAt: new Date().toISOString(),
  state: 'delivered',
  attempts: 1,
  lastAttemptAt: new Date().toISOString(),
  nextAttemptAt: null,
  lastAnswer: 'HTTP 204',
  ...overrides,
});
