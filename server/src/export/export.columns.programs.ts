import { allOf, engine, link, secret } from './export.fates.ts';

/** What becomes of what programs do for their owner, and are told. */
export const programColumns = {
  access_tokens: {
    id: 'conta: accessTokens._id',
    user_id: link,
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
    workspace_id: link,
    url: 'conta: webhooks.url',
    events: 'conta: webhooks.events',
    secret,
    old_secret: secret,
    old_secret_until: engine,
    created_at: 'conta: webhooks.createdAt',
    enabled_at: engine,
    disabled_at: 'conta: webhooks.disabledAt',
    disabled_by_failures: engine,
    failing_since: 'conta: webhooks.failingSince',
  },
  // What they tell is in the posts and the notices.
  webhook_deliveries: allOf(engine, [
    ...(['id', 'webhook_id', 'event', 'type', 'message', 'created_at', 'next_at'] as const),
    ...(['attempts', 'sending_until', 'last_attempt_at', 'last_answer'] as const),
    ...(['delivered_at', 'given_up_at'] as const),
  ]),
} as const;
