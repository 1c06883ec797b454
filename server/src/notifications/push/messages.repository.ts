import type { MediaType, PostAction, PostStatus } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import {
  isAccountIssueResolved,
  isForRole,
  isPostIssueResolved,
  joinInstagramAccount,
} from '../notifications.repository.ts';
import { isEnded, type PushKind, type PushSubject } from './events.repository.ts';

export interface PushDetails {
  /** The address and keys of the device, encrypted. */
  sealed: string;
  kind: PushKind;
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
  /** The issue is resolved, its post is deleted, or the user no longer belongs to the team. */
  is_obsolete: boolean;
}

/** The device then counts as abandoned. */
const maxFailingTime = sql`interval '7 days'`;

/** A user who has left the team, or whose role no longer fits, gets no more messages. */
const isNotMember = sql`(coalesce(p.workspace_id, t.workspace_id) is not null and not exists (
  select from workspace_members k
  where k.workspace_id = coalesce(p.workspace_id, t.workspace_id) and k.user_id = s.user_id
    and ${isForRole(sql`t.code`, sql`k.role`)}))`;

export function createPushMessagesRepository(db: Db | Tx) {
  return {
    /** Returns undefined when the device is no longer subscribed. */
    async find({
      subscriptionId,
      kind,
      postId,
      notificationId,
    }: PushSubject): Promise<PushDetails | undefined> {
      const found = await sql<PushDetails>`
        select s.sealed, m.kind, m.post_id, p.caption, p.scheduled_time, p.media_type, p.status,
          a.username, t.code, t.message, t.action, t.workspace_id, t.manual_publishing,
          ${isNotMember}
            or m.post_id is not null and p.id is null
            or m.notification_id is not null and t.id is null
            or case m.kind
              when 'published' then false
              when 'failed' then not ${isEnded}
              else coalesce(${isPostIssueResolved} or ${isAccountIssueResolved}, false) or ${isEnded}
              end as is_obsolete
        from push_subscriptions s
          cross join (select ${kind}::text as kind, ${postId}::uuid as post_id,
            ${notificationId}::uuid as notification_id) m
          left join notifications t on t.id = m.notification_id
          left join posts_with_publication p on p.id = m.post_id
          ${joinInstagramAccount}
        where s.id = ${subscriptionId}`.execute(db);
      return found.rows[0];
    },

    async recordSuccess(subscriptionId: string): Promise<void> {
      await sql`
        update push_subscriptions set last_sent_at = app_now(), failing_since = null
        where id = ${subscriptionId}`.execute(db);
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
  };
}
