import type { MediaType, PostAction, PostStatus } from '@pontual/contract/posts/posts.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../platform/database/database.ts';
import type { ChannelName } from '../platform/outbox/channel-names.ts';
import { newId } from '../platform/ids.ts';
import type { MediaKind } from '../platform/database/rows.ts';
import { displayedAccountId } from '../platform/database/fragments/post-account.ts';
import type { Addressee, MessageRecipients } from './kinds/message-kind.ts';
import {
  APPROVAL_REQUESTED,
  handlingOf,
  handlings,
  INSTAGRAM_REMOVED,
  TOKEN_ENDING,
  type Handling,
  type IssueNotification,
} from './kinds/workspace-notifications.ts';
import type { Recipient } from './notifications.rules.ts';

/** A second one with the same `dedupeKey` is not sent. */
export interface NewNotification extends Omit<IssueNotification, 'kind'> {
  workspaceId: string;
}

export interface ClaimedNotification {
  id: string;
  post_id: string | null;
  code: string;
  message: string;
  action: PostAction;
  caption: string | null;
  scheduled_time: Date | null;
  media_type: MediaType | null;
  status: PostStatus | null;
  /** Of the post or the notification; null: unknown. */
  username: string | null;
  /** For an account that must be reconnected or is restricted: the affected posts and the first due time. */
  at_risk: number;
  first_at_risk: Date | null;
  /** The current database time decides whether a date is today. */
  taken_at: Date;
  manual_publishing: boolean;
  media: { fileId: string; kind: MediaKind }[];
  is_past: boolean | null;
  is_unknown: boolean | null;
  /** The issue is resolved, or too old for a notification. */
  is_overtaken: boolean;
}

/** The first key of the lock; the second one is the workspace. */
const EMAIL_LOCK = 727_023;
/** Older notifications are no longer sent. */
const freshFor = sql`interval '24 hours'`;
const retention = sql`interval '90 days'`;
const endsSoon = sql`interval '7 days'`;

const rolesByCode = JSON.stringify(
  Object.fromEntries(Object.entries(handlings).map(([code, { recipients }]) => [code, recipients])),
);
const otherRoles = JSON.stringify(handlingOf(null).recipients);

/** Condition: members with this role get notifications with this code; null: with any other code. */
export const isForRole = (code: RawBuilder<unknown>, role: RawBuilder<unknown>) =>
  sql`(coalesce(${rolesByCode}::jsonb -> ${code}, ${otherRoles}::jsonb) ? ${role})`;

const hasHandling = (code: RawBuilder<unknown>, isChosen: (handling: Handling) => boolean) => {
  const codes = Object.keys(handlings).filter((one) => isChosen(handlingOf(one)));
  return sql`(${code} = any(${codes}::text[]))`;
};
export const hasSeverity = (code: RawBuilder<unknown>, severity: Handling['severity']) =>
  hasHandling(code, (handling) => handling.severity === severity);
export const isWithoutChannel = (code: RawBuilder<unknown>, channel: ChannelName) =>
  hasHandling(code, ({ channels }) => !channels.includes(channel));

/** Condition on the notification `t` and its post `p`: the post is published, or the issue is over. */
export const isPostIssueResolved = sql`(case when t.code = ${APPROVAL_REQUESTED} then p.awaiting_since is null else
  p.status = 'published' and t.created_at < p.published_at
  -- Prepared, a draft, or edited since. A new attempt alone clears the code and resolves nothing.
  or p.status not in ('published', 'failed', 'error', 'expired')
    and case when t.manual_publishing then p.status = 'draft' or p.scheduled_time > app_now()
      else p.error_code is distinct from t.code
        and (p.state = 'prepared' or p.status = 'draft' or p.edited_at > t.created_at) end
  -- The owner who publishes it manually knows about it.
  or t.manual_publishing and p.manual_since is not null end)`;
/** The connection of the key has ended or works. For removed data: the workspace has any connection. */
export const isAccountIssueResolved = sql`(
  t.post_id is null and t.action = 'reconnect' and (t.code = ${INSTAGRAM_REMOVED}) = exists (
    select from instagram_connections c
    where c.workspace_id = t.workspace_id and c.ended_at is null
      and (t.code = ${INSTAGRAM_REMOVED} or c.id::text = any(string_to_array(t.dedupe_key, ':'))
        and (c.needs_reconnect or t.code = ${TOKEN_ENDING}
          and least(c.user_token_expires_at, c.data_access_expires_at) < app_now() + ${endsSoon}))))`;

/** The dedupe key of an account notification contains `k`. A post notification has none: use a left join. */
const notificationConnection = sql`instagram_connections k
  on t.post_id is null and k.workspace_id = t.workspace_id
    and k.id::text = any(string_to_array(t.dedupe_key, ':'))`;

/** Either `t` or `p` may be missing. `a` is the account of the post, even after an attempt on another one. */
export const joinInstagramAccount = sql`
  left join ${notificationConnection}
  left join instagram_accounts a
    on a.ig_user_id = coalesce(${displayedAccountId}, k.ig_user_id)`;

