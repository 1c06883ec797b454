import type { Scope } from '@pontual/contract/shared/scopes.ts';
import type { WebhookMessage } from '@pontual/contract/public-api/webhook-message.ts';
import type { WebhookEvent } from '@pontual/contract/public-api/webhooks.ts';
import type { Generated, JSONColumnType } from 'kysely';

/** The tables of what programs do for people, and are told. */
export interface PublicApiTables {
  access_tokens: {
    id: string;
    user_id: string;
    workspace_id: string;
    token_hash: Buffer;
    name: string;
    scopes: Scope[];
    created_at: Generated<Date>;
    expires_at: Date;
    last_used_at: Date | null;
  };
  webhooks: {
    id: string;
    workspace_id: string;
    url: string;
    events: WebhookEvent[];
    secret: string;
    old_secret: string | null;
    old_secret_until: Date | null;
    created_at: Generated<Date>;
    enabled_at: Generated<Date>;
    disabled_at: Date | null;
    disabled_by_failures: Generated<boolean>;
    failing_since: Date | null;
  };
  webhook_deliveries: {
    id: string;
    webhook_id: string;
    event: string;
    type: WebhookMessage['type'];
    message: JSONColumnType<WebhookMessage>;
    created_at: Generated<Date>;
    next_at: Generated<Date>;
    attempts: Generated<number>;
    sending_until: Date | null;
    last_attempt_at: Date | null;
    last_answer: string | null;
    delivered_at: Date | null;
    given_up_at: Date | null;
  };
}
