import { samePolicy, internal, ownership, secret } from './column-policy.ts';

/** What becomes of what programs do for their owner, and are told. */
export const integrationColumns = {
  access_tokens: {
    id: 'conta: accessTokens._id',
    user_id: ownership,
    workspace_id: 'conta: accessTokens.workspace',
    token_hash: secret,
    name: 'conta: accessTokens.name',
    scopes: 'conta: accessTokens.scopes',
    created_at: 'conta: accessTokens.createdAt',
    expires_at: 'conta: accessTokens.expiresAt',
    last_used_at: 'conta: accessTokens.lastUsedAt',
  },
  webhooks: {
    id: 'conta: webhooks._id',
    workspace_id: ownership,
    url: 'conta: webhooks.url',
    events: 'conta: webhooks.events',
    secret,
    old_secret: secret,
    old_secret_until: internal,
    created_at: 'conta: webhooks.createdAt',
    enabled_at: internal,
    disabled_at: 'conta: webhooks.disabledAt',
    disabled_by_failures: internal,
    failing_since: 'conta: webhooks.failingSince',
  },
  // What they tell is in the posts and the notices.
  webhook_deliveries: samePolicy(internal, [
    ...(['id', 'webhook_id', 'event', 'type', 'message', 'created_at', 'next_at'] as const),
    ...(['attempts', 'sending_until', 'last_attempt_at', 'last_answer'] as const),
    ...(['delivered_at', 'given_up_at'] as const),
  ]),
} as const;