/** Future posts of an account that must be reconnected; also late posts of a restricted one. */
const postsAtRisk = sql`
  select count(*)::int as posts, min(p.scheduled_time) as first_at from posts_with_publication p
  where t.action in ('reconnect', 'try_again') and p.workspace_id = t.workspace_id
    and ${displayedAccountId} = k.ig_user_id and not p.demo and p.manual_since is null
    and p.status in ('scheduled', 'pending')
    and (t.action = 'try_again' or p.scheduled_time > app_now())`;

/** On `notifications n`: no email has it yet, or only one that waits for its next attempt. */
const isUnsent = sql`(n.sent_at is null and not exists (
  select from outbox o
  where o.id = n.email_id and o.state = 'waiting' and o.sending_until > app_now()))`;

export function createNotificationsRepository(db: Db | Tx) {
  return {
    /** Returns the workspaces of those with a new key. */
    async insert(notifications: readonly NewNotification[]): Promise<string[]> {
      // A fixed order prevents a deadlock of two transactions with the same keys.
      const sorted = notifications.toSorted((a, b) => (a.dedupeKey < b.dedupeKey ? -1 : 1));
      const rows = sorted.map((notification) => ({
        id: newId(),
        workspace_id: notification.workspaceId,
        post_id: notification.postId,
        dedupe_key: notification.dedupeKey,
        code: notification.code,
        message: notification.message,
        action: notification.action,
        manual_publishing: notification.hasManualPublishing ?? false,
      }));
      const inserted = await sql<{ workspace_id: string }>`
        insert into notifications
          (id, workspace_id, post_id, dedupe_key, code, message, action, manual_publishing)
        select id, workspace_id, post_id, dedupe_key, code, message, action, manual_publishing
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
          id uuid, workspace_id uuid, post_id uuid, dedupe_key text, code text, message text,
          action text, manual_publishing boolean)
        on conflict (dedupe_key) do nothing
        returning workspace_id`.execute(db);
      return [...new Set(inserted.rows.map((row) => row.workspace_id))];
    },

    /**
     * Those for this email, by the due time of their posts. Takes over those of an earlier one that waits for its
     * next attempt, so that an outage of the mail server ends with one email. The caller has a transaction.
     */
    async takeForEmail(workspaceId: string, emailId: string): Promise<ClaimedNotification[]> {
      // Another email of the workspace, in another process, must not read them at the same time.
      await sql`select pg_advisory_xact_lock(${EMAIL_LOCK}, hashtext(${workspaceId}))`.execute(db);
      const claimed = await sql<ClaimedNotification>`
        with taken as (
          update notifications n set email_id = ${emailId}
          where n.workspace_id = ${workspaceId} and (n.email_id = ${emailId} or ${isUnsent})
            and n.sent_at is null
          returning id, workspace_id, post_id, dedupe_key, code, message, action, created_at, manual_publishing)
        select t.id, t.post_id, t.code, t.message, t.action, t.manual_publishing,
          p.caption, p.scheduled_time, p.media_type, p.status,
          p.scheduled_time <= app_now() as is_past, p.state = 'reconciling' as is_unknown, a.username,
          coalesce(risk.posts, 0) as at_risk, risk.first_at as first_at_risk, app_now() as taken_at,
          coalesce((
            select json_agg(json_build_object('fileId', f.id, 'kind', f.kind) order by m.position)
            from post_media m join media_files f on f.id = m.file_id
            where m.post_id = p.id), '[]') as media,
          coalesce(${isPostIssueResolved} or ${isAccountIssueResolved}
            or t.created_at < app_now() - ${freshFor}, false) as is_overtaken
        from taken t left join posts_with_publication p on p.id = t.post_id
          ${joinInstagramAccount} left join lateral (${postsAtRisk}) risk on true
        order by p.scheduled_time nulls first, t.created_at, t.id`.execute(db);
      return claimed.rows;
    },

    async markSent(emailId: string): Promise<void> {
      await sql`update notifications set sent_at = app_now() where email_id = ${emailId}`.execute(
        db,
      );
    },

    /** Members who can resolve an issue. */
    async recipients(workspaceId: string): Promise<Recipient[]> {
      const found = await sql<Recipient>`
        select u.email, m.role, u.notify_failed, u.notify_at_risk
        from workspace_members m join users u on u.id = m.user_id
        where m.workspace_id = ${workspaceId} and m.role <> 'viewer'
        order by u.email`.execute(db);
      return found.rows;
    },

    async findAddressees(recipients: MessageRecipients): Promise<readonly Addressee[]> {
      if ('address' in recipients) return [recipients];
      const isRecipient =
        'userId' in recipients
          ? sql`u.id = ${recipients.userId}`
          : sql`exists (select from workspace_members m where m.user_id = u.id
              and m.workspace_id = ${recipients.ownersOf} and m.role = 'owner')`;
      const found = await sql<{ address: string; userId: string }>`
        select u.email as address, u.id as "userId" from users u where ${isRecipient}`.execute(db);
      return found.rows;
    },

    async deleteOld(): Promise<void> {
      await sql`delete from notifications where created_at < app_now() - ${retention}`.execute(db);
    },
  };
}
