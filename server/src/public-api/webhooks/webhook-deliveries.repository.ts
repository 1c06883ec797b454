import {
  DELIVERY_RETENTION_DAYS,
  MAX_LISTED_DELIVERIES,
  TEST_EVENT,
} from '@pontual/contract/public-api/webhooks.ts';
import { WEBHOOK_FAILING_DAYS } from '@pontual/contract/public-api/webhooks.ts';
import type { WebhookMessage } from '@pontual/contract/public-api/webhook-message.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { DeliveryRef } from './webhook-events.repository.ts';

export interface ClaimedDelivery extends DeliveryRef {
  webhookId: string;
  type: WebhookMessage['type'];
  message: WebhookMessage;
  attempts: number;
  url: string;
  secret: string;
  old_secret: string | null;
}

export interface DeliveryRow {
  id: string;
  type: WebhookMessage['type'];
  created_at: Date;
  next_at: Date;
  attempts: number;
  last_attempt_at: Date | null;
  last_answer: string | null;
  delivered_at: Date | null;
  given_up_at: Date | null;
  is_sending: boolean;
}

/** Longer than an attempt takes. */
const lease = sql`interval '1 minute'`;
/** By this time a living job has retried. */
const overdue = sql`interval '5 minutes'`;

export function createDeliveriesRepository(db: Db | Tx) {
  return {
    async listNewest(webhookId: string): Promise<DeliveryRow[]> {
      const found = await sql<DeliveryRow>`
        select id, type, created_at, next_at, attempts, last_attempt_at, last_answer,
          delivered_at, given_up_at, coalesce(sending_until > app_now(), false) as is_sending
        from webhook_deliveries where webhook_id = ${webhookId}
        order by created_at desc, id desc limit ${MAX_LISTED_DELIVERIES}`.execute(db);
      return found.rows;
    },

    async addTest(id: string, webhookId: string, message: WebhookMessage): Promise<void> {
      await sql`insert into webhook_deliveries (id, webhook_id, event, type, message)
        values (${id}, ${webhookId}, ${`test ${id}`}, ${TEST_EVENT}, ${message})`.execute(db);
    },

    /** Undefined if the delivery is sent, given up, claimed, not yet due, or its webhook is disabled. */
    async claim(deliveryId: string): Promise<ClaimedDelivery | undefined> {
      const claimed = await sql<ClaimedDelivery>`
        update webhook_deliveries d
        set sending_until = app_now() + ${lease}, attempts = d.attempts + 1,
          last_attempt_at = app_now()
        from webhooks w
        where d.id = ${deliveryId} and w.id = d.webhook_id
          and (w.disabled_at is null or d.type = ${TEST_EVENT})
          and d.delivered_at is null and d.given_up_at is null and d.next_at <= app_now()
          and (d.sending_until is null or d.sending_until <= app_now())
        returning d.id as "deliveryId", d.webhook_id as "webhookId",
          w.workspace_id as "workspaceId", d.type, d.message, d.attempts, w.url, w.secret,
          case when w.old_secret_until > app_now() then w.old_secret end as old_secret`.execute(db);
      return claimed.rows[0];
    },

    async markDelivered({ deliveryId, webhookId }: ClaimedDelivery, answer: string): Promise<void> {
      await sql`
        with delivered as (
          update webhook_deliveries
          set delivered_at = app_now(), sending_until = null, last_answer = ${answer}
          where id = ${deliveryId})
        update webhooks set failing_since = null where id = ${webhookId}`.execute(db);
    },

    /** Undefined after the last attempt, and if the delivery was given up meanwhile. */
    async recordFailure(
      { deliveryId }: ClaimedDelivery,
      answer: string,
      seconds: number | undefined,
    ): Promise<Date | undefined> {
      const updated = await sql<{ retry_at: Date | null }>`
        update webhook_deliveries set sending_until = null, last_answer = ${answer},
          next_at = app_now() + make_interval(secs => ${seconds ?? 0}),
          given_up_at = coalesce(given_up_at, case when ${seconds === undefined} then app_now() end)
        where id = ${deliveryId}
        returning case when given_up_at is null then next_at end as retry_at`.execute(db);
      return updated.rows[0]?.retry_at ?? undefined;
    },

    /** True if the webhook has failed for so long that it must be disabled. */
    async markFailing(webhookId: string): Promise<boolean> {
      const marked = await sql<{ is_hopeless: boolean }>`
        update webhooks set failing_since = coalesce(failing_since, app_now())
        where id = ${webhookId} and disabled_at is null
        returning failing_since < app_now() - make_interval(days => ${WEBHOOK_FAILING_DAYS})
          as is_hopeless`.execute(db);
      return marked.rows[0]?.is_hopeless ?? false;
    },

    async overdue(): Promise<DeliveryRef[]> {
      const found = await sql<DeliveryRef>`
        select d.id as "deliveryId", w.workspace_id as "workspaceId"
        from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where d.delivered_at is null and d.given_up_at is null and w.disabled_at is null
          and d.next_at < app_now() - ${overdue}
          and (d.sending_until is null or d.sending_until <= app_now())`.execute(db);
      return found.rows;
    },

    async giveUpPending(webhookId: string): Promise<void> {
      await sql`update webhook_deliveries set given_up_at = app_now()
        where webhook_id = ${webhookId} and delivered_at is null and given_up_at is null`.execute(
        db,
      );
    },

    async deleteOld(): Promise<void> {
      await sql`delete from webhook_deliveries
        where created_at < app_now() - make_interval(days => ${DELIVERY_RETENTION_DAYS})`.execute(
        db,
      );
    },
  };
}
