import type { Generated } from 'kysely';

/** What a device is told of a post (contract/src/notifications/push.ts has the kinds as switches). */
export type PushKind = 'published' | 'at_risk' | 'failed';

/** The tables of what browsers are told. */
export interface PushTables {
  push_keys: {
    single: Generated<boolean>;
    public_key: string;
    private_key: string;
    created_at: Generated<Date>;
  };
  push_subscriptions: {
    id: string;
    user_id: string;
    session_id: string;
    endpoint_sha256: Buffer;
    sealed: string;
    user_agent: string;
    wants_published: Generated<boolean>;
    wants_at_risk: Generated<boolean>;
    wants_failed: Generated<boolean>;
    created_at: Generated<Date>;
    last_sent_at: Date | null;
    failing_since: Date | null;
  };
  push_messages: {
    subscription_id: string;
    event: string;
    kind: PushKind;
    post_id: string | null;
    notice_id: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
    next_at: Generated<Date>;
    attempts: Generated<number>;
    sending_until: Date | null;
    sent_at: Date | null;
    given_up_at: Date | null;
  };
}
