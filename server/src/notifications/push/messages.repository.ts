import type { MediaType, PostAction, PostStatus } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { APPROVAL_REQUESTED } from '../notifications.rules.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PushKind } from '../../platform/database/tables.ts';
import {
  isAccountIssueResolved,
  isPostIssueResolved,
  joinInstagramAccount,
} from '../notifications.repository.ts';
import { isEnded, type PushRef, type PendingPush } from './events.repository.ts';

export interface ClaimedPush extends PendingPush {
  sealed: string;
  kind: PushKind;
  attempts: number;
  /** 0 or less when the issue is resolved. */
  seconds_left: number;
  created_at: Date;
  post_id: string | null;
  caption: string | null;
  scheduled_time: Date | null;
  media_type: MediaType | null;
  status: PostStatus | null;
  username: string | null;
  code: string | null;
  message: string | null;
  action: PostAction | null;
  /** Only for a notification. */
  manual_publishing: boolean | null;
  workspace_id: string | null;
}

/** Longer than an attempt takes. */
const lease = sql`interval '1 minute'`;
const retention = sql`interval '7 days'`;
/** A live job has retried by then. */
const overdue = sql`interval '5 minutes'`;
/** The device then counts as abandoned. */
const maxFailingTime = sql`interval '7 days'`;

/** A user who has left the team, or whose role no longer fits, gets no more messages. */
const isNotMember = sql`(coalesce(p.workspace_id, t.workspace_id) is not null and not exists (
  select from workspace_members k
  where k.workspace_id = coalesce(p.workspace_id, t.workspace_id) and k.user_id = s.user_id
    and case when t.code = ${APPROVAL_REQUESTED} then k.role = 'approver'
      else k.role in ('owner', 'editor') end))`;

export function createPushMessagesRepository(db: Db | Tx) {
  return {
    /** Returns undefined when the message is sent, given up, leased, or not due yet. */
    async claim({ subscriptionId, event }: PushRef): Promise<ClaimedPush | undefined> {
      const claimed = await sql<ClaimedPush>`
        with taken as (
          update push_messages set sending_until = app_now() + ${lease}
          where subscription_id = ${subscriptionId} and event = ${event}
            and sent_at is null and given_up_at is null and next_at <= app_now()
            and (sending_until is null or sending_until <= app_now())
          returning subscription_id, event, kind, attempts, created_at, expires_at, post_id, notification_id)
        select m.subscription_id as "subscriptionId", m.event, s.user_id as "userId", s.sealed, m.kind,
          m.attempts, m.created_at, m.post_id, p.caption, p.scheduled_time, p.media_type, p.status, a.username,
          t.code, t.message, t.action, t.workspace_id, t.manual_publishing,
          case when ${isNotMember} or case m.kind
              when 'published' then false
              when 'failed' then not ${isEnded}
              else coalesce(${isPostIssueResolved} or ${isAccountIssueResolved}, false) or ${isEnded} end
            then 0
            else ceil(extract(epoch from m.expires_at - app_now()))::int end as seconds_left
        from taken m
          join push_subscriptions s on s.id = m.subscription_id
          left join notifications t on t.id = m.notification_id
          left join posts_with_publication p on p.id = m.post_id
          ${joinInstagramAccount}`.execute(db);
      return claimed.rows[0];
    },

    async markSent({ subscriptionId, event }: PushRef): Promise<void> {
      await sql`
        with sent as (
          update push_messages set sent_at = app_now(), sending_until = null
          where subscription_id = ${subscriptionId} and event = ${event})
        update push_subscriptions set last_sent_at = app_now(), failing_since = null
        where id = ${subscriptionId}`.execute(db);
    },

    async giveUp({ subscriptionId, event }: PushRef): Promise<void> {
      await sql`
        update push_messages set given_up_at = app_now(), sending_until = null
        where subscription_id = ${subscriptionId} and event = ${event}`.execute(db);
    },

    /** Returns undefined when the message has expired before the next attempt. */
    async postpone({ subscriptionId, event }: PushRef, seconds: number): Promise<Date | undefined> {
      const put = await sql<{ next_at: Date; is_over: boolean }>`
        update push_messages set attempts = attempts + 1, sending_until = null,
          next_at = app_now() + make_interval(secs => ${seconds}),
          given_up_at = case when expires_at <= app_now() + make_interval(secs => ${seconds})
            then app_now() end
        where subscription_id = ${subscriptionId} and event = ${event}
        returning next_at, given_up_at is not null as is_over`.execute(db);
      const [row] = put.rows;
      return row === undefined || row.is_over ? undefined : row.next_at;
    },

    /** Deletes a device with permanent refusals. */
    async recordRefusal(subscriptionId: string): Promise<void> {
      await sql`
        with noted as (
          update push_subscriptions set failing_since = coalesce(failing_since, app_now())
          where id = ${subscriptionId}
            and (failing_since is null or failing_since > app_now() - ${maxFailingTime})
          returning id)
        delete from push_subscriptions where id = ${subscriptionId}
          and not exists (select from noted)`.execute(db);
    },

    async deleteDevice(subscriptionId: string): Promise<void> {
      await sql`delete from push_subscriptions where id = ${subscriptionId}`.execute(db);
    },

    async overdue(): Promise<PendingPush[]> {
      const found = await sql<PendingPush>`
        select m.subscription_id as "subscriptionId", m.event, s.user_id as "userId"
        from push_messages m join push_subscriptions s on s.id = m.subscription_id
        where m.sent_at is null and m.given_up_at is null and m.next_at < app_now() - ${overdue}
          and (m.sending_until is null or m.sending_until <= app_now())`.execute(db);
      return found.rows;
    },

    async deleteOld(): Promise<void> {
      await sql`delete from push_messages where created_at < app_now() - ${retention}`.execute(db);
    },
  };
}
