import { samePolicy, derived, internal, ownership, notPersonal, secret } from './column-policy.ts';

/** What becomes of the devices that their owner has told. */
export const pushColumns = {
  push_keys: samePolicy(notPersonal, ['single', 'public_key', 'private_key', 'created_at']),
  push_subscriptions: {
    id: 'conta: pushDevices._id',
    user_id: ownership,
    session_id: 'conta: pushDevices.session',
    endpoint_sha256: derived,
    // Whoever has it can send there.
    sealed: secret,
    user_agent: 'conta: pushDevices.userAgent',
    wants_published: 'conta: pushDevices.kinds.published',
    wants_at_risk: 'conta: pushDevices.kinds.atRisk',
    wants_failed: 'conta: pushDevices.kinds.failed',
    created_at: 'conta: pushDevices.createdAt',
    last_sent_at: 'conta: pushDevices.lastSentAt',
    failing_since: internal,
  },
  // What they tell is in the posts and the notices.
  push_messages: samePolicy(internal, [
    ...(['subscription_id', 'event', 'kind', 'post_id', 'notice_id', 'created_at'] as const),
    ...(['expires_at', 'next_at', 'attempts', 'sending_until', 'sent_at', 'given_up_at'] as const),
  ]),
} as const;
