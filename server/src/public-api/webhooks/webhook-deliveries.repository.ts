import {
  DELIVERY_RETENTION_DAYS,
  MAX_LISTED_DELIVERIES,
  TEST_EVENT,
  WEBHOOK_FAILING_DAYS,
} from '@pontual/contract/public-api/webhooks.ts';
import type { WebhookMessage } from '@pontual/contract/public-api/webhook-message.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { dropMessages } from '../../platform/outbox/outbox.repository.ts';

export interface DeliveryDetails {
  webhookId: string;
  workspaceId: string;
  type: WebhookMessage['type'];
  message: WebhookMessage;
  url: string;
  secret: string;
  /** Signs as well for a while after a renewal. */
  oldSecret: string | null;
  isDisabled: boolean;
}

export interface DeliveryRow
  extends
    Row<'webhook_deliveries', 'id' | 'type' | 'created_at'>,
    Row<'outbox', 'next_at' | 'attempts' | 'attempted_at' | 'result'> {
  state: 'waiting' | 'sending' | 'delivered' | 'given_up';
}

export function createDeliveriesRepository(db: Db | Tx) {
  return {
    async listNewest(webhookId: string): Promise<DeliveryRow[]> {
      const found = await sql<DeliveryRow>`
        select d.id, d.type, d.created_at, o.next_at, o.attempts, o.attempted_at, o.result,
          case when o.state = 'sent' then 'delivered'
            when o.state <> 'waiting' then 'given_up'
            when o.sending_until > app_now() then 'sending' else 'waiting' end as state
        from webhook_deliveries d join outbox o on o.channel = 'webhook' and o.key = d.id::text
        where d.webhook_id = ${webhookId}
        order by d.created_at desc, d.id desc limit ${MAX_LISTED_DELIVERIES}`.execute(db);
      return found.rows;
    },

    async addTest(id: string, webhookId: string, message: WebhookMessage): Promise<void> {
      await sql`insert into webhook_deliveries (id, webhook_id, event, type, message)
        values (${id}, ${webhookId}, ${`test ${id}`}, ${TEST_EVENT}, ${message})`.execute(db);
    },

    /** Undefined if the webhook is deleted. */
    async find(deliveryId: string): Promise<DeliveryDetails | undefined> {
      const found = await sql<DeliveryDetails>`
        select d.webhook_id as "webhookId", w.workspace_id as "workspaceId", d.type, d.message, w.url,
          w.secret, case when w.old_secret_until > app_now() then w.old_secret end as "oldSecret",
          w.disabled_at is not null as "isDisabled"
        from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where d.id = ${deliveryId}`.execute(db);
      return found.rows[0];
    },

    async recordSuccess(webhookId: string): Promise<void> {
      await sql`update webhooks set failing_since = null where id = ${webhookId}`.execute(db);
    },

    /** True if the webhook has failed for so long that it must be disabled. */
    async recordFailure(webhookId: string): Promise<boolean> {
      const marked = await sql<{ is_hopeless: boolean }>`
        update webhooks set failing_since = coalesce(failing_since, app_now())
        where id = ${webhookId} and disabled_at is null
        returning failing_since < app_now() - make_interval(days => ${WEBHOOK_FAILING_DAYS})
          as is_hopeless`.execute(db);
      return marked.rows[0]?.is_hopeless ?? false;
    },

    /** Of a webhook that is disabled; it gets none of them when it is enabled again. */
    async dropWaiting(webhookId: string): Promise<void> {
      const found = await sql<{ id: string }>`
        select id from webhook_deliveries where webhook_id = ${webhookId}`.execute(db);
      const keys = found.rows.map(({ id }) => id);
      await dropMessages(db, 'webhook', keys);
    },

    async deleteOld(): Promise<void> {
      await sql`delete from webhook_deliveries
        where created_at < app_now() - make_interval(days => ${DELIVERY_RETENTION_DAYS})`.execute(
        db,
      );
    },
  };
}
