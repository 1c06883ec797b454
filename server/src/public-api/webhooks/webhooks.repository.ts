import { OLD_SECRET_HOURS, type WebhookEvent } from '@pontual/contract/public-api/webhooks.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';

export type WebhookRow = Row<
  'webhooks',
  | 'id'
  | 'url'
  | 'events'
  | 'created_at'
  | 'disabled_at'
  | 'disabled_by_failures'
  | 'failing_since'
  | 'old_secret_until'
>;

interface WebhookChange {
  url: string | undefined;
  events: readonly WebhookEvent[] | undefined;
  enabled: boolean | undefined;
}

export function createWebhooksRepository(db: Db | Tx) {
  return {
    async listByWorkspace(workspaceId: string): Promise<WebhookRow[]> {
      const found = await sql<WebhookRow>`
        select id, url, events, created_at, disabled_at, disabled_by_failures, failing_since,
          case when old_secret_until > app_now() then old_secret_until end as old_secret_until
        from webhooks where workspace_id = ${workspaceId}
        order by created_at desc, id desc`.execute(db);
      return found.rows;
    },

    async belongsTo(workspaceId: string, id: string): Promise<boolean> {
      const found = await sql`select from webhooks
        where id = ${id} and workspace_id = ${workspaceId}`.execute(db);
      return found.rows.length > 0;
    },

    async count(workspaceId: string): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from webhooks where workspace_id = ${workspaceId}`.execute(
        db,
      );
      return found.rows[0]?.count ?? 0;
    },

    async insert(webhook: {
      id: string;
      workspaceId: string;
      url: string;
      events: readonly WebhookEvent[];
      secret: string;
    }): Promise<void> {
      await sql`insert into webhooks (id, workspace_id, url, events, secret)
        values (${webhook.id}, ${webhook.workspaceId}, ${webhook.url}, ${webhook.events}::text[],
          ${webhook.secret})`.execute(db);
    },

    /** Returns the address to which its messages go. */
    async lockAddress(workspaceId: string, id: string): Promise<string | undefined> {
      const found = await sql<{ url: string }>`
        select url from webhooks where id = ${id} and workspace_id = ${workspaceId}
        for update`.execute(db);
      return found.rows[0]?.url;
    },

    async update(workspaceId: string, id: string, change: WebhookChange): Promise<boolean> {
      const on = change.enabled === true;
      const off = change.enabled === false;
      const updated = await sql`
        update webhooks set url = coalesce(${change.url ?? null}, url),
          events = coalesce(${change.events ?? null}::text[], events),
          enabled_at = case when ${on} and disabled_at is not null then app_now()
            else enabled_at end,
          failing_since = case when ${on} or ${change.url ?? null}::text <> url then null
            else failing_since end,
          disabled_by_failures = disabled_by_failures and not ${on},
          disabled_at = case when ${on} then null
            when ${off} then coalesce(disabled_at, app_now()) else disabled_at end
        where id = ${id} and workspace_id = ${workspaceId} returning id`.execute(db);
      return updated.rows.length > 0;
    },

    /** Returns false if the webhook was disabled already. */
    async disable(id: string): Promise<boolean> {
      const disabled = await sql`
        update webhooks set disabled_at = app_now(), disabled_by_failures = true
        where id = ${id} and disabled_at is null returning id`.execute(db);
      return disabled.rows.length > 0;
    },

    /** The previous secret signs as well for a while. */
    async renewSecret(workspaceId: string, id: string, secret: string): Promise<void> {
      await sql`
        update webhooks set old_secret = secret, secret = ${secret},
          old_secret_until = app_now() + make_interval(hours => ${OLD_SECRET_HOURS})
        where id = ${id} and workspace_id = ${workspaceId}`.execute(db);
    },

    async remove(workspaceId: string, id: string): Promise<string | undefined> {
      const removed = await sql<{ url: string }>`delete from webhooks
        where id = ${id} and workspace_id = ${workspaceId} returning url`.execute(db);
      return removed.rows[0]?.url;
    },

    async removeAll(workspaceId: string): Promise<string[]> {
      const removed = await sql<{ url: string }>`delete from webhooks
        where workspace_id = ${workspaceId} returning url`.execute(db);
      return removed.rows.map(({ url }) => url);
    },
  };
}
